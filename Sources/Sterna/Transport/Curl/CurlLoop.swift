#if os(Linux)
import CCurl
import CLinux
import Glibc

/// The thread that runs every transfer of one transport: libcurl's multi interface over epoll, woken by an eventfd.
///
/// Commands come through one locked queue. Everything else belongs to the thread alone.
final class CurlLoop: @unchecked Sendable {
    enum Command {
        case start(CurlTransfer)
        case cancel(CurlTransfer)
        case resumeReceiving(CurlTransfer)
        case resumeSending(CurlTransfer)
        case stop
    }

    private struct Mailbox: Sendable {
        var commands: [Command] = []
        var isAsleep = false
    }

    let options: TransportOptions
    private let mailbox = Lock(Mailbox())
    private let poll: Int32
    private let bell: Int32

    // What follows is touched by the loop's thread alone.
    private var multi: UnsafeMutableRawPointer?
    private var hosts: HostQueue
    private var interest = CurlInterest.Table()
    private var active = CurlTransferTable()
    private var started: UInt64 = 0
    private var idleHandles: [CurlHandle] = []
    private var finished: [CurlTransfer] = []
    private var timerDue: Int64?
    private var inbox: [Command] = []
    private var nextSweep = Int64.max
    private var isStopping = false
    /// Whether a connection that is closed now is closed with a reset.
    private(set) var isResetting = false
    /// Milliseconds of the monotonic clock, read once in each turn.
    private(set) var now: Int64 = 0

    init(options: TransportOptions) throws(APIError) {
        if let refusal = CurlLibrary.refusal { throw APIError(.connect, refusal) }
        self.options = options
        hosts = HostQueue(limit: options.connectionsPerHost)
        poll = epoll_create1(Int32(EPOLL_CLOEXEC))
        bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard poll >= 0, bell >= 0, register(bell, EPOLLIN.rawValue, EPOLL_CTL_ADD) else {
            if poll >= 0 { close(poll) }
            if bell >= 0 { close(bell) }
            throw APIError(.connect, "no event loop could be made: \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        close(poll)
        close(bell)
    }

    /// Starts the thread, which keeps the loop alive until `stop`.
    func run() throws(APIError) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().main()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            throw APIError(.connect, "no thread could be started: \(String(cString: strerror(code)))")
        }
        pthread_detach(thread)
    }

    /// Hands a command to the thread; rings only when it sleeps.
    func post(_ command: Command) {
        let mustRing = mailbox.withLock { box in
            box.commands.append(command)
            defer { box.isAsleep = false }
            return box.isAsleep
        }
        guard mustRing else { return }
        var one: UInt64 = 1
        _ = Glibc.write(bell, &one, MemoryLayout<UInt64>.size)
    }

    // MARK: What the callbacks tell

    func finish(_ transfer: CurlTransfer) {
        finished.append(transfer)
    }

    /// A limit in time may strike at that moment.
    func expectLimit(at moment: Int64) {
        nextSweep = min(nextSweep, moment)
    }

    func setTimer(_ milliseconds: Int) {
        timerDue = milliseconds < 0 ? nil : now + Int64(milliseconds)
    }

    /// libcurl no longer wants to know of a socket. A registration is kept when it is no longer wanted, as the next
    /// transfer on the connection will want it again; but not of the sockets of libcurl's resolver, as nobody tells
    /// when one of those is closed and its number given to another.
    func unwatch(_ socket: Int32, of transfer: UInt64) {
        var entry = interest[socket]
        guard entry.isConnection else {
            epoll_ctl(poll, EPOLL_CTL_DEL, socket, nil)
            return forget(socket)
        }
        entry.wanted = 0
        entry.user = transfer
        interest[socket] = entry
    }

    /// libcurl wants to know of these events on a socket.
    func watch(_ socket: Int32, _ what: Int32) {
        var entry = interest[socket]
        entry.wanted = CurlInterest.events(what)
        if entry.isStale {
            let operation = entry.registered == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
            if register(socket, entry.wanted, operation) { entry.registered = entry.wanted }
        }
        interest[socket] = entry
    }

    /// A connection is about to be made by this socket.
    func adopt(_ socket: Int32, isSecure: Bool) {
        interest[socket] = CurlInterest(isConnection: true, isSecure: isSecure)
    }

    /// The socket is closed, which takes it out of epoll.
    func forget(_ socket: Int32) {
        interest[socket] = CurlInterest()
    }

    private func register(_ socket: Int32, _ events: UInt32, _ operation: Int32) -> Bool {
        var event = epoll_event(events: events, data: epoll_data(fd: socket))
        return epoll_ctl(poll, operation, socket, &event) == 0
    }
}

// MARK: - The thread

extension CurlLoop {
    private func main() {
        sterna_name_thread("sterna-curl")
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        while !isStopping {
            let isBusy = takeCommands()
            let wait = isBusy ? 0 : timeToSleep()
            let count = epoll_wait(poll, &events, Int32(events.count), wait)
            mailbox.withLock { $0.isAsleep = false }
            now = Self.clock()
            for index in 0..<max(0, Int(count)) { handle(events[index]) }
            if let due = timerDue, due <= now { act(on: CURL_SOCKET_TIMEOUT, 0) }
            readMessages()
            if now >= nextSweep { sweep() }
            settle()
        }
        shutDown()
    }

    /// Performs what was posted; whether there is more to do before the thread may sleep.
    private func takeCommands() -> Bool {
        mailbox.withLock { box in
            swap(&box.commands, &inbox)
            box.isAsleep = inbox.isEmpty && finished.isEmpty
        }
        now = Self.clock()
        let isBusy = !inbox.isEmpty || !finished.isEmpty
        for command in inbox { perform(command) }
        inbox.removeAll(keepingCapacity: true)
        return isBusy
    }

    private static func clock() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    private func timeToSleep() -> Int32 {
        let next = min(timerDue ?? .max, nextSweep)
        guard next < .max else { return -1 }
        return Int32(clamping: max(0, next - now))
    }

    /// Bytes on a kept connection that nobody waits for would become the answer of the next request (RFC 9112 §9.2):
    /// such a connection is shut down, which libcurl notices before it uses it again. Within TLS they may be the
    /// protocol's own, such as a session ticket or a ping of HTTP/2, and stay.
    private func handle(_ event: epoll_event) {
        let socket = event.data.fd
        if socket == bell {
            var count: UInt64 = 0
            _ = Glibc.read(bell, &count, MemoryLayout<UInt64>.size)
            return
        }
        let entry = interest[socket]
        let isFailure = event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
        guard entry.wanted != 0, isFailure || event.events & entry.wanted != 0 else {
            if isIdle(entry) { shutdown(socket, Int32(SHUT_RDWR)) }
            forgetRegistration(of: socket)
            return
        }
        act(on: socket, CurlInterest.mask(event.events))
    }

    /// Whether the connection is in the clear and no transfer uses it, not even one that is held back.
    private func isIdle(_ entry: CurlInterest) -> Bool {
        entry.isConnection && !entry.isSecure && entry.wanted == 0 && !active.all.contains { $0.number == entry.user }
    }

    /// An event that nobody wants would wake the thread for ever.
    private func forgetRegistration(of socket: Int32) {
        epoll_ctl(poll, EPOLL_CTL_DEL, socket, nil)
        var entry = interest[socket]
        entry.registered = entry.wanted != 0 && register(socket, entry.wanted, EPOLL_CTL_ADD) ? entry.wanted : 0
        interest[socket] = entry
    }

    private func act(on socket: curl_socket_t, _ mask: Int32) {
        if socket == CURL_SOCKET_TIMEOUT { timerDue = nil }
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, mask, &running)
    }

    private func readMessages() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            var own: UnsafeMutableRawPointer?
            guard sterna_get_pointer(easy, CURLINFO_PRIVATE, &own) == CURLE_OK, let own else { continue }
            let result = sterna_result(message)
            Unmanaged<CurlHandle>.fromOpaque(own).takeUnretainedValue().transfer?.complete(result)
        }
    }

    /// Gives back the handles of finished transfers and answers whoever waits, outside of every callback.
    private func settle() {
        guard !finished.isEmpty else { return }
        let ready = finished
        finished.removeAll(keepingCapacity: true)
        for transfer in ready {
            if transfer.isOver { release(transfer) }
            transfer.answer()
        }
    }

    private func perform(_ command: Command) {
        switch command {
        case .start(let transfer): start(transfer)
        case .cancel(let transfer): transfer.cancel(on: self)
        case .resumeReceiving(let transfer): transfer.resumeReceiving(at: now)
        case .resumeSending(let transfer): transfer.resumeSending(at: now)
        case .stop: isStopping = true
        }
    }

    private func start(_ transfer: CurlTransfer) {
        guard transfer.start(on: self) else { return }
        started += 1
        transfer.number = started
        active.insert(transfer)
        expectLimit(at: transfer.nextLimit)
        if hosts.admit(transfer) { begin(transfer) }
    }

    private func begin(_ transfer: CurlTransfer) {
        transfer.isAdmitted = true
        do {
            if multi == nil { multi = try makeMulti() }
            let handle = try idleHandles.popLast() ?? CurlHandle(loop: self)
            try transfer.begin(on: handle, options: options, loop: self)
            let code = curl_multi_add_handle(multi, handle.easy)
            guard code == CURLM_OK else {
                throw APIError(.connect, "libcurl refused the transfer: \(String(cString: curl_multi_strerror(code)))")
            }
            transfer.isAdded = true
            expectLimit(at: transfer.nextLimit)
        } catch let error as CurlRefusal {
            transfer.fail(APIError(.invalidRequest, error.description), on: self)
        } catch {
            transfer.fail(error, on: self)
        }
    }

    private func release(_ transfer: CurlTransfer) {
        guard active.remove(transfer) else { return }
        if active.isEmpty { nextSweep = now + options.idleConnectionLifetime.inMilliseconds }
        if let handle = transfer.handle {
            transfer.handle = nil
            if transfer.isAdded { remove(handle, resetting: transfer.isCutShort) }
            if idleHandles.count < 256, (try? handle.recycle(afterSuccess: transfer.isSuccess)) != nil {
                idleHandles.append(handle)
            }
        }
        if transfer.isAdmitted { hosts.release(transfer.origin).forEach(begin) }
    }

    /// Takes a transfer from libcurl, which closes its connection when it is not at its end.
    private func remove(_ handle: CurlHandle, resetting: Bool) {
        isResetting = resetting
        curl_multi_remove_handle(multi, handle.easy)
        isResetting = false
    }

    /// The host of the transfer speaks HTTP/2, where one connection carries many.
    func multiplex(_ origin: Origin) {
        hosts.multiplex(origin).forEach(begin)
    }

    /// Looks at the limits in time of all transfers; runs only when one of them may have struck.
    private func sweep() {
        nextSweep = .max
        for transfer in active.all where !transfer.isOver {
            if let phase = transfer.limitStruck(at: now) {
                transfer.timeOut(phase, on: self)
            } else {
                nextSweep = min(nextSweep, transfer.nextLimit)
            }
        }
        if active.isEmpty { closePool() }
    }

    /// After a while without a transfer no connection is worth keeping.
    private func closePool() {
        idleHandles.removeAll()
        if let multi { curl_multi_cleanup(multi) }
        multi = nil
        timerDue = nil
    }

    private func makeMulti() throws(APIError) -> UnsafeMutableRawPointer {
        guard let multi = curl_multi_init() else { throw APIError(.connect, "libcurl has no memory left") }
        let own = Unmanaged.passUnretained(self).toOpaque()
        let perHost = options.connectionsPerHost
        let codes = [
            sterna_multi_set_socket(multi, CurlCallbacks.socket),
            sterna_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, own),
            sterna_multi_set_timer(multi, CurlCallbacks.timer),
            sterna_multi_set_pointer(multi, CURLMOPT_TIMERDATA, own),
            sterna_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX)),
            sterna_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, perHost),
            sterna_multi_set_long(multi, CURLMOPT_MAXCONNECTS, max(256, perHost)),
        ]
        guard let failure = codes.first(where: { $0 != CURLM_OK }) else { return multi }
        curl_multi_cleanup(multi)
        throw APIError(.connect, "libcurl refused an option: \(String(cString: curl_multi_strerror(failure)))")
    }

    private func shutDown() {
        let left = mailbox.withLock { box in
            defer { box.commands = [] }
            return box.commands
        }
        for case .start(let transfer) in left where transfer.start(on: self) { transfer.cancel(on: self) }
        for transfer in active.all { transfer.cancel(on: self) }
        settle()
        closePool()
    }
}
#endif
