/// What the client says of itself in `User-Agent` (RFC 9110 §10.1.5).
enum UserAgent {
    /// `<process>/<version> Sterna/<version>`; the process's version only where the system knows it.
    static let standard = [process, "Sterna/\(SternaVersion.current)"].joined(separator: " ")

    private static var process: String {
        let name = ProcessInfo.processInfo.processName.utf8.filter(Token.isTokenByte)
        let product = name.isEmpty ? "app" : String(decoding: Array(name), as: UTF8.self)
        return ProcessVersion.current.map { "\(product)/\($0)" } ?? product
    }
}
