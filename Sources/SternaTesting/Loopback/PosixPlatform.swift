// The places where the two systems' sockets and threads differ; all else is written once.
#if canImport(Darwin)
import Darwin

enum PosixPlatform {
    static let streamSocket = SOCK_STREAM
    /// Darwin has no flag for a send without SIGPIPE: each socket is told once.
    static func close(_ descriptor: Int32) {
        _ = Darwin.close(descriptor)
    }

    static func accept(_ descriptor: Int32) -> Int32 {
        Darwin.accept(descriptor, nil, nil)
    }

    static func listen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
        Darwin.listen(descriptor, backlog)
    }

    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, limit: Int) -> Int {
        Darwin.send(descriptor, bytes.baseAddress, min(bytes.count, limit), MSG_DONTWAIT)
    }

    /// Darwin's poll does not tell a peer that has closed; `peekShowsEnd` looks for it, at this interval.
    static let pollPeerClosed = Int16(POLLPRI)
    static let peekInterval: Duration? = .milliseconds(5)

    static func peekShowsEnd(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0
    }

    static func silencePipeSignal(_ descriptor: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    static func startThread(stack: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stack)
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED)
        let box = UnsafeMutablePointer<@Sendable () -> Void>.allocate(capacity: 1)
        box.initialize(to: body)
        var thread: pthread_t?
        let code = pthread_create(&thread, &attributes, { runThread($0) }, box)
        if code != 0 { destroy(box) }
        return code == 0
    }
}
#else
import CLinux
import Glibc

enum PosixPlatform {
    static let streamSocket = Int32(SOCK_STREAM.rawValue)
    static func close(_ descriptor: Int32) {
        _ = Glibc.close(descriptor)
    }

    static func accept(_ descriptor: Int32) -> Int32 {
        Glibc.accept(descriptor, nil, nil)
    }

    static func listen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
        Glibc.listen(descriptor, backlog)
    }

    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, limit: Int) -> Int {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        return Glibc.send(descriptor, bytes.baseAddress, min(bytes.count, limit), flags)
    }

    /// `POLLRDHUP`: the peer has closed, or has stopped sending; told also while there are bytes to read.
    static let pollPeerClosed: Int16 = 0x2000
    static let peekInterval: Duration? = nil

    static func peekShowsEnd(_ descriptor: Int32) -> Bool { false }

    static func silencePipeSignal(_ descriptor: Int32) {}

    static func startThread(stack: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stack)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let box = UnsafeMutablePointer<@Sendable () -> Void>.allocate(capacity: 1)
        box.initialize(to: body)
        var thread = pthread_t()
        let code = pthread_create(&thread, &attributes, { $0.map(runThread) ?? nil }, box)
        if code != 0 { destroy(box) }
        return code == 0
    }
}
#endif

private func runThread(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let box = context.assumingMemoryBound(to: (@Sendable () -> Void).self)
    box.pointee()
    destroy(box)
    return nil
}

private func destroy(_ box: UnsafeMutablePointer<@Sendable () -> Void>) {
    box.deinitialize(count: 1)
    box.deallocate()
}
