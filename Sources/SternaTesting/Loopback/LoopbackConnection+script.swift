extension LoopbackConnection {
    /// Plays the steps in their order; `false` when the connection is at its end after them.
    func play(_ script: Script) -> Bool {
        for step in script.steps {
            guard play(step.action) else { return false }
        }
        return true
    }

    private func play(_ action: Script.Step.Action) -> Bool {
        switch action {
        case .read: return readRequest() != nil
        case .readHead: return readHead() != nil
        case .readBody(let bytes): return readBody(upTo: bytes) != nil
        case .slowRead(let bytes, let pause): return slowRead(bytes, every: pause)
        case .send(let pieces, let pause): return send(pieces, every: pause)
        case .repeated(let bytes, let times): return send(bytes, times: times)
        case .wait(let duration): return wait(duration)
        case .halfClose: halfClose()
        case .close, .reset, .hang: return end(action)
        }
        return true
    }

    private func end(_ action: Script.Step.Action) -> Bool {
        switch action {
        case .reset: reset()
        case .hang: hang()
        default: break
        }
        return false
    }

    private func slowRead(_ bytes: Int, every pause: Duration) -> Bool {
        shrinkReceiveBuffer()
        guard readHead(size: bytes, every: pause) != nil else { return false }
        return readBody(upTo: .max, size: bytes, every: pause) != nil
    }

    private func send(_ pieces: [ArraySlice<UInt8>], every pause: Duration) -> Bool {
        for (index, piece) in pieces.enumerated() {
            guard index == 0 || pause == .zero || wait(pause) else { return false }
            guard send(piece) else { return false }
        }
        return true
    }

    private func send(_ bytes: [UInt8], times: Int) -> Bool {
        guard !bytes.isEmpty, times > 0 else { return true }
        // Small pieces are sent many at a time: it is the same stream, and a hundred times as fast.
        let perBlock = min(times, max(1, (1 << 16) / bytes.count))
        let block = Array(repeatElement(bytes, count: perBlock).joined())
        for _ in 0..<times / perBlock {
            guard send(block) else { return false }
        }
        return send(block.prefix(times % perBlock * bytes.count))
    }
}
