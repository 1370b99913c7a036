#if os(Linux)
import CLinux
import Glibc

/// The conversation with the system: asks for the lists of interfaces, addresses and routes, and hears what changes.
struct NetlinkTalk {
    private let socket: Int32
    private let end: Int32
    private var state = NetlinkState(kind: NetlinkTalk.kind)
    private let port: UInt32
    /// The lists that are still to be asked for; only one can be on its way.
    private var questions: [UInt16] = []
    /// The question that is on its way.
    private var asked: (number: UInt32, list: UInt16)?
    private var count: UInt32 = 0
    /// Whether all lists were heard: half of them are no path.
    private var isWhole = false
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    /// `RTM_GETROUTE`.
    private static let routes: UInt16 = 26
    /// `RTM_GETLINK`, `RTM_GETADDR` and the routes.
    private static let lists: [UInt16] = [18, 22, routes]

    /// A socket that hears of interfaces, addresses and routes; `nil` where the system gives none.
    init?(end: Int32) {
        let socket = sterna_netlink_socket()
        guard socket >= 0 else { return nil }
        var size: Int32 = 1 << 20
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        // RTMGRP_LINK, IPV4_IFADDR, IPV4_ROUTE, IPV6_IFADDR, IPV6_ROUTE.
        address.nl_groups = 0x1 | 0x10 | 0x40 | 0x100 | 0x400
        var length = socklen_t(MemoryLayout<sockaddr_nl>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, length) == 0 && getsockname(socket, address, &length) == 0
            }
        }
        guard isBound else {
            Glibc.close(socket)
            return nil
        }
        self.socket = socket
        self.end = end
        port = address.nl_pid
    }

    /// The path as it is known.
    var path: NetworkPath { state.path }

    func close() {
        Glibc.close(socket)
        Glibc.close(end)
    }

    /// Asks for all lists and hears them to their end; false where the system does not answer, or refuses one.
    mutating func begin() -> Bool {
        questions = Self.lists
        ask()
        while asked != nil {
            guard wait(upTo: 2000) == true, receive({ _ in }) else {
                Glibc.close(socket)
                return false
            }
        }
        guard path.isCertain else {
            Glibc.close(socket)
            return false
        }
        return true
    }

    /// Waits until the end is asked for.
    func waitForEnd() {
        var entry = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        while poll(&entry, 1, -1) < 0, errno == EINTR {}
    }

    /// Waits for one datagram and passes on each path that it makes; false at the end.
    mutating func hear(_ update: (NetworkPath) -> Void) -> Bool {
        guard let isThere = wait(upTo: -1) else { return false }
        return !isThere || receive(update)
    }

    /// Whether something can be read; `nil` when the end was asked for.
    private func wait(upTo milliseconds: Int32) -> Bool? {
        var entries = [
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0), pollfd(fd: end, events: Int16(POLLIN), revents: 0),
        ]
        let found = poll(&entries, 2, milliseconds)
        if entries[1].revents != 0 { return nil }
        return found > 0
    }

    private mutating func receive(_ update: (NetworkPath) -> Void) -> Bool {
        let length = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard length > 0 else {
            switch errno {
            case EINTR, EAGAIN: return true
            case ENOBUFS:
                // The system had more to tell than there was room for: everything is asked for again.
                state = NetlinkState(kind: Self.kind)
                isWhole = false
                questions = Self.lists
                ask()
                return true
            default:
                guard length != 0 else { return true }
                update(.unknown)
                return false
            }
        }
        for (message, answers) in NetlinkReader.messages(Array(buffer[..<length]), port: port) {
            take(message, answers, update)
        }
        return true
    }

    private mutating func take(_ message: NetlinkMessage, _ answers: UInt32?, _ update: (NetworkPath) -> Void) {
        switch message {
        case .done, .refused:
            guard let asked, asked.number == answers else { return }
            state.take(message)
            if asked.list == Self.routes { state.endRoutes() }
            self.asked = nil
            ask()
            isWhole = isWhole || self.asked == nil
            if self.asked == nil { update(state.path) }
        default:
            state.take(message, ofList: answers != nil)
            guard answers == nil, isWhole else { return }
            if NetlinkState.makesRoutesDoubtful(message), !questions.contains(Self.routes) {
                questions.append(Self.routes)
                ask()
            }
            update(state.path)
        }
    }

    /// Asks the next question, if none is on its way.
    private mutating func ask() {
        guard asked == nil, let type = questions.first else { return }
        questions.removeFirst()
        count += 1
        // nlmsghdr: length, type, NLM_F_REQUEST | NLM_F_DUMP, number, port; and an empty rtgenmsg, padded.
        var request: [UInt8] = []
        func add<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number) { request.append(contentsOf: $0) }
        }
        add(UInt32(20))
        add(type)
        add(UInt16(0x301))
        add(count)
        add(port)
        request += [0, 0, 0, 0]
        guard send(socket, request, request.count, 0) == request.count else {
            state.take(.refused(count, code: errno))
            return
        }
        asked = (count, type)
        if type == Self.routes { state.beginRoutes() }
    }

    /// By what the system says of the hardware, and the names that it gives.
    private static func kind(_ name: String, _ hardware: UInt16) -> NetworkInterface.Kind {
        if hardware == 772 { return .loopback }
        let folder = "/sys/class/net/\(name)/"
        if access(folder + "wireless", F_OK) == 0 || access(folder + "phy80211", F_OK) == 0 { return .wifi }
        if name.hasPrefix("wwan") || name.hasPrefix("ppp") { return .cellular }
        return hardware == 1 ? .wired : .other
    }
}
#endif
