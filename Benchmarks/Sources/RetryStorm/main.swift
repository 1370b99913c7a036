import Foundation
import Sterna

// usage: RetryStorm FOLDER       writes retry-storm.md and retry-storm.svg
let folder = CommandLine.arguments.dropFirst().first ?? "."
var panels: [(title: String, storms: [Storm])] = []
var table = """
    | a call every | strategy | load during the outage | highest second after it | calm again after |
    |---|---|---|---|---|

    """
var isHeld = true
for period in [2, 10, 30] {
    var storms: [Storm] = []
    for strategy in Strategy.all {
        var storm = Storm(period: period, strategy: strategy)
        try storm.run()
        storms.append(storm)
        let figures = [storm.duringOutage, storm.peak].map { String(format: "%.2f ×", $0) }
        table += "| \(period) s | \(strategy.name) | \(figures[0]) | \(figures[1]) | \(storm.calm) s |\n"
        if strategy.isThrottled, storm.peak > 1.2 { isHeld = false }
    }
    panels.append(("a call every \(period) s", storms))
}
let page = """
    # The retry storm

    100,000 clients call a server that answers half as many requests again as usually come, and fails for a minute
    (grey in the picture). Each call has up to three attempts. Time is virtual; the decisions are the product's own
    (`RetryPolicy.verdict`, `RetryThrottle`). All loads are multiples of the mean before the outage; “calm” is when the
    mean of every five seconds stays within 1.05 of it. `Scripts/simulate` writes this page.

    \(table)
    ![load over time](retry-storm.svg)

    With the throttle the highest second after the outage must be at most 1.2 ×; `Scripts/simulate` fails otherwise.
    The throttle lets retries through only above six of its ten tokens. Above five, the second call of a client during
    the outage still had a retry, and those that were waiting at its end made the first second after it 1.23 ×.

    """
try page.write(toFile: folder + "/retry-storm.md", atomically: true, encoding: .utf8)
try Picture.svg(panels).write(toFile: folder + "/retry-storm.svg", atomically: true, encoding: .utf8)
print(table)
if !isHeld { FileHandle.standardError.write(Data("the highest second with the throttle is above 1.2 ×\n".utf8)) }
exit(isHeld ? 0 : 1)
