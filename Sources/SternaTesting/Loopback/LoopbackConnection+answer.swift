extension LoopbackConnection {
    /// Sends an answer; `false` when the connection is at its end after it.
    func send(_ answer: Answer, to request: ReceivedRequest) -> Bool {
        let head = AnswerHead(answer, to: request)
        switch answer.content {
        case .script(let script):
            return play(script)
        case .bytes(let body):
            guard send(head.bytes + (head.hasBody ? body : Data())) else { return false }
        case .chunks(let length, let pause, let chunk):
            guard send(head.bytes) else { return false }
            guard head.hasBody else { break }
            let sent = send(every: pause, framed: head.isChunked, chunk)
            guard let sent, sent == length ?? sent else { return false }
            if head.isChunked { guard send(Self.end(answer.trailers)) else { return false } }
        }
        return !head.closes
    }

    /// Sends chunks until there are no more, and returns their total length; `nil` when the peer closed.
    private func send(every pause: Duration?, framed: Bool, _ chunk: (Int) -> Data?) -> Int64? {
        var total: Int64 = 0
        var index = 0
        while let data = chunk(index) {
            if let pause, index > 0, !wait(pause) { return nil }
            guard send(framed ? Self.framed(data) : data) else { return nil }
            total += Int64(data.count)
            index += 1
        }
        return total
    }

    private static func framed(_ data: Data) -> Data {
        // An empty chunk would be the end of the body.
        data.isEmpty ? data : Data("\(String(data.count, radix: 16))\r\n".utf8) + data + Data("\r\n".utf8)
    }

    private static func end(_ trailers: [Answer.Field]) -> Data {
        Data("0\r\n\(trailers.map { "\($0.name): \($0.value)\r\n" }.joined())\r\n".utf8)
    }
}
