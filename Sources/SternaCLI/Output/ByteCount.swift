/// Numbers of bytes as people read them: 1000 bytes are a kilobyte.
enum ByteCount {
    /// Such as `999 B`, `1.0 kB`, `12.3 MB`, `123 MB`.
    static func text(_ bytes: Int64) -> String {
        guard bytes >= 1000 else { return "\(bytes) B" }
        var value = Double(bytes)
        var unit = -1
        // 999.5 would be written 1000.
        while value >= 999.5, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        guard value < 99.95 else { return "\(Int(value.rounded())) \(units[unit])" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    private static let units = ["kB", "MB", "GB", "TB", "PB"]
}
