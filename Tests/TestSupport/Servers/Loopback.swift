#if canImport(Darwin)
import Darwin
private let stream = SOCK_STREAM
#else
import Glibc
private let stream = Int32(SOCK_STREAM.rawValue)
#endif

/// Ports of 127.0.0.1.
package enum Loopback {
    /// A port on which nothing listens at the moment.
    package static func freePort() throws -> UInt16 {
        let socket = socket(AF_INET, stream, 0)
        defer { close(socket) }
        let bound = withAddress(of: 0) { bind(socket, $0, $1) }
        guard bound == 0 else { throw ChildProcess.Failure("no free port: \(String(cString: strerror(errno)))") }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(socket, $0, &length) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Whether something takes connections on a port.
    package static func accepts(_ port: UInt16) -> Bool {
        let socket = socket(AF_INET, stream, 0)
        defer { close(socket) }
        return withAddress(of: port) { connect(socket, $0, $1) } == 0
    }

    private static func withAddress(of port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
