/// The part of a file that an earlier download has left, from where another one goes on.
public struct ResumePoint: Hashable, Sendable {
    /// Where the part lies.
    public let path: String
    /// The bytes that are there.
    public let bytes: Int64
    /// The bytes that the whole has; `nil` when the server did not say.
    public let length: Int64?

    /// Looks for the part of a file; `nil` when there is none that can be continued.
    ///
    /// Whether the server still has the same file shows when the download goes on.
    ///
    /// - Parameters:
    ///   - target: where the download was to be saved.
    ///   - url: what was downloaded.
    public init?(of target: DownloadTarget, from url: URI) {
        path = target.partPath(for: url)
        guard let (data, size) = PartFile.look(at: path), size > 0, let note = ResumeNote(data),
            note.url == url.withoutSecrets.text
        else { return nil }
        bytes = size
        length = note.length
    }
}
