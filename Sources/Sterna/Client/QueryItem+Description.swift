extension QueryItem: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The item as in a query, with what is secret masked.
    public var description: String { Redaction.known.redacting(query: QueryStyle.repeat.encode([self]) ?? "") }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Nothing beside the ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
