/// Median and range of some figures.
struct Spread {
    let median: Double
    let low: Double
    let high: Double

    init(_ figures: [Double]) {
        let sorted = figures.sorted()
        let middle = sorted.count / 2
        median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        low = sorted.first ?? 0
        high = sorted.last ?? 0
    }
}
