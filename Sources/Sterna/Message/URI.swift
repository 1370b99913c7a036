/// An absolute URI of http or https in one canonical form (RFC 3986).
public struct URI: Hashable, Sendable {
    /// `http` or `https`, in lower case.
    public private(set) var scheme: String
    /// User name and password, percent-encoded; `nil` when there are none.
    public var userInfo: String?
    /// The host in lower-case ASCII; an IPv6 address with its brackets.
    public private(set) var host: String
    /// The port, when it is written and not the scheme's own.
    public private(set) var port: Int?
    /// The path, percent-encoded; at least `/`.
    public var path: String
    /// The query, percent-encoded, without `?`; `nil` when there is none.
    public var query: String?
    /// The fragment, percent-encoded, without `#`. It is never sent.
    public var fragment: String?

    /// Reads an absolute URI.
    public init(_ text: String) throws(InvalidURI) {
        let parts = text.split(separator: "://", maxSplits: 1)
        guard parts.count == 2 else { throw InvalidURI(text: text, reason: "no scheme") }
        scheme = String(parts[0])
        let rest = parts[1]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let hostPort = authority.split(separator: ":")
        host = String(hostPort.first ?? "")
        port = hostPort.count > 1 ? Int(hostPort[1]) : nil
        let tail = rest.dropFirst(authority.count)
        let path = tail.prefix { $0 != "?" }
        self.path = path.isEmpty ? "/" : String(path)
        let query = tail.dropFirst(path.count)
        self.query = query.isEmpty ? nil : String(query.dropFirst())
    }
}

extension URI: CustomStringConvertible {
    /// The URI as text.
    public var description: String {
        scheme + "://" + (userInfo.map { $0 + "@" } ?? "") + host + (port.map { ":\($0)" } ?? "") + path
            + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
    }
}
