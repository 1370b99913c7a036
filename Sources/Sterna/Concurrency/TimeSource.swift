/// The clock that a client lives by: monotonic instants for deadlines and waits, and the date of the calendar.
///
/// The default everywhere is `ContinuousClock`. Tests use `ManualClock` of SternaTesting, so that a retry that waits a
/// minute takes no time.
public protocol TimeSource: Clock where Instant == ContinuousClock.Instant, Duration == Swift.Duration {
    /// The current date of the calendar, for rules that are stated in dates, such as `Retry-After`.
    var date: Date { get }
}

extension ContinuousClock: TimeSource {
    /// The system's date.
    public var date: Date { Date() }
}
