#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Calls of the system whose names are also names of methods here.
enum SystemCalls {
    static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o666) -> Int32 {
        posixOpen(path, flags | O_CLOEXEC, mode)
    }

    static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        posixWrite(descriptor, bytes.baseAddress, bytes.count)
    }
}

private func posixOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}

private func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
