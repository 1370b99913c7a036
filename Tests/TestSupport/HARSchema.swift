/// Checks an HTTP archive against the schema of HAR 1.2, with a checker that is not ours.
package enum HARSchema {
    /// What is wrong with the archive at a path; empty when nothing is.
    package static func faults(of path: String) async throws -> String {
        let schema = #filePath.components(separatedBy: "/TestSupport/")[0] + "/SternaTests/Inspect/har-1.2.schema.json"
        let outcome = try await ChildProcess.run("/bin/sh", ["-c", script, "sh", schema, path])
        return outcome.code == 0 ? "" : outcome.text + outcome.errorText + "code \(outcome.code)"
    }

    /// The sums as well: `time` is that of all phases that are known.
    private static let script = #"""
        for python in python3 /usr/bin/python3; do
            "$python" -c 'import jsonschema' 2>/dev/null && exec "$python" -c '
        import json, sys, jsonschema
        schema, archive = (json.load(open(path)) for path in sys.argv[1:])
        jsonschema.Draft7Validator.check_schema(schema)
        found = jsonschema.Draft7Validator(schema).iter_errors(archive)
        faults = [f"{list(fault.absolute_path)}: {fault.message}" for fault in found]
        for entry in archive["log"]["entries"]:
            times = entry["timings"]
            total = sum(times[n] for n in ("blocked", "dns", "connect", "send", "wait", "receive") if times[n] > 0)
            if abs(total - entry["time"]) > 0.01: faults.append("time is not the sum of its phases")
        print("\n".join(faults))
        sys.exit(bool(faults))
        ' "$1" "$2"
        done
        echo 'there is no jsonschema for Python: run Scripts/install test'
        exit 1
        """#
}
