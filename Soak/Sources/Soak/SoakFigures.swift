import SternaTesting

/// What came of one trial of the soak.
struct SoakFigures {
    let name: String
    let count: Int
    let report: TrialReport
    let before: ProcessUsage
    let after: ProcessUsage
}
