extension APIResponse {
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
}
