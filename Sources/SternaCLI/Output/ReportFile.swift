/// Where a report goes; opened before anything is sent, so that a path that cannot be written is found in time.
struct ReportFile {
    private let file: OutputFile?

    /// A file; `-` is standard output.
    init(_ path: String) throws(FileFailure) {
        file = path == "-" ? nil : try OutputFile(path)
    }

    /// Writes the report; it appears complete or not at all. Works in a cancelled task too.
    func write(_ report: Report) throws {
        try (file?.writer ?? .output).writeUncancelled(report.text)
        try file?.commit()
    }
}
