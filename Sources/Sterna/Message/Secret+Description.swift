extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Never the text.
    public var description: String { Redaction.mask }
    /// Never the text.
    public var debugDescription: String { Redaction.mask }
    /// Never the text.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
