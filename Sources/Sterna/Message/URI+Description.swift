extension URI: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The URI for people and logs: user information and the values of secret query items are masked. The URI itself is
    /// its ``text``.
    public var description: String { Redaction.known.redacting(self) }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Nothing beside the ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
