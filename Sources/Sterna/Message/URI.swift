/// An absolute URI of http or https in one canonical form (RFC 3986).
///
/// Text is taken as it is: only what may not stand in a URI is encoded, so that `%2F` stays `%2F`, `//` stays `//`, and
/// a trailing slash stays. The host is written in one way, so that origins can be compared: lower case, ASCII
/// (`bücher.example` is `xn--bcher-kva.example`), an IPv6 address in its shortest form (RFC 5952).
///
/// A URI never has a path with the segments `.` and `..`. In a reference they are acted on, as RFC 3986 §5.2.4 says; in
/// an absolute URI, where there is nothing they could relate to, they are refused, because they mostly come from data
/// that was put into a path without an escape and would move the request to another resource.
public struct URI: Hashable, Sendable {
    /// `http` or `https`, in lower case.
    public var scheme: String { parts.value.scheme }
    /// User name and password, percent-encoded; `nil` when there are none. What is set is encoded where it has to be.
    public var userInfo: String? {
        get { parts.value.userInfo }
        set { parts.value.userInfo = newValue.map { PercentEncoding.completed($0, allowing: .userInfo) } }
    }
    /// The host in lower-case ASCII; an IPv6 address with its brackets.
    public var host: String { parts.value.host }
    /// The port, when it is written and not the scheme's own.
    public var port: Int? { parts.value.port }
    /// The path, percent-encoded; it begins with `/`.
    public var path: String { parts.value.path }
    /// The query, percent-encoded, without `?`; `nil` when there is none. What is set is encoded where it has to be.
    public var query: String? {
        get { parts.value.query }
        set { parts.value.query = newValue.map { PercentEncoding.completed($0, allowing: .query) } }
    }
    /// The fragment, percent-encoded, without `#`; it is never sent. What is set is encoded where it has to be.
    public var fragment: String? {
        get { parts.value.fragment }
        set { parts.value.fragment = newValue.map { PercentEncoding.completed($0, allowing: .query) } }
    }

    private var parts: Boxed<Parts>

    private struct Parts: Hashable, Sendable {
        let scheme: String
        var userInfo: String?
        let host: String
        let port: Int?
        let path: String
        var query: String?
        var fragment: String?
    }

    /// Reads an absolute URI.
    ///
    /// - Throws: `InvalidURI`, which says what to write instead, when the scheme is neither http nor https, when there
    ///   is no host or it is none, when the port is not within 1 to 65535, when the path holds a dot segment, and when
    ///   there is a control character anywhere.
    public init(_ text: String) throws(InvalidURI) {
        let reference = try URIReference(text)
        try self.init(absolute: reference, text)
        if let segment = PathSegments.firstDotSegment(of: path) {
            throw InvalidURI(text: text, reason: "the path holds “\(segment)”: write the path that is meant")
        }
    }

    /// Takes over a URL of Foundation.
    ///
    /// - Throws: `InvalidURI` where ``init(_:)-(String)`` would, and of a relative URL.
    public init(_ url: URL) throws(InvalidURI) {
        try self.init(url.absoluteString)
    }

    /// An absolute reference, with its dot segments still in it.
    init(absolute reference: URIReference, _ text: String) throws(InvalidURI) {
        guard let scheme = reference.scheme else {
            throw InvalidURI(text: text, reason: "no scheme: begin with https:// or http://")
        }
        let name = String(decoding: scheme, as: UTF8.self).lowercased()
        guard name == "http" || name == "https" else {
            throw InvalidURI(text: text, reason: "scheme \(name) is not spoken: use http or https")
        }
        try self.init(scheme: name, reference, text)
    }

    /// A reference that has an authority, under a scheme.
    init(scheme: String, _ reference: URIReference, _ text: String) throws(InvalidURI) {
        guard let bytes = reference.authority else {
            throw InvalidURI(text: text, reason: "no host: write \(scheme):// and a host")
        }
        let authority = try Authority(bytes, of: text)
        parts = Boxed(
            Parts(
                scheme: scheme, userInfo: authority.userInfo, host: authority.host,
                port: authority.port == Self.ownPort(of: scheme) ? nil : authority.port,
                path: reference.path.isEmpty ? "/" : PercentEncoding.completed(reference.path, allowing: .path),
                query: reference.query.map { PercentEncoding.completed($0, allowing: .query) },
                fragment: reference.fragment.map { PercentEncoding.completed($0, allowing: .query) }))
    }

    /// The same place with other parts after the authority, all encoded.
    init(_ other: URI, path: String, query: String?, fragment: String? = nil) {
        let known = other.parts.value
        parts = Boxed(
            Parts(
                scheme: known.scheme, userInfo: known.userInfo, host: known.host, port: known.port, path: path,
                query: query, fragment: fragment))
    }
}

extension URI {
    /// Whether the connection is encrypted: the scheme is https.
    public var isSecure: Bool { scheme == "https" }

    /// The port to connect to: the one that is written, otherwise 443 for https and 80 for http.
    public var effectivePort: Int { port ?? Self.ownPort(of: scheme) }

    /// Scheme, host and port.
    public var origin: Origin { Origin(scheme: scheme, host: host, port: effectivePort) }

    /// What stands in the first line of a request: path and query (RFC 9112 §3.2.1).
    public var requestTarget: String { query.map { "\(path)?\($0)" } ?? path }

    /// Host and port as the `Host` field names them; the scheme's own port is left out (RFC 9110 §7.2).
    public var authority: String { port.map { "\(host):\($0)" } ?? host }

    /// The URI for Foundation; `nil` when Foundation cannot read it, as with a zone in an IPv6 address.
    public var url: URL? {
        var complete = self
        // A query may hold raw brackets where a server wants them. `URL` would encode every % again because of them.
        complete.query = query
        return URL(string: complete.text)
    }

    private static func ownPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }
}

extension URI {
    /// The URI as it is, with everything in it: to send, not to show. What may be shown is its ``description``.
    public var text: String {
        var text = scheme
        text.reserveCapacity(64)
        text += "://"
        if let userInfo {
            text += userInfo
            text += "@"
        }
        text += authority
        text += requestTarget
        if let fragment {
            text += "#"
            text += fragment
        }
        return text
    }
}
