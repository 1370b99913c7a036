public import Observation
public import Sterna

/// Sends a file or a form, and says at each moment how far it is.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@Observable
public final class Uploader<Response: Sendable> {
    /// What the screen shows.
    public nonisolated enum State {
        /// Nothing was sent yet.
        case idle
        /// It is being sent; `nil` before anything is known.
        case uploading(TransferProgress?)
        /// The server has it, and answered.
        case success(Response)
        /// It failed.
        case failure(LoadFailure)
    }

    /// Sends, and tells how far it is.
    public typealias Send =
        @Sendable (_ progress: @escaping @Sendable (TransferProgress) -> Void) async throws -> Response

    /// What the screen shows now.
    public private(set) var state = State.idle

    @ObservationIgnored private var last: Send?
    @ObservationIgnored private var newest: (number: Int, task: Task<Response, any Error>?) = (0, nil)

    /// Nothing was sent yet.
    public init() {}

    /// How far it is, from 0 to 1; `nil` while nothing is sent or nobody knows.
    public var fraction: Double? {
        if case .uploading(let progress) = state { progress?.fraction } else { nil }
    }

    /// Sends. An upload that is under way is cancelled.
    ///
    /// ```swift
    /// await uploader.start { try await api.upload(addPhoto, from: .multipart(form), progress: $0) }
    /// ```
    public func start(_ send: @escaping Send) async {
        newest.task?.cancel()
        last = send
        let number = newest.number + 1
        // Only the newest matters: a screen cannot show more.
        let (steps, teller) = AsyncStream.makeStream(of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task { @concurrent in
            defer { teller.finish() }
            return try await send { teller.yield($0) }
        }
        newest = (number, task)
        state = .uploading(nil)
        await withTaskCancellationHandler {
            for await step in steps where newest.number == number { state = .uploading(step) }
            let result = await task.result
            if newest.number == number { settle(result) }
        } onCancel: {
            task.cancel()
        }
    }

    /// Sends once more what failed.
    public func tryAgain() async {
        guard let last, newest.task == nil else { return }
        await start(last)
    }

    /// Ends an upload that is under way.
    public func cancel() {
        guard let task = newest.task else { return }
        newest = (newest.number + 1, nil)
        task.cancel()
        state = .idle
    }

    private func settle(_ result: Result<Response, any Error>) {
        newest.task = nil
        switch result {
        case .success(let response): state = .success(response)
        case .failure(is CancellationError): state = .idle
        case .failure(let error): state = .failure(LoadFailure(error))
        }
    }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
nonisolated extension Uploader.State: Sendable where Response: Sendable {}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
nonisolated extension Uploader.State: Equatable where Response: Equatable {
    /// Whether both show the same.
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.idle, .idle): true
        case (.uploading(let a), .uploading(let b)): a == b
        case (.success(let a), .success(let b)): a == b
        case (.failure(let a), .failure(let b)): a == b
        default: false
        }
    }
}
