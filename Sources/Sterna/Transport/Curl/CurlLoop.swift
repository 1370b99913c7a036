#if os(Linux)
import CCurl
import CLinux
import Glibc

/// The thread that runs every transfer of one transport: libcurl's multi interface over epoll, woken by an eventfd.
///
/// Commands come through one locked queue. Everything else belongs to the thread alone.
final class CurlLoop: @unchecked Sendable {
    let options: TransportOptions
    let proxies: ProxyChoice
    let mailbox: CurlMailbox
    let sockets: CurlSockets
    let jobs: CurlJobs

    // What follows is touched by whoever runs the loop.
    @exclusivity(unchecked) private var multi: UnsafeMutableRawPointer?
    @exclusivity(unchecked) private var hosts: HostQueue
    @exclusivity(unchecked) private var active = CurlTransferTable()
    @exclusivity(unchecked) private var idleHandles: [CurlHandle] = []
    @exclusivity(unchecked) private var finished: [CurlTransfer] = []
    @exclusivity(unchecked) private var timerDue: Int64?
    @exclusivity(unchecked) private var inbox: [CurlMailbox.Command] = []
    @exclusivity(unchecked) private var nextSweep = Int64.max
    @exclusivity(unchecked) private var isStopping = false
    /// Whether a connection that is closed now is closed with a reset.
    @exclusivity(unchecked) private(set) var isResetting = false
    /// Milliseconds of the monotonic clock, read once in each turn.
    @exclusivity(unchecked) private(set) var now: Int64 = 0
    /// How many more calls must be alone before one waits itself.
    @exclusivity(unchecked) private var reserve = 8
    /// How often events were handled: what was seen before the last time may be stale.
    @exclusivity(unchecked) private var looks = 0

    /// How long a lone call waits itself, in nanoseconds.
    private static let patience: Int64 = 200_000

    init(options: TransportOptions) throws(APIError) {
        if let refusal = CurlLibrary.refusal { throw APIError(.connect, refusal) }
        self.options = options
        proxies = ProxyChoice(options, environment: ProcessInfo.processInfo.environment)
        hosts = HostQueue(limit: options.connectionsPerHost)
        guard let mailbox = CurlMailbox(), let sockets = CurlSockets(bell: mailbox.bell) else {
            throw APIError(.connect, "no event loop could be made: \(String(cString: strerror(errno)))")
        }
        self.mailbox = mailbox
        self.sockets = sockets
        jobs = CurlJobs(mailbox)
    }

    /// Starts the thread, which keeps the loop alive until `stop`.
    func run() throws(APIError) {
        let code = SystemThread.start("sterna-curl") { self.main() }
        guard code == 0 else {
            throw APIError(.connect, "no thread could be started: \(String(cString: strerror(code)))")
        }
    }

    /// Leaves a command to whoever runs the loop.
    func post(_ command: CurlMailbox.Command) {
        mailbox.post(command)
    }

    /// Starts a transfer: at once and on this thread where nobody runs the loop, otherwise by whoever does.
    func start(_ transfer: CurlTransfer) {
        guard !jobs.isHere else { return startHere(transfer) }
        guard CurlLibrary.writesWithoutSignals else { return mailbox.post(.start(transfer)) }
        guard mailbox.postAndEnter(.start(transfer)) else { return }
        // Before a kept connection is used it must be seen what came on it meanwhile.
        look()
        turn()
        guard attend(transfer) else { return }
        var turns = 0
        while !mailbox.leave(needsWatcher: !active.isEmpty, due: due, isUrgent: mustHandOver || turns > 8) {
            turn()
            turns += 1
        }
    }

    /// A caller on the loop's own thread starts a transfer, outside of every callback.
    private func startHere(_ transfer: CurlTransfer) {
        if Self.clock() != now { look() }
        admit(transfer)
    }

    /// Whether the thread has to go on, and no caller instead of it.
    private var mustHandOver: Bool { isStopping || !jobs.isEmpty }

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
}

// MARK: - The thread

extension CurlLoop {
    private func main() {
        jobs.settleHere()
        var events = [epoll_event](repeating: epoll_event(), count: 32)
        var count: Int32 = 0
        mailbox.enter()
        var known = looks
        while !isStopping {
            if known == looks { handle(events[..<max(0, Int(count))]) }
            var (wait, isWatching) = (Int32(0), false)
            repeat {
                turn()
                (wait, isWatching, known) = (timeToSleep(), !active.isEmpty, looks)
            } while !isStopping && !mailbox.leave(asThread: isWatching ? .thread : .nobody, wakingAt: due)
            if isStopping { break }
            count = isWatching ? epoll_wait(sockets.poll, &events, Int32(events.count), wait) : mailbox.rest(wait)
            if events[..<max(0, Int(count))].contains(where: { $0.data.fd == mailbox.bell }) { mailbox.hush() }
            mailbox.enter()
        }
        shutDown()
    }

    /// When there is something to do without an event.
    private var due: Int64 { min(timerDue ?? .max, nextSweep) }

    /// Does all that is to do without an event.
    private func turn() {
        mailbox.take(into: &inbox)
        now = Self.clock()
        for command in inbox { perform(command) }
        inbox.removeAll(keepingCapacity: true)
        var rounds = 0
        repeat {
            if let due = timerDue, due <= now { act(on: CURL_SOCKET_TIMEOUT, 0) }
            readMessages()
            if now >= nextSweep { sweep() }
            settle()
            if !jobs.isEmpty, jobs.isHere { jobs.run() }
            rounds += 1
        } while !finished.isEmpty || (timerDue ?? .max) <= now && rounds < 8
    }

    /// Handles what there is to see by now.
    private func look() {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 16) { events in
            let count = epoll_wait(sockets.poll, events.baseAddress, Int32(events.count), 0)
            handle(events[..<max(0, Int(count))])
        }
    }

    /// A lone call waits for its answer itself, for a moment: one that comes at once then wakes no thread. After one
    /// that waited in vain the next ones do without.
    ///
    /// - Returns: whether this thread still runs the loop.
    private func attend(_ transfer: CurlTransfer) -> Bool {
        guard transfer.isAdded, isLone(transfer) else { return true }
        guard reserve == 0 else {
            reserve -= 1
            return true
        }
        let end = Self.nanoseconds() + Self.patience
        return withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 16) { events in
            while isLone(transfer) {
                let left = end - Self.nanoseconds()
                guard left > 0, mailbox.leaveWatching() else {
                    reserve = 32
                    return true
                }
                let known = looks
                let count = sterna_epoll_wait(sockets.poll, events.baseAddress, Int32(events.count), Int(left))
                guard mailbox.enterAgain() else { return false }
                if known == looks { handle(events[..<max(0, Int(count))]) }
                turn()
            }
            return true
        }
    }

    /// Whether the transfer goes on and no other does.
    private func isLone(_ transfer: CurlTransfer) -> Bool {
        transfer.handle != nil && active.count == 1
    }

    private static func clock() -> Int64 {
        nanoseconds() / 1_000_000
    }

    private static func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private func timeToSleep() -> Int32 {
        guard jobs.isEmpty else { return 0 }
        return due < .max ? Int32(clamping: max(0, due - now)) : -1
    }

    private func handle(_ events: some Sequence<epoll_event>) {
        looks += 1
        now = Self.clock()
        for event in events { handle(event) }
    }

    /// Bytes on a kept connection that nobody waits for would become the answer of the next request (RFC 9112 §9.2):
    /// such a connection is shut down, which libcurl notices before it uses it again. Within TLS they may be the
    /// protocol's own, such as a session ticket or a ping of HTTP/2, and stay.
    private func handle(_ event: epoll_event) {
        let socket = event.data.fd
        guard socket != mailbox.bell else { return }
        guard !sockets.isWanted(event) else { return act(on: socket, CurlInterest.mask(event.events)) }
        if let port = sockets.portOfIdle(socket), !active.all.contains(where: { $0.localPort == port }) {
            shutdown(socket, Int32(SHUT_RDWR))
        }
        sockets.forgetRegistration(of: socket)
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
        mailbox.showHandover()
        for transfer in ready {
            if transfer.isOver { release(transfer) }
            transfer.answer()
        }
    }

    private func perform(_ command: CurlMailbox.Command) {
        switch command {
        case .start(let transfer): admit(transfer)
        case .cancel(let transfer): transfer.cancel(on: self)
        case .resumeReceiving(let transfer): transfer.resumeReceiving(at: now)
        case .resumeSending(let transfer): transfer.resumeSending(at: now)
        case .run(let job): jobs.add(job)
        case .stop: isStopping = true
        }
    }

    private func admit(_ transfer: CurlTransfer) {
        guard transfer.start(on: self) else { return }
        active.insert(transfer)
        if active.count > 1 { reserve = 8 }
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
            // Of a transfer that never had a connection libcurl keeps what makes the next one fail.
            if transfer.isSuccess, idleHandles.count < 256, (try? handle.recycle()) != nil {
                idleHandles.append(handle)
            }
        }
        if transfer.isAdmitted { hosts.release(transfer).forEach(begin) }
    }

    /// Takes a transfer from libcurl, which closes its connection when it is not at its end.
    private func remove(_ handle: CurlHandle, resetting: Bool) {
        isResetting = resetting
        curl_multi_remove_handle(multi, handle.easy)
        isResetting = false
    }

    /// The host of the transfer speaks HTTP/2, where one connection carries many.
    func multiplex(_ transfer: CurlTransfer) {
        hosts.multiplex(transfer).forEach(begin)
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
        mailbox.take(into: &inbox)
        for command in inbox {
            switch command {
            case .start(let transfer): if transfer.start(on: self) { transfer.cancel(on: self) }
            case .run(let job): jobs.add(job)
            default: break
            }
        }
        for transfer in active.all { transfer.cancel(on: self) }
        settle()
        closePool()
        jobs.leave()
    }
}
#endif
