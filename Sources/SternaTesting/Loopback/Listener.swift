#if canImport(Darwin)
import Darwin
#else
import CLinux
import Glibc
#endif

/// A socket that listens, and the address that it got.
struct Listener: Sendable {
    let descriptor: Int32
    let address: LoopbackAddress

    init(_ address: LoopbackAddress) throws {
        switch address {
        case .ipv4(let port): try self.init(ipv4: port)
        case .ipv6(let port): try self.init(ipv6: port)
        case .unix(let path): try self.init(path: path)
        }
    }

    func close() {
        PosixPlatform.close(descriptor)
        if case .unix(let path) = address { unlink(path) }
    }

    private init(ipv4 port: UInt16) throws {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        descriptor = try Self.listen(AF_INET, &name, "listen on 127.0.0.1:\(port)")
        Self.readName(of: descriptor, into: &name)
        address = .ipv4(port: UInt16(bigEndian: name.sin_port))
    }

    private init(ipv6 port: UInt16) throws {
        var name = sockaddr_in6()
        name.sin6_family = sa_family_t(AF_INET6)
        name.sin6_port = port.bigEndian
        name.sin6_addr = in6addr_loopback
        descriptor = try Self.listen(AF_INET6, &name, "listen on [::1]:\(port)")
        Self.readName(of: descriptor, into: &name)
        address = .ipv6(port: UInt16(bigEndian: name.sin6_port))
    }

    private init(path: String) throws {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: name.sun_path) - 1
        guard !path.isEmpty, path.utf8.count <= room else {
            let reason = "the path of a unix socket has 1 to \(room) bytes, this one has \(path.utf8.count)"
            throw LoopbackFailure("listen on \(path)", reason: reason)
        }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        unlink(path)
        descriptor = try Self.listen(AF_UNIX, &name, "listen on \(path)")
        address = .unix(path: path)
    }

    private static func listen<Name>(_ family: Int32, _ name: inout Name, _ action: String) throws -> Int32 {
        let descriptor = socket(family, PosixPlatform.streamSocket, 0)
        guard descriptor >= 0 else { throw LoopbackFailure(action) }
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        let length = socklen_t(MemoryLayout<Name>.size)
        let isBound = withPointer(to: &name) { bind(descriptor, $0, length) } == 0
        guard isBound, PosixPlatform.listen(descriptor, 1024) == 0 else {
            let failure = LoopbackFailure(action)
            PosixPlatform.close(descriptor)
            throw failure
        }
        return descriptor
    }

    /// Replaces the address that was asked for by the one that the system gave.
    private static func readName<Name>(of descriptor: Int32, into name: inout Name) {
        var length = socklen_t(MemoryLayout<Name>.size)
        _ = withPointer(to: &name) { getsockname(descriptor, $0, &length) }
    }

    private static func withPointer<Name>(to name: inout Name, _ body: (UnsafeMutablePointer<sockaddr>) -> Int32)
        -> Int32
    {
        withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }
}
