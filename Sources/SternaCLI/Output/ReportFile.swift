/// Where a report goes; opened before anything is sent, so that a path that cannot be written is found in time.
struct ReportFile {
    private let file: OutputFile?

    /// A file; `-` is standard output.
    ///
    /// - Parameter isPrivate: whether only its owner may read it (mode 0600).
    init(_ path: String, isPrivate: Bool = false) throws(FileFailure) {
        file = path == "-" ? nil : try OutputFile(path, isPrivate: isPrivate)
    }

    /// Writes the report; it appears complete or not at all. Works in a cancelled task too.
    func write(_ text: String) throws {
        try (file?.writer ?? .output).writeUncancelled(text)
        try file?.commit()
    }
}
