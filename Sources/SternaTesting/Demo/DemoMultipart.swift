/// Reads multipart/form-data strictly (RFC 2046 §5.1, RFC 7578): what a lenient server would let pass is refused by
/// name, so that a client's mistake shows.
struct DemoMultipart {
    struct Part {
        var name = ""
        var fileName: String?
        var type = "text/plain"
        var content = Data()
    }

    let parts: [Part]

    init(_ request: ReceivedRequest) throws {
        let delimiter = Array("--\(try Self.boundary(of: request))".utf8)
        let body = Array(request.body)
        guard body.starts(with: delimiter) else { throw Self.malformed("it does not start with the boundary") }
        var rest = body.dropFirst(delimiter.count)
        var parts: [Part] = []
        while !rest.starts(with: Array("--".utf8)) {
            guard rest.starts(with: [13, 10]) else { throw Self.malformed("a boundary is not followed by CRLF") }
            rest = rest.dropFirst(2)
            guard let end = Self.find([13, 10] + delimiter, in: rest) else {
                throw Self.malformed("the last boundary is missing")
            }
            parts.append(try Self.part(rest[..<end]))
            rest = rest[(end + 2 + delimiter.count)...]
        }
        guard rest.count == 2 || Array(rest.dropFirst(2)) == [13, 10] else {
            throw Self.malformed("something follows the last boundary")
        }
        self.parts = parts
    }

    private static func malformed(_ reason: String) -> DemoProblem {
        DemoProblem(400, "malformed_multipart", "The multipart body cannot be read: \(reason).")
    }

    private static func boundary(of request: ReceivedRequest) throws -> String {
        let type = request["Content-Type"] ?? ""
        guard type.lowercased().hasPrefix("multipart/form-data") else {
            throw DemoProblem(415, "no_multipart", "Send the photo as multipart/form-data.")
        }
        let found = parameter("boundary", in: type) ?? ""
        guard (1...70).contains(found.utf8.count) else {
            throw malformed("Content-Type needs a boundary of 1 to 70 characters")
        }
        return found
    }

    private static func part(_ bytes: ArraySlice<UInt8>) throws -> Part {
        guard let end = find([13, 10, 13, 10], in: bytes) else { throw malformed("a part has no empty line") }
        var part = Part()
        for line in String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n") {
            let words = line.split(separator: ":", maxSplits: 1)
            guard words.count == 2 else { throw malformed("a part has a field line without a colon") }
            let value = String(words[1].drop { $0 == " " })
            if words[0].lowercased() == "content-type" { part.type = value }
            guard words[0].lowercased() == "content-disposition" else { continue }
            guard value.hasPrefix("form-data"), let name = parameter("name", in: value) else {
                throw malformed("a part's Content-Disposition is not form-data with a name")
            }
            part.name = name
            part.fileName = parameter("filename", in: value)
        }
        guard !part.name.isEmpty else { throw malformed("a part has no Content-Disposition with a name") }
        part.content = Data(bytes[(end + 4)...])
        return part
    }

    /// The value of a parameter, quoted or not. Within quotes `%22`, `%0D` and `%0A` stand for `"`, CR and LF.
    private static func parameter(_ wanted: String, in value: String) -> String? {
        var rest = value[...]
        while let semicolon = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: semicolon)...].drop { $0 == " " }
            let name = rest.prefix { $0 != "=" }.lowercased()
            rest = rest.dropFirst(name.count + 1)
            let isQuoted = rest.first == "\""
            let text = isQuoted ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != ";" && $0 != " " }
            if name == wanted { return isQuoted ? unescaped(text) : String(text) }
            rest = rest[text.endIndex...]
        }
        return nil
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n"))
    }

    private static func find(_ wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.withUnsafeBufferPointer { buffer in
            var index = 0
            while index + wanted.count <= buffer.count {
                if buffer[index] == wanted[0], wanted.indices.allSatisfy({ buffer[index + $0] == wanted[$0] }) {
                    return bytes.startIndex + index
                }
                index += 1
            }
            return nil
        }
    }
}
