/// A failure as the transport's own library states it, with the phase in which it struck.
public struct TransportFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// How far an attempt had come.
    public enum Phase: String, Hashable, Sendable {
        /// Before anything was sent: look-up, connection, TLS.
        case connect
        /// While the request was sent.
        case send
        /// After the request was sent, before the head of the answer was complete.
        case wait
        /// While the body of the answer came.
        case receive
    }

    /// The library: `curl` or `URLSession`.
    public let library: String
    /// The library's code, such as 28 for curl's `CURLE_OPERATION_TIMEDOUT`.
    public let code: Int
    /// The library's words.
    public let message: String
    /// How far the attempt had come.
    public let phase: Phase

    /// A failure of a library.
    public init(library: String, code: Int, message: String, phase: Phase) {
        self.library = library
        self.code = code
        self.message = message
        self.phase = phase
    }

    /// Library, code, words and phase.
    public var description: String { "\(library) \(code) while in \(phase.rawValue): \(message)" }
}
