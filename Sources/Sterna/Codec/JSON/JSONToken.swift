/// One value or one member's name of a JSON text, by its place.
///
/// The tokens of a text lie in one array in the order of the text. A container is followed by what it holds: the values
/// of an array, or name and value in turn of an object.
package struct JSONToken: Hashable, Sendable {
    /// What a token is.
    package enum Kind: UInt8, Sendable {
        case object, array, name, string, number, bool, null
    }

    /// Stands for "no container" in ``parent``.
    package static let none = UInt32.max

    /// What it is.
    package let kind: Kind
    /// Whether a string or a name holds a backslash.
    package internal(set) var hasEscapes = false
    /// Where it starts in the text, in bytes; the quote of a string, the bracket of a container.
    package let start: UInt32
    /// Where it ends: the place after its last byte.
    package internal(set) var end: UInt32
    /// The index of the token after it and after everything in it.
    package internal(set) var next: UInt32
    /// The index of the container that holds it.
    package let parent: UInt32

    init(_ kind: Kind, start: UInt32, parent: UInt32, index: Int) {
        self.kind = kind
        self.start = start
        self.parent = parent
        end = start
        next = UInt32(index + 1)
    }

    /// Where the text of a string or a name lies, without its quotes.
    var content: Range<Int> { Int(start) + 1..<max(Int(start) + 1, Int(end) - 1) }
    /// Where the whole token lies.
    var range: Range<Int> { Int(start)..<Int(end) }
}
