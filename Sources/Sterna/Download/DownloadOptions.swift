/// How a download is saved.
public struct DownloadOptions: Sendable {
    /// Whether a file that is there already is replaced. Default: no; a path that was chosen fails then before anything
    /// is sent, and a name that the server gave gets a number: `report-1.pdf`.
    public var overwrites = false
    /// Whether bytes that an earlier call has left are used, where the server's file is still the same. Default: yes.
    public var continues = true
    /// What the SHA-256 of the whole file must be, the bytes of earlier calls included. Default: not checked.
    public var sha256: Digest?
    /// The largest file that is taken, in bytes. Default: no limit.
    public var limit: Int64?
    /// The shortest time between two calls of the progress closure. Default: 100 ms.
    public var progressInterval: Duration = .milliseconds(100)

    /// The defaults.
    public init() {}
}
