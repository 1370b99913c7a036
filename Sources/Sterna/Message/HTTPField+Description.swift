extension HTTPField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The field as a line of a message, with what is secret in it masked.
    public var description: String { Redaction.known.redacting(self).line }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Nothing beside the ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
