#if os(Linux)
import Glibc

/// The request's body as libcurl asks for it: bytes, a file, or chunks that are made meanwhile.
final class CurlUpload: @unchecked Sendable {
    enum Fill {
        case bytes(Int)
        case later
        case failure(any Error)
    }

    /// The chunk that is sent, and the one after it.
    private struct Pump: Sendable {
        private var chunk: Data?
        private(set) var ahead: Data?
        private(set) var isAtEnd = false
        private var failure: (any Error)?
        var isPulling = false
        /// Whether libcurl waits for the next chunk.
        var isWaiting = false
        var task: Task<Void, Never>?

        /// Whether every chunk was sent.
        var isSent: Bool { isAtEnd && chunk == nil && ahead == nil }

        /// Bytes of the present chunk; 0 at the end, `nil` when there are none yet.
        mutating func take(into space: UnsafeMutableRawBufferPointer) throws -> Int? {
            guard let present = chunk else {
                if let failure { throw failure }
                return isAtEnd ? 0 : nil
            }
            let taken = present.prefix(space.count)
            taken.copyBytes(to: space)
            chunk = present.dropFirst(taken.count)
            if taken.count == present.count { (chunk, ahead) = (ahead, nil) }
            return taken.count
        }

        /// Takes what was made; whether somebody waits for it.
        mutating func put(_ result: Result<Data?, any Error>) -> Bool {
            isPulling = false
            switch result {
            case .success(nil): isAtEnd = true
            case .success(let made) where chunk == nil: chunk = made
            case .success(let made): ahead = made
            case .failure(let error): (failure, isPulling) = (error, true)
            }
            defer { isWaiting = false }
            return isWaiting
        }
    }

    let length: Int64?
    private let source: HTTPBody.Source
    private let isReplayable: Bool
    private let wake: @Sendable () -> Void
    /// Of the present reading: what an earlier one still brings is not read.
    private var pump = Lock(Pump())
    private var file: FileReader?
    private var chunks: MeasuredChunks?
    private var offset: Int64 = 0
    /// Whether libcurl waits for bytes that the body has not made yet.
    private(set) var isStarved = false

    init(_ body: HTTPBody, wake: @escaping @Sendable () -> Void) throws {
        source = body.source
        isReplayable = body.isReplayable
        self.wake = wake
        guard case .file(let path, let range) = body.source else {
            length = body.length
            return
        }
        let file = try FileReader(path, range: range)
        self.file = file
        length = file.length
    }

    /// Whether every byte was taken.
    var isSent: Bool {
        if let length { offset >= length } else { pump.withLock { $0.isSent } }
    }

    func fill(_ space: UnsafeMutableRawBufferPointer) -> Fill {
        isStarved = false
        do {
            let count =
                switch source {
                case .bytes(let data): copy(data, into: space)
                case .file: try file?.read(into: space) ?? 0
                case .chunks: try takeChunk(into: space)
                }
            guard let count else { return .later }
            offset += Int64(count)
            return .bytes(count)
        } catch {
            return .failure(error)
        }
    }

    /// Starts again from a place; only the start for chunks that can be made twice.
    func rewind(to place: Int64) -> Bool {
        guard place != offset else { return true }
        switch source {
        case .bytes: break
        case .file:
            guard file?.seek(to: place) == true else { return false }
        case .chunks:
            guard place == 0, isReplayable else { return false }
            close()
            chunks = nil
            pump = Lock(Pump())
        }
        offset = place
        return true
    }

    /// What is wrong when libcurl takes the upload for complete and the body is not.
    var remainder: (any Error)? {
        guard let file else { return nil }
        return file.changeOfLength
    }

    func close() {
        let task = pump.withLock { $0.task }
        task?.cancel()
        file = nil
    }

    private func copy(_ data: Data, into space: UnsafeMutableRawBufferPointer) -> Int {
        let rest = data.dropFirst(Int(offset)).prefix(space.count)
        _ = rest.copyBytes(to: space)
        return rest.count
    }

    /// Bytes of the present chunk; `nil` when the next one is still being made. While one is sent, one is made.
    private func takeChunk(into space: UnsafeMutableRawBufferPointer) throws -> Int? {
        let (count, mustPull) = try pump.withLock { pump -> (Int?, Bool) in
            let count = try pump.take(into: space)
            pump.isWaiting = count == nil
            let mustPull = !pump.isPulling && !pump.isAtEnd && pump.ahead == nil
            if mustPull { pump.isPulling = true }
            return (count, mustPull)
        }
        isStarved = count == nil
        if mustPull { pull() }
        return count
    }

    private func pull() {
        guard case .chunks(let make) = source else { return }
        let chunks = chunks ?? MeasuredChunks(length: length, make)
        self.chunks = chunks
        let task = Task { [pump, wake] in
            let result: Result<Data?, any Error>
            do { result = .success(try await chunks.next()) } catch { result = .failure(error) }
            if pump.withLock({ $0.put(result) }) { wake() }
        }
        pump.withLock { $0.task = task }
    }
}
#endif
