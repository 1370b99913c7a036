extension JSONText {
    /// The text around a byte on one line of at most 120 characters: secrets masked, control characters escaped.
    ///
    /// A broken text is shown up to the place where it breaks: what comes after it has no names to tell secrets by.
    package func excerpt(around offset: Int, redaction: Redaction) -> String {
        let limit = tokens.isEmpty ? bytes.count : syntaxError?.offset ?? bytes.count
        var start = max(0, min(offset, limit) - 50)
        while start > 0, start < limit, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        let end = min(limit, start + 480)
        let secrets = secretRanges(from: start, to: end, redaction)
        var shown = String(decoding: oneLine(start..<end, without: secrets), as: UTF8.self).escapedForDisplay
        shown = redaction.redacting(text: shown)
        let isCut = end < bytes.count || shown.count > 118
        return (start > 0 ? "…" : "") + shown.prefix(118) + (isCut ? "…" : "")
    }

    private func oneLine(_ range: Range<Int>, without secrets: [Range<Int>]) -> [UInt8] {
        var line: [UInt8] = []
        var secrets = secrets[...]
        var place = range.lowerBound
        while place < range.upperBound {
            if let secret = secrets.first, secret.lowerBound <= place {
                line += Self.mask
                place = max(place, secret.upperBound)
                secrets.removeFirst()
                continue
            }
            let isSpace = [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place])
            if !isSpace { line.append(bytes[place]) } else if line.last != 0x20 { line.append(0x20) }
            place += 1
        }
        return line
    }

    /// The ranges of secret values that touch a range, in their order, none within another.
    private func secretRanges(from start: Int, to end: Int, _ redaction: Redaction) -> [Range<Int>] {
        var index = max(0, firstToken(from: start) - 1)
        guard index < tokens.count else { return [] }
        // The containers around the start may be secret as a whole.
        var ancestor = index
        while tokens[ancestor].parent != JSONToken.none {
            ancestor = Int(tokens[ancestor].parent)
            if isSecret(ancestor, redaction) { index = ancestor }
        }
        var ranges: [Range<Int>] = []
        while index < tokens.count, tokens[index].start < end {
            guard isSecret(index, redaction) else {
                index += 1
                continue
            }
            if tokens[index].end > start { ranges.append(tokens[index].range) }
            index = Int(tokens[index].next)
        }
        return ranges
    }

    /// The first token that starts at a byte or after it.
    private func firstToken(from offset: Int) -> Int {
        var low = 0
        var high = tokens.count
        while low < high {
            let middle = (low + high) / 2
            if tokens[middle].start < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension JSONText {
    /// The text with the values of secret members masked at any depth, and secrets within strings as far as they can be
    /// told; all else as it is written.
    ///
    /// A broken text ends in “…” where it breaks; one that is no JSON from its start is nothing but “…”.
    package func redacted(with redaction: Redaction) -> String {
        var text: [UInt8] = []
        var place = 0
        var index = 0
        while index < tokens.count {
            guard isSecret(index, redaction) else {
                if tokens[index].kind == .string, let masked = masked(index, redaction) {
                    text += bytes[place..<Int(tokens[index].start)] + masked
                    place = Int(tokens[index].end)
                }
                index += 1
                continue
            }
            text += bytes[place..<Int(tokens[index].start)] + Self.mask
            place = Int(tokens[index].end)
            index = Int(tokens[index].next)
        }
        let end = syntaxError?.offset ?? bytes.count
        if place < end { text += bytes[place..<end] }
        return redaction.maskingValues(String(decoding: text, as: UTF8.self)) + (syntaxError == nil ? "" : "…")
    }

    /// A string with the secrets in it masked, such as those in a URL; `nil` when there are none.
    private func masked(_ index: Int, _ redaction: Redaction) -> [UInt8]? {
        let content = bytes[tokens[index].content]
        guard content.count > 5, content.contains(where: { Self.telling.contains($0) }) else { return nil }
        let source = String(decoding: content, as: UTF8.self)
        let masked = redaction.redacting(text: source)
        return masked == source ? nil : Array("\"\(masked)\"".utf8)
    }

    private static let telling = Array("=: >@".utf8)
    private static let mask = [UInt8]("\"\(Redaction.mask)\"".utf8)

    /// Whether a token is the value of a member whose name is secret.
    private func isSecret(_ index: Int, _ redaction: Redaction) -> Bool {
        let token = tokens[index]
        guard token.kind != .name, token.kind != .null, token.parent != JSONToken.none,
            tokens[Int(token.parent)].kind == .object
        else { return false }
        return redaction.isSecret(string(index - 1))
    }
}
