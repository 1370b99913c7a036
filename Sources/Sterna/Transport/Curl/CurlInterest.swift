#if os(Linux)
import CCurl
import CLinux
import Glibc

/// What libcurl wants to know of a socket, and what epoll was told of it.
struct CurlInterest {
    /// One entry for each descriptor.
    struct Table {
        private var entries: [CurlInterest] = []

        subscript(socket: Int32) -> CurlInterest {
            get { Int(socket) < entries.count ? entries[Int(socket)] : CurlInterest() }
            set {
                while entries.count <= Int(socket) { entries.append(CurlInterest()) }
                entries[Int(socket)] = newValue
            }
        }
    }

    /// Whether the socket is a connection's, of which libcurl tells us when it is closed.
    var isConnection = false
    /// Whether what comes on the connection may be the protocol's own, also while nobody waits.
    var isSecure = false
    var wanted: UInt32 = 0
    var registered: UInt32 = 0

    /// Whether epoll must be told. An unwanted EPOLLOUT would fire at once, an unwanted EPOLLIN seldom does.
    var isStale: Bool {
        guard wanted != 0 else { return false }
        return wanted & ~registered != 0 || registered & ~wanted & EPOLLOUT.rawValue != 0
    }

    /// The port on our side of the socket's connection; 0 of a unix socket.
    static func localPort(of socket: Int32) -> Int {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &address) { bytes in
            let code = getsockname(socket, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
            let family = Int32(bytes.loadUnaligned(as: sa_family_t.self))
            guard code == 0, family == AF_INET || family == AF_INET6 else { return 0 }
            // In both families the port follows the family.
            return Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
        }
    }

    static func events(_ what: Int32) -> UInt32 {
        switch what {
        case CURL_POLL_IN: EPOLLIN.rawValue
        case CURL_POLL_OUT: EPOLLOUT.rawValue
        default: EPOLLIN.rawValue | EPOLLOUT.rawValue
        }
    }

    static func mask(_ events: UInt32) -> Int32 {
        var mask: Int32 = 0
        if events & EPOLLIN.rawValue != 0 { mask |= CURL_CSELECT_IN }
        if events & EPOLLOUT.rawValue != 0 { mask |= CURL_CSELECT_OUT }
        if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { mask |= CURL_CSELECT_ERR }
        return mask
    }
}
#endif
