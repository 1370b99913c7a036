#if os(Linux)
import Glibc

extension ProcessUsage {
    /// What the process takes now, as `/proc/self` tells it; a figure that cannot be had is 0.
    public static func now() -> ProcessUsage {
        ProcessUsage(
            threads: count("/proc/self/task"), descriptors: max(0, count("/proc/self/fd") - 1),
            residentBytes: residentPages() * Int(sysconf(Int32(_SC_PAGESIZE))))
    }

    private static func count(_ folder: String) -> Int {
        guard let stream = opendir(folder) else { return 0 }
        defer { closedir(stream) }
        var count = -2
        while readdir(stream) != nil { count += 1 }
        return max(0, count)
    }

    private static func residentPages() -> Int {
        let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var text = [UInt8](repeating: 0, count: 200)
        let length = read(descriptor, &text, text.count)
        let words = text.prefix(max(0, length)).split(separator: 0x20)
        return words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) ?? 0 : 0
    }
}
#endif
