extension HTTPResponse {
    /// The links that the answer's `Link` fields state, in their order (RFC 8288).
    public var links: [Link] {
        Link.links(in: fields[values: .link], of: url)
    }

    /// Where the first link of a relation leads, such as `next`; `nil` when there is none.
    ///
    /// A link that starts at another resource than the one that was asked for, as its `anchor` says, does not count.
    public func link(_ relation: String) -> URI? {
        Link.target(relation, in: fields[values: .link], of: url)
    }

    /// A name to save the body under, safe in any folder: that of `Content-Disposition`, otherwise the last segment of
    /// the URL's path, otherwise `download`.
    public var suggestedFileName: String {
        if let name = fields[.contentDisposition].flatMap(ContentDisposition.init)?.safeFileName { return name }
        let segment = url.path.split(separator: "/").last.map { PercentEncoding.decoded(String($0)) }
        return segment.flatMap(FileName.safe) ?? "download"
    }
}
