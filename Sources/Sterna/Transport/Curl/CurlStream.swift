#if os(Linux)
/// The bytes between the loop and whoever reads: above a mark the transfer is held, a read lets it go on.
final class CurlStream: Sendable {
    private struct State: Sendable {
        var bytes = Data()
        var end: Result<Void, any Error>?
        var waiter: UnsafeContinuation<Data?, any Error>?
        var isHeld = false
        /// What the transfer took, once it is over.
        var metrics: Metrics?
    }

    private static let highWater = 256 << 10
    private let state = Lock(State())

    /// Whether the consumer holds the transfer back.
    var isHeld: Bool { state.withLock { $0.isHeld } }

    /// Takes bytes from the transfer; false holds it, and the same bytes are offered again later.
    func offer(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (taken, waiter) = state.withLock { state -> (Bool, UnsafeContinuation<Data?, any Error>?) in
            if state.waiter == nil, state.bytes.count >= Self.highWater {
                state.isHeld = true
                return (false, nil)
            }
            guard let waiter = state.waiter else {
                // A piece as large as libcurl hands out has more behind it.
                if state.bytes.isEmpty, bytes.count >= 16 << 10 { state.bytes.reserveCapacity(Self.highWater / 2) }
                state.bytes.append(contentsOf: bytes)
                return (true, nil)
            }
            state.waiter = nil
            return (true, waiter)
        }
        waiter?.resume(returning: Data(bytes))
        return taken
    }

    /// The transfer goes on.
    func release() {
        state.withLock { $0.isHeld = false }
    }

    /// Everything that has come and was not read.
    func drain() -> Data {
        state.withLock { state in
            defer { state.bytes = Data() }
            return state.bytes
        }
    }

    /// No more bytes will come.
    func end(_ error: (any Error)?, _ metrics: Metrics) {
        let waiter = state.withLock { state -> UnsafeContinuation<Data?, any Error>? in
            guard state.end == nil else { return nil }
            state.metrics = metrics
            state.end = error.map { .failure($0) } ?? .success(())
            defer { state.waiter = nil }
            return state.waiter
        }
        if let error { waiter?.resume(throwing: error) } else { waiter?.resume(returning: nil) }
    }

    /// The stream as the caller sees it.
    func body(of transfer: CurlTransfer, on loop: CurlLoop?) -> HTTPBodyStream {
        HTTPBodyStream(
            next: { [self] in
                try await withTaskCancellationHandler {
                    try await next { loop?.post(.resumeReceiving(transfer)) }
                } onCancel: {
                    loop?.post(.cancel(transfer))
                }
            },
            cancel: { loop?.post(.cancel(transfer)) },
            metrics: { [self] in state.withLock { $0.metrics } })
    }

    private func next(resume: () -> Void) async throws -> Data? {
        let ready = state.withLock { state -> (data: Data?, isHeld: Bool, end: Result<Void, any Error>?) in
            let data = state.bytes.isEmpty ? nil : state.bytes
            state.bytes = Data()
            return (data, state.isHeld, data == nil ? state.end : nil)
        }
        if ready.isHeld { resume() }
        if let data = ready.data { return data }
        if let end = ready.end { return try end.map { nil }.get() }
        return try await withUnsafeThrowingContinuation { continuation in
            let now = state.withLock { state -> Result<Data?, any Error>? in
                if !state.bytes.isEmpty {
                    defer { state.bytes = Data() }
                    return .success(state.bytes)
                }
                if let end = state.end { return end.map { nil } }
                guard state.waiter == nil else { return .failure(APIError.secondReader) }
                state.waiter = continuation
                return nil
            }
            if let now { continuation.resume(with: now) }
        }
    }
}
#endif
