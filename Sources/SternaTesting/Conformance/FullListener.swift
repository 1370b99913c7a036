#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A port whose queue of connections is full: the system answers nobody, so that connecting takes for ever.
final class FullListener: Sendable {
    let port: UInt16
    private let descriptors: [Int32]

    init() throws {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let listener = socket(AF_INET, PosixPlatform.streamSocket, 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && PosixPlatform.listen(listener, 0) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening else {
            let failure = LoopbackFailure("listen without a queue")
            PosixPlatform.close(listener)
            throw failure
        }
        port = UInt16(bigEndian: name.sin_port)
        descriptors = [listener] + (0..<8).map { _ in Self.occupy(&name) }
    }

    var url: String { "http://127.0.0.1:\(port)" }

    /// Takes a place in the queue, or waits for one without end.
    private static func occupy(_ name: inout sockaddr_in) -> Int32 {
        let descriptor = socket(AF_INET, PosixPlatform.streamSocket, 0)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return descriptor
    }

    deinit {
        for descriptor in descriptors { PosixPlatform.close(descriptor) }
    }
}
