/// How a transport hands over the body of an answer.
public enum ResponseDelivery: Hashable, Sendable {
    /// All at once, when it is complete; a body of more than `limit` bytes after decoding is `tooLarge`.
    ///
    /// An answer outside of 2xx may be handed over at its head instead, so that the caller can bound the time and the
    /// bytes it spends on it.
    case complete(limit: Int)
    /// As a stream, from the head on, at the pace of the consumer.
    case streamed
}

extension Int {
    /// The largest body that is buffered unless the caller says otherwise: 64 MiB.
    public static let defaultBodyLimit = 64 << 20
    /// The part of an error's body that is kept: 64 KiB.
    package static let errorBodyLimit = 64 << 10
}
