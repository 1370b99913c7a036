#if os(Linux)
import CLinux
import Glibc

/// The commands to a loop, and who runs it: its thread, or a caller that found nobody at it. Never two at a time.
///
/// A caller that starts a transfer while nobody runs the loop runs it itself for a moment. That spares waking the
/// thread, which costs more than all that is to do.
final class CurlMailbox: Sendable {
    enum Command {
        case start(CurlTransfer)
        case cancel(CurlTransfer)
        case resumeReceiving(CurlTransfer)
        case resumeSending(CurlTransfer)
        case run(UnownedJob)
        case stop
    }

    /// Who waits for events of the sockets.
    enum Watcher {
        case nobody, caller, thread
    }

    private struct State: Sendable {
        var commands: [Command] = []
        var isRun = false
        /// Whether the thread has ended, so that nobody takes a command any more.
        var isClosed = false
        /// Whether the thread waits until whoever runs the loop hands it over.
        var isThreadWaiting = false
        var isRung = false
        var watcher = Watcher.nobody
        /// When the thread wakes by itself, in milliseconds of the loop's clock.
        var wakesAt = Int64.max

        /// Whether the bell is still silent.
        mutating func mustRing() -> Bool {
            defer { isRung = true }
            return !isRung
        }
    }

    /// Readable when the thread has to wake.
    let bell: Int32
    private let handover: Int32
    private let state = Lock(State())

    init?() {
        bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        handover = eventfd(0, Int32(EFD_CLOEXEC))
        guard bell >= 0, handover >= 0 else { return nil }
    }

    deinit {
        Glibc.close(bell)
        Glibc.close(handover)
    }

    /// Leaves a command to whoever runs the loop, or else to the thread.
    func post(_ command: Command) {
        let mustRing = state.withLock { state in
            state.commands.append(command)
            return state.isRun ? false : state.mustRing()
        }
        if mustRing { ring() }
    }

    /// Leaves work for the thread; false when that has ended.
    func post(_ job: UnownedJob) -> Bool {
        let (isOpen, mustRing) = state.withLock { state -> (Bool, Bool) in
            guard !state.isClosed else { return (false, false) }
            state.commands.append(.run(job))
            return (true, state.isRun ? false : state.mustRing())
        }
        if mustRing { ring() }
        return isOpen
    }

    /// The thread ends: the work that it leaves behind.
    func close() -> [UnownedJob] {
        state.withLock { state in
            state.isClosed = true
            defer { state.commands.removeAll() }
            return state.commands.compactMap { if case .run(let job) = $0 { job } else { nil } }
        }
    }

    /// Leaves a command; true when nothing goes on and the caller has to run the loop itself.
    func postAndEnter(_ command: Command) -> Bool {
        let (isEntered, mustRing) = state.withLock { state in
            state.commands.append(command)
            guard !state.isRun else { return (false, false) }
            guard state.watcher == .nobody else { return (false, state.mustRing()) }
            state.isRun = true
            return (true, false)
        }
        if mustRing { ring() }
        return isEntered
    }

    /// Takes the commands for whoever runs the loop.
    func take(into inbox: inout [Command]) {
        state.withLock { swap(&$0.commands, &inbox) }
    }

    /// The thread waits for the bell alone, at most so many milliseconds. No event is seen.
    func rest(_ wait: Int32) -> Int32 {
        var entry = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
        if poll(&entry, 1, wait) > 0 { hush() }
        return 0
    }

    /// The thread has heard the bell. Nobody else may silence it.
    func hush() {
        var count: UInt64 = 0
        _ = Glibc.read(bell, &count, MemoryLayout<UInt64>.size)
    }

    /// Waits until the thread runs the loop.
    func enter() {
        let mustWait = state.withLock { state in
            if state.watcher == .thread { state.watcher = .nobody }
            state.isThreadWaiting = state.isRun
            state.isRun = true
            return state.isThreadWaiting
        }
        guard mustWait else { return }
        var count: UInt64 = 0
        while Glibc.read(handover, &count, MemoryLayout<UInt64>.size) < 0 {}
    }

    /// Whether a caller that watched runs the loop again. Where another one runs it, what the caller saw is left to
    /// the thread.
    func enterAgain() -> Bool {
        state.withLock { state in
            if state.watcher == .caller { state.watcher = .nobody }
            guard !state.isRun else { return false }
            state.isRun = true
            return true
        }
    }

    /// The thread gives the loop up, unless there are commands.
    func leave(asThread watcher: Watcher, wakingAt moment: Int64) -> Bool {
        state.withLock { state in
            guard state.commands.isEmpty else { return false }
            state.isRun = false
            if watcher == .thread || state.watcher != .caller { state.watcher = watcher }
            state.isRung = false
            state.wakesAt = moment
            return true
        }
    }

    /// A caller gives the loop up, unless there are commands.
    ///
    /// - Parameters:
    ///   - needsWatcher: whether somebody has to watch the sockets.
    ///   - due: when the loop has something to do without an event.
    ///   - isUrgent: whether the thread has to go on, commands or not.
    func leave(needsWatcher: Bool, due: Int64, isUrgent: Bool) -> Bool {
        let (isLeft, next) = state.withLock { state -> (Bool, Next) in
            guard state.commands.isEmpty || isUrgent else { return (false, .rest) }
            if state.isThreadWaiting {
                state.isThreadWaiting = false
                return (true, .handOver)
            }
            state.isRun = false
            guard isUrgent || due < state.wakesAt || needsWatcher && state.watcher == .nobody else {
                return (true, .rest)
            }
            return (true, state.mustRing() ? .ring : .rest)
        }
        switch next {
        case .rest: break
        case .ring: ring()
        case .handOver: signal(handover)
        }
        return isLeft
    }

    /// A caller gives the loop up and watches the sockets itself. False when there are commands, when another one
    /// watches, and when the thread waits for the loop.
    func leaveWatching() -> Bool {
        state.withLock { state in
            guard state.commands.isEmpty, state.watcher == .nobody, !state.isThreadWaiting else { return false }
            state.isRun = false
            state.watcher = .caller
            return true
        }
    }

    private enum Next: Sendable {
        case rest, ring, handOver
    }

    private func ring() {
        signal(bell)
    }

    private func signal(_ descriptor: Int32) {
        var one: UInt64 = 1
        _ = Glibc.write(descriptor, &one, MemoryLayout<UInt64>.size)
    }
}

#if THREAD_SANITIZER
extension CurlMailbox {
    /// The thread sanitizer does not see that a continuation passes on what it is resumed with: whoever resumes one
    /// calls this before, whoever waited calls it after.
    func showHandover() {
        state.withLock { _ in }
    }
}
#else
extension CurlMailbox {
    /// Of use to the thread sanitizer alone.
    @inline(__always)
    func showHandover() {}
}
#endif
#endif
