/// What one attempt took: the time of each phase and the bytes on the wire.
///
/// Times count from the start of the attempt and are zero where a phase did not happen, as on a reused connection.
public struct Metrics: Hashable, Sendable {
    /// Until the host's name was looked up.
    public var nameLookup: Duration = .zero
    /// Until the connection stood.
    public var connect: Duration = .zero
    /// Until TLS was agreed on.
    public var secureConnect: Duration = .zero
    /// Until the first byte of the answer came.
    public var firstByte: Duration = .zero
    /// Until the last byte of the answer came.
    public var total: Duration = .zero
    /// The version that was spoken: `1.0`, `1.1`, `2` or `3`; empty when nothing was answered.
    public var httpVersion = ""
    /// Whether a connection that stood already was used.
    public var isReusedConnection = false
    /// The address that answered, as text; empty when none did.
    public var remoteAddress = ""
    /// The bytes of the answer's body as they came over the wire, still encoded.
    public var wireBytes: Int64 = 0
    /// The bytes of the answer's body after decoding.
    public var bodyBytes: Int64 = 0
    /// The bytes of the request's body that were sent.
    public var sentBytes: Int64 = 0

    /// Nothing measured.
    public init() {}
}
