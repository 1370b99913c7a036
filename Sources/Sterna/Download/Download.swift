/// A file that was downloaded: complete, in its place.
public struct Download: Sendable {
    /// Where it lies.
    public let path: String
    /// Its length in bytes.
    public let bytes: Int64
    /// The bytes of it that an earlier call had left; 0 when all came by this one.
    public let continuedFrom: Int64
    /// The last answer: its status, fields, attempts and metrics. Its body is empty, as the bytes are in the file.
    public let response: HTTPResponse
}
