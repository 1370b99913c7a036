/// A transport that lacks some abilities and says which. One that lacks none is a plain ``Transport``.
public protocol LimitedTransport: Transport {
    /// What the transport cannot do. Asking for it is `invalidRequest`, before anything is sent.
    var missing: TransportCapabilities { get }
}

extension Transport {
    /// What the transport is able to do.
    public var capabilities: TransportCapabilities {
        guard let limited = self as? any LimitedTransport else { return .all }
        return TransportCapabilities.all.subtracting(limited.missing)
    }
}
