import Foundation

/// What the system says of this process.
enum ProcessFigures {
    /// Processor time of all threads, user and system.
    static var cpuSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    /// Forgets the peak, so that the next reading is of what follows.
    static func resetPeak() {
        try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    }

    /// The largest resident size since the last reset, in bytes.
    static var peakBytes: Int { statusValue("VmHWM") }

    /// The resident size now, in bytes.
    static var residentBytes: Int { statusValue("VmRSS") }

    private static func statusValue(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line.flatMap { Int($0.split(whereSeparator: \.isWhitespace)[1]) }.map { $0 * 1024 } ?? 0
    }
}
