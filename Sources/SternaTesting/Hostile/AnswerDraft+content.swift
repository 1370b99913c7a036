extension AnswerDraft {
    mutating func mutateCoding(_ random: inout SeededRandom) {
        switch random.number(0...5) {
        case 0:
            cutContent(&random)
        case 1:
            weaken(to: coding.isChecked ? .noticeable : .anything)
            Self.damage(&body, &random)
        case 2:
            weaken(to: .anything)
            fields.append(Array("Content-Encoding: \(random.pick(Self.codings))".utf8))
        case 3:
            weaken(to: coding.isChecked ? .noticeable : .anything)
            body = random.bytes(random.number(0...4000))
        case 4:
            weaken(to: .anything)
            fields.append(Array("Content-Encoding: gzip".utf8))
            body = CodedContent.bomb(of: random.pick([10_000, 3 << 20, 40 << 20]))
            chunkSize = 16_384
        default:
            weaken(to: .anything)
            body += random.pick([body, random.bytes(30), [0], [UInt8](repeating: 0, count: 600)])
        }
    }

    private static let codings = [
        "gzip", "deflate", "br", "zstd", "x-gzip", "identity", "", ",", "gzip, gzip",
        "gzip, br, deflate, gzip, br, gzip",
        "compress", "aes128gcm", "GZIP", "gzip;q=1", "none", "gzip\tbr",
    ]

    /// The coded stream stops before its end, while the framing tells the truth about what is left of it.
    private mutating func cutContent(_ random: inout SeededRandom) {
        weaken(to: coding == .identity ? .anything : .noticeable)
        body = Array(body.prefix(random.number(0...body.count)))
    }

    mutating func mutateInterim(_ random: inout SeededRandom) {
        let lines = [
            "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n",
            "HTTP/1.1 102 Processing\r\nX: y\r\n\r\n", "HTTP/1.1 199 Odd\r\n\r\n",
        ]
        let wrong = [
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n", "HTTP/1.1 100\r\nContent-Length: 5\r\n\r\n",
            "HTTP/1.1 100 Continue\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 1000 x\r\n\r\n", "\r\n",
            "HTTP/1.1 1",
            "HTTP/1.1 103 \(String(repeating: "y", count: 150_000))\r\n\r\n",
        ]
        let count = random.pick([1, 1, 2, 3, 300, 3000])
        interim = (0..<count).map { _ in Array(random.pick(lines).utf8) }
        guard random.chance(40) else { return }
        weaken(to: .anything)
        interim.append(Array(random.pick(wrong).utf8))
    }

    mutating func mutateTrailers(_ random: inout SeededRandom) {
        framing = .chunked
        let size = random.pick([10, 90_000, 300_000])
        let lines = [
            "X-Trailer: a", "Content-Length: 5", "Transfer-Encoding: chunked", "Set-Cookie: a=b", "no colon", " : ",
            "\0",
            "HTTP/1.1 200 OK",
        ]
        trailers = (0..<random.pick([1, 2, 100, 5000])).map { _ in Array(random.pick(lines).utf8) }
        if random.chance(30) { trailers.append(Array("X: \(String(repeating: "t", count: size))".utf8)) }
        // What is wrong with a trailer does no harm to the body before it.
        if random.chance(20) { trailers = [Array("X-Trailer: a".utf8), [13, 10]] }
    }

    mutating func mutateExcess(_ random: inout SeededRandom) {
        let stranger = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"
        let all = [
            Array(stranger.utf8), Array("\r\n\(stranger)".utf8),
            Array("HTTP/1.1 408 Timeout\r\nConnection: close\r\n\r\n".utf8),
            random.bytes(random.number(1...5000)), [13, 10], [0],
        ]
        excess = random.pick(all)
        if framing == .untilClose || excess.count > 2 { weaken(to: framing == .untilClose ? .anything : .right) }
        ending = random.pick([.stay, .close, .reset])
    }

    mutating func mutateCut(_ random: inout SeededRandom) {
        // With neither a length nor a checksum a body that ends too soon looks like a whole one.
        weaken(to: showsItsEnd ? .noticeable : .anything)
        cut = Double(random.number(0...999)) / 1000
        ending = random.pick([.close, .close, .reset, .hang])
    }

    mutating func mutateBytes(_ random: inout SeededRandom) {
        weaken(to: .anything)
        let seed = random.next()
        edits.append { bytes in
            var random = SeededRandom(seed: seed)
            var bytes = bytes
            for _ in 0..<random.pick([1, 1, 2, 5, 40]) { Self.damage(&bytes, &random) }
            return bytes
        }
        if random.chance(50) { ending = .close }
    }

    mutating func mutatePauses(_ random: inout SeededRandom) {
        let count = random.pick([1, 2, 5, 20])
        pieces = (0..<count).map { _ in Double(random.number(0...999)) / 1000 }
        pause = .milliseconds(random.pick([1, 1, 2, 5]))
        guard random.chance(10) else { return }
        weaken(to: .noticeable)
        if !showsItsEnd { weaken(to: .anything) }
        cut = cut ?? 0.9
        ending = .hang
    }

    mutating func mutateEndless(_ random: inout SeededRandom) {
        weaken(to: .anything)
        cut = random.pick([0, 0.01, 0.03, 0.1, 0.9, 0.97, 1])
        let texts = [
            "X-N: aaaaaaaaaaaaaaaa\r\n", "HTTP/1.1 103 Early Hints\r\n\r\n", "a", "\r\n", "1\r\na\r\n", "0\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", " ", "\0",
        ]
        endless = random.chance(20) ? random.bytes(1000) : Array(random.pick(texts).utf8)
    }

    /// One small change somewhere.
    private static func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        guard !bytes.isEmpty else { return }
        let place = random.number(0...bytes.count - 1)
        switch random.number(0...4) {
        case 0: bytes[place] ^= 1 << UInt8(random.number(0...7))
        case 1: bytes[place] = random.pick([0, 9, 10, 13, 32, 58, 255])
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + random.number(1...20)))
        case 3: bytes.insert(contentsOf: random.bytes(random.number(1...20)), at: place)
        default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 30)], at: place)
        }
    }
}
