#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Colours, where a person looks and wants them.
struct Paint: Sendable {
    /// The colours that are used, as the numbers of ECMA-48.
    enum Colour: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case blue = "34"
        case cyan = "36"
    }

    let isOn: Bool

    /// Colours on a terminal, unless `NO_COLOR` is set to anything or the terminal is dumb.
    init(_ writer: DescriptorWriter) {
        isOn = writer.isTerminal && Environment["NO_COLOR"] == nil && Environment["TERM"] != "dumb"
    }

    func callAsFunction(_ colour: Colour, _ text: String) -> String {
        isOn ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// The variables that the program was started with.
enum Environment {
    /// The value of a variable; `nil` when it is not set, or empty.
    static subscript(name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }
}
