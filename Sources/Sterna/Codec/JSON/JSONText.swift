/// A JSON text and the places of everything in it: order, spelling of numbers and white space are kept.
package struct JSONText: Sendable {
    /// The text.
    package let bytes: [UInt8]
    /// What is in it, in the order of the text; as far as it is right.
    package let tokens: [JSONToken]
    /// Where and why it stops being JSON; `nil` when it is.
    package let syntaxError: JSONSyntaxError?

    /// Reads a text. One that is broken, or cut off, is kept with its error and with what is right before it.
    package init(_ data: some Sequence<UInt8>, depthLimit: Int = JSONScanner.maximumDepth) {
        let bytes = [UInt8](data)
        var scanner = JSONScanner(depthLimit: depthLimit)
        scanner.tokens.reserveCapacity(bytes.count / 12 + 4)
        self.bytes = bytes
        do {
            try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in try scanner.feed(buffer) }
            try scanner.finish()
            syntaxError = nil
        } catch {
            scanner.closeAll(at: error.offset)
            syntaxError = error
        }
        tokens = scanner.tokens
    }

    /// The line and the column of a byte, both from 1; columns count bytes.
    package func position(of offset: Int) -> (line: Int, column: Int) {
        let before = bytes.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return (line, offset - start + 1)
    }

    /// The members of an object: the token of each name, and of its value unless the text ends before it.
    package func members(of object: Int) -> some Sequence<(name: Int, value: Int)> {
        let end = Int(tokens[object].next)
        return sequence(state: object + 1) { name in
            guard name + 1 < end else { return nil }
            defer { name = Int(tokens[name + 1].next) }
            return (name, name + 1)
        }
    }

    /// The elements of an array.
    package func elements(of array: Int) -> some Sequence<Int> {
        let end = Int(tokens[array].next)
        return sequence(state: array + 1) { element in
            guard element < end else { return nil }
            defer { element = Int(tokens[element].next) }
            return element
        }
    }

    /// The text of a string or a name, its escapes resolved; a surrogate without its other half is replaced.
    package func string(_ index: Int) -> String {
        let token = tokens[index]
        guard token.hasEscapes else { return String(decoding: bytes[token.content], as: UTF8.self) }
        var unescaper = JSONUnescaper()
        unescaper.append(bytes[token.content])
        return String(decoding: unescaper.text, as: UTF8.self)
    }

    /// A token as it is written.
    package func source(_ index: Int) -> String {
        String(decoding: bytes[tokens[index].range], as: UTF8.self)
    }
}
