extension URI {
    /// The URI that a reference means when it is found here (RFC 3986 §5.2): the target of a redirect or of a link.
    ///
    /// An absolute reference stands for itself. Dot segments are acted on; a reference never climbs above the root.
    ///
    /// - Throws: `InvalidURI` when what comes out is no URI of http or https that one can send a request to.
    public func resolving(_ reference: String) throws(InvalidURI) -> URI {
        let parts = try URIReference(reference)
        guard parts.scheme == nil else { return try URI(absolute: parts, reference).withoutDotSegments }
        guard parts.authority == nil else {
            return try URI(scheme: scheme, parts, reference).withoutDotSegments
        }
        let ownQuery = parts.query.map { PercentEncoding.completed($0, allowing: .query) }
        let fragment = parts.fragment.map { PercentEncoding.completed($0, allowing: .query) }
        guard !parts.path.isEmpty else {
            return URI(self, path: path, query: ownQuery ?? query, fragment: fragment)
        }
        let relative = PercentEncoding.completed(parts.path, allowing: .path)
        let merged = relative.utf8.first == UInt8(ascii: "/") ? relative : directory + relative
        return URI(self, path: PathSegments.withoutDotSegments(merged), query: ownQuery, fragment: fragment)
    }

    /// The same place with another path, of which only what may not stand there is encoded.
    ///
    /// - Throws: `InvalidURI` when the path holds a dot segment.
    public func replacing(path: String) throws(InvalidURI) -> URI {
        if let segment = PathSegments.firstDotSegment(of: path) {
            throw InvalidURI(text: path, reason: "the path holds “\(segment)”: write the path that is meant")
        }
        let complete = PercentEncoding.completed(path, allowing: .path)
        let rooted = complete.utf8.first == UInt8(ascii: "/") ? complete : "/" + complete
        return URI(self, path: rooted, query: query, fragment: fragment)
    }

    /// The URI with `path` after its own path, which stays a prefix, and `query` after its own query. The fragment is
    /// left out.
    ///
    /// There is exactly one slash at the joint, whatever either side has; every other slash stays as it is. An empty
    /// `path` leaves the path alone.
    ///
    /// - Parameters:
    ///   - tail: a path that is encoded and holds no dot segment.
    ///   - more: a query that is encoded.
    package func appending(path tail: String, query more: String? = nil) -> URI {
        URI(self, path: joined(tail), query: joined(query: more))
    }

    private func joined(_ tail: String) -> String {
        guard !tail.isEmpty else { return path }
        let slash = UInt8(ascii: "/")
        let rest = Substring(tail.utf8.drop { $0 == slash })
        guard let end = path.utf8.lastIndex(where: { $0 != slash }) else { return "/\(rest)" }
        return "\(path[...end])/\(rest)"
    }

    private func joined(query more: String?) -> String? {
        guard let more, !more.isEmpty else { return query }
        guard let query, !query.isEmpty else { return more }
        return "\(query)&\(more)"
    }

    /// The path up to its last slash.
    private var directory: Substring {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? "/"
    }

    private var withoutDotSegments: URI {
        URI(self, path: PathSegments.withoutDotSegments(path), query: query, fragment: fragment)
    }
}
