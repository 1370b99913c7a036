#if os(Linux)
extension Duration {
    /// Whole milliseconds, rounded up.
    var inMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds < 0 ? .min / 4 : .max / 4 }
        return min(product + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000, .max / 4)
    }
}
#endif
