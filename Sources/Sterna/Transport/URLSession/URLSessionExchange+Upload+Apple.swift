#if canImport(Darwin)
extension URLSessionExchange {
    /// The size of the pipe between whoever makes the body and URLSession.
    private static let pipeSize = 64 << 10

    /// Opens the body: a stream for URLSession, which a task of ours fills at the pace at which it is read.
    func openBody() -> InputStream? {
        guard case .chunks(let make) = message.content else { return nil }
        var (input, output): (InputStream?, OutputStream?) = (nil, nil)
        Stream.getBoundStreams(withBufferSize: Self.pipeSize, inputStream: &input, outputStream: &output)
        guard let output else { return nil }
        let pipe = BodyPipe(output)
        let chunks = MeasuredChunks(length: message.length, make)
        let pump = Task.detached { [self] in
            do {
                while let chunk = try await chunks.next() {
                    guard await pipe.write(chunk) else { break }
                }
            } catch {
                end(.failure(bodyFailure(error)))
            }
            pipe.close()
        }
        let isOver = state.withLock { state in
            state.pump = pump
            return state.end != nil
        }
        if isOver { pump.cancel() }
        return input
    }
}

/// The end of a pipe into which chunks are written, on a queue of its own because writing waits for the reader.
private final class BodyPipe: @unchecked Sendable {
    private let output: OutputStream
    private let queue = DispatchQueue(label: "sterna.urlsession.body")

    init(_ output: OutputStream) {
        self.output = output
        queue.async { [self] in self.output.open() }
    }

    /// Writes all bytes; `false` when nobody reads them any more.
    func write(_ data: Data) async -> Bool {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                let isWritten = data.withUnsafeBytes { bytes in
                    var rest = bytes.bindMemory(to: UInt8.self)[...]
                    while let start = UnsafeBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
                        let count = output.write(start, maxLength: rest.count)
                        guard count > 0 else { return false }
                        rest = rest.dropFirst(count)
                    }
                    return true
                }
                continuation.resume(returning: isWritten)
            }
        }
    }

    func close() {
        queue.async { [self] in output.close() }
    }
}
#endif
