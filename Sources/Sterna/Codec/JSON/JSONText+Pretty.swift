extension JSONText {
    /// The text with one member or element a line, two spaces a level. Order and spelling of numbers are kept, and
    /// characters that drive a terminal are escaped. A broken text is shown up to where it breaks, followed by “…”.
    package func pretty(colored: Bool) -> String {
        var printer = Printer(text: self, colored: colored)
        printer.run()
        return String(decoding: printer.output, as: UTF8.self) + (syntaxError == nil ? "" : "…")
    }

    private struct Printer {
        let text: JSONText
        let colored: Bool
        var output: [UInt8] = []
        /// The containers around the token at hand.
        private var open: [Int] = []

        init(text: JSONText, colored: Bool) {
            self.text = text
            self.colored = colored
        }

        mutating func run() {
            for index in text.tokens.indices {
                closeContainers(before: index)
                separate(index)
                show(index)
            }
            if text.syntaxError == nil { closeContainers(before: text.tokens.count) }
        }

        private mutating func closeContainers(before index: Int) {
            while let container = open.last, Int(text.tokens[container].next) <= index {
                open.removeLast()
                if container + 1 < Int(text.tokens[container].next) { breakLine() }
                append(text.tokens[container].kind == .object ? "}" : "]")
            }
        }

        private mutating func separate(_ index: Int) {
            guard let container = open.last else { return }
            if text.tokens[container].kind == .object, text.tokens[index].kind != .name { return append(": ") }
            if index != container + 1 { append(",") }
            breakLine()
        }

        private mutating func show(_ index: Int) {
            switch text.tokens[index].kind {
            case .object: begin(index, "{")
            case .array: begin(index, "[")
            case .name: paint(index, "34;1")
            case .string: paint(index, "32")
            case .number: paint(index, "36")
            case .bool, .null: paint(index, "35")
            }
        }

        private mutating func begin(_ index: Int, _ bracket: String) {
            append(bracket)
            open.append(index)
        }

        private mutating func paint(_ index: Int, _ color: String) {
            if colored { append("\u{1B}[\(color)m") }
            appendHarmless(text.bytes[text.tokens[index].range])
            if colored { append("\u{1B}[0m") }
        }

        /// DEL and the controls U+0080 to U+009F may stand in a string as they are, but not on a terminal.
        private mutating func appendHarmless(_ source: ArraySlice<UInt8>) {
            var place = source.startIndex
            while place < source.endIndex {
                let byte = source[place]
                let next = place + 1 < source.endIndex ? source[place + 1] : 0
                if byte == 0x7F {
                    append("\\u007f")
                } else if byte == 0xC2, (0x80...0x9F).contains(next) {
                    append("\\u00" + String(next, radix: 16))
                    place += 1
                } else {
                    output.append(byte)
                }
                place += 1
            }
        }

        private mutating func breakLine() {
            output.append(UInt8(ascii: "\n"))
            output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * open.count))
        }

        private mutating func append(_ piece: String) {
            output.append(contentsOf: piece.utf8)
        }
    }
}
