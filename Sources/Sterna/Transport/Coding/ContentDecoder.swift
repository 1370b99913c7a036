#if os(Linux)
/// Undoes the codings of one body, at the pace of whoever takes what comes out. One task at a time uses it.
final class ContentDecoder: @unchecked Sendable {
    private final class Step {
        let stage: any DecoderStage
        var input = Data()
        var hasInput = false
        /// Whether there may be more to come out of what went in.
        var isFull = false

        init(_ stage: any DecoderStage) {
            self.stage = stage
        }
    }

    private static let pieceSize = 64 << 10
    private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    /// The coding that was applied last comes first.
    private let steps: [Step]

    /// - Parameter codings: in the order in which they were applied; at least one.
    init(_ codings: [ContentCoding]) throws(CodingFault) {
        var steps: [Step] = []
        for coding in codings.reversed() {
            guard let stage = DecoderStages.make(coding) else {
                throw .unreadable("the library that undoes \(coding.rawValue) is not on this machine")
            }
            steps.append(Step(stage))
        }
        self.steps = steps
    }

    deinit {
        scratch.deallocate()
    }

    /// Takes bytes as they came over the wire.
    func feed(_ bytes: Data) {
        give(bytes, to: 0)
    }

    /// The next decoded bytes, at most 64 KiB; `nil` when more must be fed first.
    func next() throws(CodingFault) -> Data? {
        try output(of: steps.count - 1)
    }

    /// Nothing more will be fed.
    ///
    /// - Throws: ``CodingFault/cut`` when a coded stream has begun and not ended.
    func finish() throws(CodingFault) {
        for step in steps where step.hasInput && !step.stage.isAtEnd { throw .cut }
    }

    /// Decodes a whole body.
    static func decoded(_ bytes: Data, _ codings: [ContentCoding], limit: Int) throws(CodingFault) -> Data {
        let decoder = try ContentDecoder(codings)
        decoder.feed(bytes)
        var result = Data()
        while let piece = try decoder.next() {
            guard piece.count <= limit - result.count else { throw .tooLarge }
            result.append(piece)
        }
        try decoder.finish()
        return result
    }

    private func give(_ bytes: Data, to index: Int) {
        guard !bytes.isEmpty else { return }
        if steps[index].input.isEmpty { steps[index].input = bytes } else { steps[index].input.append(bytes) }
        steps[index].hasInput = true
        steps[index].isFull = true
    }

    private func output(of index: Int) throws(CodingFault) -> Data? {
        while true {
            if steps[index].isFull, let piece = try run(steps[index]) { return piece }
            guard index > 0, let input = try output(of: index - 1) else { return nil }
            give(input, to: index)
        }
    }

    /// What the step makes of its input now; `nil` when it needs more.
    private func run(_ step: Step) throws(CodingFault) -> Data? {
        while true {
            let outcome = step.input.withUnsafeBytes { input in
                Result { () throws(CodingFault) in try step.stage.decode(input, into: scratch) }
            }
            let (taken, made) = try outcome.get()
            step.input = taken < step.input.count ? step.input.dropFirst(taken) : Data()
            if made > 0 { return Data(scratch.prefix(made)) }
            guard taken > 0, !step.input.isEmpty else { break }
        }
        step.isFull = false
        return nil
    }
}
#endif
