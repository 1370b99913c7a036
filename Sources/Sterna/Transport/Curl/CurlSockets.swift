#if os(Linux)
import CCurl
import CLinux
import Glibc

/// The sockets of a loop in epoll, each with what libcurl wants to know of it. Whoever runs the loop touches them.
final class CurlSockets: @unchecked Sendable {
    let poll: Int32
    @exclusivity(unchecked) private var interest = CurlInterest.Table()

    init?(bell: Int32) {
        poll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard poll >= 0, register(bell, EPOLLIN.rawValue, EPOLL_CTL_ADD) else { return nil }
    }

    deinit {
        if poll >= 0 { close(poll) }
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

    /// libcurl no longer wants to know of a socket. A registration is kept when it is no longer wanted, as the next
    /// transfer on the connection will want it again; but not of the sockets of libcurl's resolver, as nobody tells
    /// when one of those is closed and its number given to another.
    func unwatch(_ socket: Int32) {
        var entry = interest[socket]
        guard entry.isConnection else {
            epoll_ctl(poll, EPOLL_CTL_DEL, socket, nil)
            return forget(socket)
        }
        entry.wanted = 0
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

    /// Whether libcurl wants to know of the event.
    func isWanted(_ event: epoll_event) -> Bool {
        let wanted = interest[event.data.fd].wanted
        let isFailure = event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
        return wanted != 0 && (isFailure || event.events & wanted != 0)
    }

    /// The port on our side of a connection in the clear on which libcurl waits for nothing; `nil` of another socket.
    func portOfIdle(_ socket: Int32) -> Int? {
        let entry = interest[socket]
        guard entry.isConnection, !entry.isSecure, entry.wanted == 0 else { return nil }
        return CurlInterest.localPort(of: socket)
    }

    /// An event that nobody wants would wake the thread for ever.
    func forgetRegistration(of socket: Int32) {
        epoll_ctl(poll, EPOLL_CTL_DEL, socket, nil)
        var entry = interest[socket]
        entry.registered = entry.wanted != 0 && register(socket, entry.wanted, EPOLL_CTL_ADD) ? entry.wanted : 0
        interest[socket] = entry
    }

    private func register(_ socket: Int32, _ events: UInt32, _ operation: Int32) -> Bool {
        var event = epoll_event(events: events, data: epoll_data(fd: socket))
        return epoll_ctl(poll, operation, socket, &event) == 0
    }
}
#endif
