import Sterna

#if canImport(Darwin)
import Darwin
#else
import CLinux
import Glibc
#endif

/// What a server's threads share: it lives until the last of them has ended.
final class ServerCore: Sendable {
    /// What is done on a connection, from its first byte to its last.
    typealias Service = @Sendable (LoopbackConnection) -> Void

    let log: ServerLog
    let listeners: [Listener]
    private let service: Service
    private let bodyLimit: Int
    private let stopPipe: StopPipe
    private let isStopped = Lock(false)

    init(on addresses: [LoopbackAddress], log: ServerLog, bodyLimit: Int, service: @escaping Service) throws {
        self.log = log
        self.bodyLimit = bodyLimit
        self.service = service
        stopPipe = try StopPipe()
        var listeners: [Listener] = []
        do {
            for address in addresses { listeners.append(try Listener(address)) }
        } catch {
            for listener in listeners { listener.close() }
            throw error
        }
        self.listeners = listeners
    }

    func start() {
        for listener in listeners { startThread { core in core.accept(on: listener) } }
    }

    /// Ends all waiting, waits for the threads and closes the listeners.
    func stop() {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        stopPipe.raise()
        // A thread inside a test's own closure cannot be woken: it is waited for, but not for ever.
        let deadline = ContinuousClock.now + .seconds(5)
        while log.liveThreads > 0, .now < deadline { usleep(300) }
        for listener in listeners { listener.close() }
    }

    @discardableResult
    private func startThread(_ body: @escaping @Sendable (ServerCore) -> Void) -> Bool {
        log.countThread(1)
        let isStarted = PosixPlatform.startThread(stack: 1 << 20) { [self] in
            body(self)
            log.countThread(-1)
        }
        if !isStarted { log.countThread(-1) }
        return isStarted
    }

    private func accept(on listener: Listener) {
        let socket = Socket(listener.descriptor, stopPipe: stopPipe.readEnd)
        while socket.waitToRead() != .stopped {
            let descriptor = PosixPlatform.accept(listener.descriptor)
            if descriptor >= 0 {
                serve(descriptor, from: listener.address)
            } else if errno == EMFILE || errno == ENFILE {
                usleep(10_000)
            }
        }
    }

    private func serve(_ descriptor: Int32, from address: LoopbackAddress) {
        let number = log.open(address)
        let isStarted = startThread { core in
            let socket = Socket(descriptor, stopPipe: core.stopPipe.readEnd)
            socket.sendPromptly()
            let connection = LoopbackConnection(
                socket, number: number, address: address, log: core.log, bodyLimit: core.bodyLimit)
            core.service(connection)
            connection.close()
        }
        if !isStarted { PosixPlatform.close(descriptor) }
    }
}
