#if os(Linux)
import CLinux
import Glibc

/// Netlink as a source: one socket and one thread, which sleeps until the system tells of a change.
final class NetlinkSource: NetworkSource {
    private let ending = Lock<Int32?>(nil)

    func start(_ update: @escaping @Sendable (NetworkPath) -> Void) -> NetworkPath {
        let end = eventfd(0, Int32(EFD_CLOEXEC))
        guard end >= 0, var talk = NetlinkTalk(end: end), talk.begin() else {
            if end >= 0 { close(end) }
            return .unknown
        }
        let path = talk.path
        let run = NetlinkRun(talk, update)
        guard run.start() else {
            talk.close()
            return .unknown
        }
        ending.withLock { $0 = end }
        return path
    }

    func stop() {
        let end = ending.withLock { end in
            defer { end = nil }
            return end
        }
        guard let end else { return }
        var one: UInt64 = 1
        // The thread closes it, with its socket, when it has read this.
        _ = write(end, &one, MemoryLayout<UInt64>.size)
    }
}

/// The thread's work.
private final class NetlinkRun: @unchecked Sendable {
    private var talk: NetlinkTalk
    private let update: @Sendable (NetworkPath) -> Void

    init(_ talk: NetlinkTalk, _ update: @escaping @Sendable (NetworkPath) -> Void) {
        self.talk = talk
        self.update = update
    }

    func start() -> Bool {
        SystemThread.start("sterna-network") { self.main() } == 0
    }

    private func main() {
        while talk.hear(update) {}
        // Also after a failure: the source still writes to the descriptor, which must not be another's by then.
        talk.waitForEnd()
        talk.close()
    }
}
#endif
