/// Tells of an upload's progress: in order, one report at a time, none of a reading that another has replaced, and none
/// once the call is over.
actor UploadMeter {
    private let report: @Sendable (TransferProgress) -> Void
    private var readings = 0
    private var last: TransferProgress?
    private var isOver = false

    init(_ report: @escaping @Sendable (TransferProgress) -> Void) {
        self.report = report
    }

    /// A new reading of the body begins; gives its number.
    func begin(_ total: Int64?) -> Int {
        readings += 1
        tell(0, total, of: readings)
        return readings
    }

    /// So many bytes of a reading were taken.
    func tell(_ completed: Int64, _ total: Int64?, of reading: Int) {
        let progress = TransferProgress(completed: completed, total: total)
        guard reading == readings, !isOver, progress != last else { return }
        last = progress
        report(progress)
    }

    /// The call is over: waits for a report that is being made, and lets no other follow.
    func close() {
        isOver = true
    }
}
