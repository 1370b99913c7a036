extension AnswerDraft {
    /// Damages the answer in one way.
    mutating func apply(_ mutation: AnswerMutation, _ random: inout SeededRandom) {
        switch mutation {
        case .statusLine: mutateStatusLine(&random)
        case .fieldLines: mutateFieldLines(&random)
        case .lineEnds: mutateLineEnds(&random)
        case .framing: mutateFraming(&random)
        case .length: mutateLength(&random)
        case .chunks: mutateChunks(&random)
        case .coding: mutateCoding(&random)
        case .interim: mutateInterim(&random)
        case .trailers: mutateTrailers(&random)
        case .excess: mutateExcess(&random)
        case .cut: mutateCut(&random)
        case .bytes: mutateBytes(&random)
        case .pauses: mutatePauses(&random)
        case .endless: mutateEndless(&random)
        }
    }

    private mutating func mutateStatusLine(_ random: inout SeededRandom) {
        weaken(to: .anything)
        let code = random.number(0...1200)
        let lines = [
            "", "HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 200", "HTTP/1.1  200  OK", "HTTP/1.0 200 OK", "HTTP/0.9 200 OK",
            "HTTP/2 200 OK", "HTTP/3 200", "HTTP/9.9 200 OK", "HTTP/1.1.1 200 OK", "http/1.1 200 OK", "ICY 200 OK",
            "HTTP/1.1 \(code) Some", "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1 -200 OK", "HTTP/1.1 2OO OK",
            "HTTP/1.1 99999999999999999999 OK", "HTTP/1.1 204 No Content", "HTTP/1.1 304 Not Modified",
            "HTTP/1.1 101 Switching Protocols", "HTTP/1.1 401 Unauthorized", "HTTP/1.1 407 Proxy", "HTTP/1.1 302 Found",
            "HTTP/1.1 503 Busy", "HTTP/1.1 206 Partial", "HTTP/1.1\t200\tOK", " HTTP/1.1 200 OK", "200 OK", "\0\0\0",
            "<html><body>It works</body></html>", "SSH-2.0-OpenSSH_9.2", "HTTP/1.1 200 \u{1B}[31m\0\u{7F}é",
            "HTTP/1.1 200 " + String(repeating: "OK", count: random.pick([100, 40_000, 200_000])),
        ]
        statusLine = Array(random.pick(lines).utf8)
        if random.chance(5) { statusLine = random.bytes(random.number(1...300)) }
    }

    private mutating func mutateFieldLines(_ random: inout SeededRandom) {
        weaken(to: .anything)
        let size = random.pick([100, 5_000, 70_000, 140_000, 400_000])
        let lines = [
            "No colon here", ": no name", "Name with space: x", "Tail : x", "X:", "X: ", "\u{0}: x", "X: a\0b", "é: é",
            "X: \u{1B}[2J", " folded first", "X: a\r\n\tb\r\n c", "HTTP/1.1 404: x", "HTTP/1.1 404 Not Found",
            "Content-Type: \"", "Content-Type: ;;;=;charset=", "Location: http://[", "Location: //", "Set-Cookie: =;=",
            "Set-Cookie: a=b; Domain=.com; Expires=Tue", "Retry-After: -1", "Retry-After: 99999999999999999999999",
            "Date: never", "Connection: close", "Connection: keep-alive, upgrade", "Upgrade: h2c", "Keep-Alive: max=0",
            "Content-Range: bytes 5-1/0", "WWW-Authenticate: Basic realm=\"", "Alt-Svc: h3=\":1\"", "Trailer: X",
            "X: \(String(repeating: "a", count: size))", "\(String(repeating: "N", count: size)): a",
        ]
        for _ in 0..<random.pick([1, 1, 2, 4]) {
            fields.insert(Array(random.pick(lines).utf8), at: random.number(0...fields.count))
        }
        guard random.chance(15) else { return }
        fields += Array(repeating: Array("X-Many: a".utf8), count: random.pick([200, 300, 5000]))
    }

    private mutating func mutateLineEnds(_ random: inout SeededRandom) {
        lineEnd = random.pick([[10], [10], [13], [13, 13, 10], [10, 13], [], [0, 10]])
        weaken(to: .anything)
    }

    private mutating func mutateFraming(_ random: inout SeededRandom) {
        weaken(to: .anything)
        let lines = [
            "Transfer-Encoding: chunked", "Transfer-Encoding: identity", "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding: chunked, gzip", "Transfer-Encoding: xchunked", "Transfer-Encoding:\u{0B}chunked",
            "Transfer-Encoding: chunked, chunked", "Transfer-Encoding : chunked", "Transfer-Encoding: \"chunked\"",
            "Content-Length: \(body.count)", "Content-Length: 0", "Content-Length: 5", "content-length: 5, 5",
        ]
        for _ in 0..<random.number(1...2) {
            fields.insert(Array(random.pick(lines).utf8), at: random.number(0...fields.count))
        }
        if random.chance(30) { framing = random.pick(Framing.allCases) }
    }

    private mutating func mutateLength(_ random: inout SeededRandom) {
        framing = .length
        weaken(to: .anything)
        let size = body.count
        length = random.pick([
            "\(size + 1)", "\(size * 2)", "\(size - 1)", "0", "-1", "-\(size)", "+\(size)", "\(size).0",
            "\(size), \(size)",
            "\(size), \(size + 1)", "\(size)abc", "0x\(String(size, radix: 16))", "", " ", "abc", "1e3", "4294967296",
            "9223372036854775807", "9223372036854775808", "18446744073709551616", "99999999999999999999999999999999",
            "000000000000000000000000000000\(size)", "\(size)\r\nContent-Length: \(size)",
            "\(size)\r\nContent-Length: \(size + 7)", "٣", "1 2",
        ])
        ending = random.pick([.stay, .close, .close, .reset])
    }

    private mutating func mutateChunks(_ random: inout SeededRandom) {
        framing = .chunked
        weaken(to: .anything)
        let size = String(min(chunkSize, body.count), radix: 16)
        let lines = [
            "", "-1", "+\(size)", " \(size)", "\(size) ", "0x\(size)", "g", "\(size);a=b", "\(size);a=\"\\\"",
            "\(size);",
            "\(size);\(String(repeating: "x", count: random.pick([10, 20_000, 200_000])))", "00000000\(size)", "0",
            "FFFFFFFF", "7FFFFFFFFFFFFFFF", "8000000000000000", "FFFFFFFFFFFFFFFF", "10000000000000000", "\(size)\r",
            "f f",
            String(repeating: "0", count: 60) + size, "\0", "\(size)\u{0B}",
        ]
        for _ in 0..<random.number(1...2) { chunkLines[random.number(0...2)] = random.pick(lines) }
        if random.chance(25) {
            lastChunk = random.pick(["", "00", "0;x", "0000000000000000000000", "-0", "O", "0 ", "1"])
        }
        ending = random.pick([.stay, .close, .reset])
    }
}
