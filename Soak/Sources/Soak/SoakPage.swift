import Foundation
import SternaTesting

/// The page with the last figures: a table of the same columns in every run, so that two runs can be compared.
struct SoakPage {
    private let figures: [SoakFigures]
    private let options: SoakOptions

    init(_ figures: [SoakFigures], _ options: SoakOptions) {
        self.figures = figures
        self.options = options
    }

    func write(to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    private var text: String {
        """
        # Soak

        The last figures of `Scripts/soak`, which writes this page. Every trial is a type of SternaTesting and can be run
        on any transport; a seed and a number make any single case again.

        - Run on \(Date().formatted(.iso8601.year().month().day())), \(options.isQuick ? "reduced" : "full") counts,
          seed \(options.seed), \(ProcessInfo.processInfo.activeProcessorCount) processors, release build.

        | trial | count | complaints | seconds | slowest, s | memory, MiB | descriptors | threads | outcomes |
        |---|---|---|---|---|---|---|---|---|
        \(figures.map(row).joined(separator: "\n"))

        Memory, descriptors and threads are those of the process before and after the trial, its server included.

        """
    }

    private func row(_ figures: SoakFigures) -> String {
        let report = figures.report
        let outcomes = report.outcomes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let (before, after) = (figures.before, figures.after)
        let cells = [
            figures.name, "\(figures.count)", "\(report.complaintCount)", seconds(report.duration),
            seconds(report.slowest), "\(before.residentBytes >> 20) → \(after.residentBytes >> 20)",
            "\(before.descriptors) → \(after.descriptors)", "\(before.threads) → \(after.threads)",
            outcomes.map { "\($0.key) \($0.value)" }.joined(separator: ", "),
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }

    private func seconds(_ duration: Duration) -> String {
        String(format: "%.2f", duration / .seconds(1))
    }
}
