import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Notices that the reader of a pipe has gone while there is nothing to write.
///
/// A stream may be silent for hours; what it would be written to need not wait so long to be rid of it.
struct PipeWatch: Sendable {
    private let task: Task<Void, Never>
    private let isClosed = Lock(false)

    /// Looks after `descriptor`, and calls `onClose` when its reader has gone.
    init(_ descriptor: Int32, onClose: @escaping @Sendable () -> Void) {
        let isClosed = isClosed
        task = Task {
            while !Task.isCancelled, !Self.hasGone(descriptor) { try? await Task.sleep(for: .milliseconds(200)) }
            guard !Task.isCancelled else { return }
            isClosed.withLock { $0 = true }
            onClose()
        }
    }

    /// Ends the watch; whether the reader has gone.
    func end() -> Bool {
        task.cancel()
        return isClosed.withLock { $0 }
    }

    private static func hasGone(_ descriptor: Int32) -> Bool {
        var wanted = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&wanted, 1, 0) > 0 && wanted.revents & Int16(POLLERR) != 0
    }
}
