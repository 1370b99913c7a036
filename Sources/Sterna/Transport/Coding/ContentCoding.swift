#if os(Linux)
/// A coding of an answer's content that can be undone here (RFC 9110 §8.4.1).
///
/// libcurl could undo them too, but takes a stream that was cut short for a whole one and gives no hold on how much
/// comes out of it; the libraries are those that libcurl brings along.
enum ContentCoding: String, CaseIterable {
    case gzip, deflate, br, zstd

    /// More codings than this on top of each other are an attack.
    static let depthLimit = 5

    /// The codings that a field lists, in the order in which they were applied; `identity` is none.
    ///
    /// - Throws: ``CodingFault`` when one is not known.
    static func list(_ field: String) throws(CodingFault) -> [ContentCoding] {
        var codings: [ContentCoding] = []
        for part in field.split(separator: ",") {
            let name = part.lowercased().filter { $0 != " " && $0 != "\t" }
            if name.isEmpty || name == "identity" { continue }
            guard let coding = ContentCoding(rawValue: name.hasPrefix("x-") ? String(name.dropFirst(2)) : name) else {
                throw .unreadable("the coding “\(name.escapedForDisplay)” is not known here")
            }
            codings.append(coding)
        }
        guard codings.count <= depthLimit else { throw .unreadable("\(codings.count) codings are too many") }
        return codings
    }
}
#endif
