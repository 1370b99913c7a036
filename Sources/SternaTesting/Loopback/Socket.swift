#if canImport(Darwin)
import Darwin
#else
import CLinux
import Glibc
#endif

/// A non-blocking socket and the pipe that ends all waiting when its server stops. It owns neither descriptor.
struct Socket: Sendable {
    /// What ended a wait.
    enum Wake {
        case ready, peerClosed, stopped, timedOut
    }

    /// What came of a read.
    enum Reception {
        case bytes(Int), ended, stopped, timedOut
    }

    let descriptor: Int32
    let stopPipe: Int32

    init(_ descriptor: Int32, stopPipe: Int32) {
        self.descriptor = descriptor
        self.stopPipe = stopPipe
        PosixPlatform.silencePipeSignal(descriptor)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Sends small pieces at once, without waiting for more (Nagle's algorithm off).
    func sendPromptly() {
        setOption(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
    }

    func shrinkReceiveBuffer() {
        setOption(SOL_SOCKET, SO_RCVBUF, Int32(4096))
    }

    func resetOnClose() {
        setOption(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
    }

    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func close() {
        PosixPlatform.close(descriptor)
    }

    private func setOption<Value: BitwiseCopyable>(_ level: Int32, _ name: Int32, _ value: Value) {
        var value = value
        setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Value>.size))
    }

    /// Waits for something to read, at most until `deadline`.
    func waitToRead(until deadline: ContinuousClock.Instant? = nil) -> Wake {
        wait(for: Int16(POLLIN), noticing: 0, until: deadline)
    }

    /// Waits until `deadline`, unless the peer closes or the server stops.
    func waitForPeer(until deadline: ContinuousClock.Instant?) -> Wake {
        wait(for: 0, noticing: PosixPlatform.pollPeerClosed, until: deadline)
    }

    /// Reads what is there; waits for it, at most until `deadline`.
    func receive(
        into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant? = nil
    ) -> Reception {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            if errno == EINTR { continue }
            guard errno == EAGAIN || errno == EWOULDBLOCK else { return .ended }
            switch waitToRead(until: deadline) {
            case .ready, .peerClosed: continue
            case .stopped: return .stopped
            case .timedOut: return .timedOut
            }
        }
    }

    /// Sends all bytes, at the pace of the peer.
    func send(_ bytes: UnsafeRawBufferPointer) -> Wake {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            // A peer that takes bytes as fast as they come gives no cause to wait, and the stop must be noticed too.
            guard !isStopped else { return .stopped }
            let count = PosixPlatform.send(descriptor, part, limit: 1 << 20)
            if count > 0 {
                rest = rest.dropFirst(count)
                continue
            }
            if errno == EINTR { continue }
            guard errno == EAGAIN || errno == EWOULDBLOCK else { return .peerClosed }
            let wake = wait(for: Int16(POLLOUT), noticing: PosixPlatform.pollPeerClosed, until: nil)
            guard wake == .ready else { return wake }
        }
        return .ready
    }

    private var isStopped: Bool {
        var entry = pollfd(fd: stopPipe, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Whether the peer has closed; bytes that it sent before may still wait to be read.
    var peerHasClosed: Bool { waitForPeer(until: .now) == .peerClosed }

    private func wait(for events: Int16, noticing: Int16, until deadline: ContinuousClock.Instant?) -> Wake {
        while true {
            if noticing != 0, PosixPlatform.peekShowsEnd(descriptor) { return .peerClosed }
            var entries = [
                pollfd(fd: descriptor, events: events | noticing, revents: 0),
                pollfd(fd: stopPipe, events: Int16(POLLIN), revents: 0),
            ]
            let tick = noticing == 0 ? nil : PosixPlatform.peekInterval
            let count = poll(&entries, 2, Self.milliseconds(until: deadline, tick: tick))
            if count < 0, errno == EINTR { continue }
            let seen = entries[0].revents
            if entries[1].revents != 0 { return .stopped }
            if seen & events != 0, seen & noticing == 0 { return .ready }
            if seen != 0 { return .peerClosed }
            if let deadline, .now >= deadline { return .timedOut }
        }
    }

    /// The argument of `poll`, rounded up so that a wait never ends early; -1 waits for ever.
    private static func milliseconds(until deadline: ContinuousClock.Instant?, tick: Duration?) -> Int32 {
        guard let left = [deadline.map { $0 - .now }, tick].compactMap({ $0 }).min() else { return -1 }
        return Int32(min(3_600_000, (max(.zero, left) / .milliseconds(1)).rounded(.up)))
    }
}
