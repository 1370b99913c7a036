#if os(Linux)
import CCurl
import CLinux
import Glibc

/// The functions that libcurl calls: each finds its handle behind the pointer and passes the bytes on.
enum CurlCallbacks {
    private static func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        guard let context else { return nil }
        return Unmanaged<CurlHandle>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.transfer }
    }

    private static func loop(_ context: UnsafeMutableRawPointer) -> CurlLoop {
        Unmanaged<CurlLoop>.fromOpaque(context)._withUnsafeGuaranteedRef { $0 }
    }

    static let write: sterna_data_callback = { bytes, size, count, context in
        guard let transfer = transfer(context) else { return 0 }
        return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }

    static let header: sterna_data_callback = { bytes, size, count, context in
        guard let transfer = transfer(context) else { return 0 }
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return transfer.receiveHead(line) ? line.count : 0
    }

    static let read: sterna_data_callback = { bytes, size, count, context in
        guard let transfer = transfer(context) else { return Int(CURL_READFUNC_ABORT) }
        return transfer.fill(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
    }

    static let seek: sterna_seek_callback = { context, offset, origin in
        guard let transfer = transfer(context), origin == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
        return transfer.rewind(to: Int64(offset)) ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
    }

    static let prereq: sterna_prereq_callback = { context, _, _, _, port in
        guard let transfer = transfer(context) else { return CURL_PREREQFUNC_ABORT }
        return transfer.mayBeSent(from: Int(port)) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    /// libcurl's own sockets are inherited by every child process, which would keep closed connections open.
    static let openSocket: sterna_open_callback = { context, _, address in
        guard let context, let address = address?.pointee else { return -1 }
        let socket = sterna_socket(address.family, address.socktype, address.protocol)
        if socket >= 0 { Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue().adopt(socket) }
        return socket
    }

    static let closeSocket: sterna_close_callback = { context, socket in
        if let context {
            if loop(context).isResetting { resetOnClose(socket) }
            loop(context).sockets.forget(socket)
        }
        return close(socket)
    }

    /// What the system has not sent yet is not sent any more.
    private static func resetOnClose(_ socket: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    static let socket: sterna_socket_callback = { _, socket, what, context, _ in
        guard let context else { return 0 }
        if what == CURL_POLL_REMOVE {
            loop(context).sockets.unwatch(socket)
        } else {
            loop(context).sockets.watch(socket, what)
        }
        return 0
    }

    static let timer: sterna_timer_callback = { _, milliseconds, context in
        if let context { loop(context).setTimer(milliseconds) }
        return 0
    }
}
#endif
