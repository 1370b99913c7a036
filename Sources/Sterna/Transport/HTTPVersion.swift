/// The highest version of HTTP that a transport speaks.
public enum HTTPVersion: String, Sendable, Hashable, CaseIterable {
    /// HTTP/1.1 alone.
    case http1 = "1.1"
    /// HTTP/2 where the server agrees to it within TLS, HTTP/1.1 elsewhere.
    case http2 = "2"
}
