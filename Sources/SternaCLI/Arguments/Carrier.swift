import Sterna

/// What carries the requests: the platform's own transport, or URLSession in its place.
enum Carrier: Hashable, Sendable {
    case platform
    case urlSession
}

#if URLSession && !canImport(Darwin)
extension Carrier {
    static let isURLSessionThere = true

    /// `nil` is the platform's own transport.
    func transport(_ options: TransportOptions) -> (any Transport)? {
        self == .urlSession ? URLSessionTransport(options) : nil
    }
}
#else
extension Carrier {
    static let isURLSessionThere = false

    /// `nil` is the platform's own transport.
    func transport(_ options: TransportOptions) -> (any Transport)? { nil }
}
#endif
