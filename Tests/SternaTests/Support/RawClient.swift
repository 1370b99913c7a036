import SternaTesting

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A plain blocking socket, to see a server's bytes without any client of ours in between.
final class RawClient {
    private let descriptor: Int32
    private var isClosed = false

    init(_ address: LoopbackAddress) throws {
        switch address {
        case .ipv4(let port):
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = port.bigEndian
            name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            descriptor = try Self.open(AF_INET, &name)
        case .ipv6(let port):
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = port.bigEndian
            name.sin6_addr = in6addr_loopback
            descriptor = try Self.open(AF_INET6, &name)
        case .unix(let path):
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
            descriptor = try Self.open(AF_UNIX, &name)
        }
    }

    struct Failure: Error { let call: String, code: Int32 }

    private static func open<Name>(_ family: Int32, _ name: inout Name) throws -> Int32 {
        let descriptor = socket(family, streamSocket, 0)
        guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<Name>.size))
            }
        }
        guard result == 0 else { throw Failure(call: "connect", code: errno) }
        return descriptor
    }

    deinit { close() }

    /// Sends all bytes; `false` when the server does not take them any more.
    @discardableResult
    func send(_ bytes: some Sequence<UInt8>) -> Bool {
        let all = Array(bytes)
        var sent = 0
        while sent < all.count {
            let count = all.withUnsafeBytes { sendQuietly(descriptor, $0.baseAddress! + sent, all.count - sent) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(text.utf8) }

    /// What one read gives: bytes, nothing at the end, `nil` after a reset.
    func read(upTo size: Int = 1 << 16) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: size)
        let count = recv(descriptor, &buffer, size, 0)
        return count < 0 ? nil : Array(buffer.prefix(count))
    }

    /// Everything up to the end, or up to a reset.
    func readAll() -> String {
        var all: [UInt8] = []
        while let bytes = read(), !bytes.isEmpty { all += bytes }
        return String(decoding: all, as: UTF8.self)
    }

    /// Reads until what came ends with `end`.
    func read(through end: String) -> String {
        var all = ""
        while !all.hasSuffix(end), let bytes = read(upTo: 1), !bytes.isEmpty {
            all += String(decoding: bytes, as: UTF8.self)
        }
        return all
    }

    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        closeDescriptor(descriptor)
    }
}

private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

#if canImport(Darwin)
private let streamSocket = SOCK_STREAM
private func sendQuietly(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    send(descriptor, bytes, count, 0)
}
#else
private let streamSocket = Int32(SOCK_STREAM.rawValue)
private func sendQuietly(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
}
#endif
