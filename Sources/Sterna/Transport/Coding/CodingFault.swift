#if os(Linux)
/// Why content cannot be decoded.
enum CodingFault: Error, Equatable {
    /// The bytes are not of the coding.
    case unreadable(String)
    /// The bytes end before the coded stream does.
    case cut
    /// More came out than is allowed.
    case tooLarge
}
#endif
