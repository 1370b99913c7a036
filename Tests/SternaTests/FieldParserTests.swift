import SternaTesting
import Testing

@Suite struct FieldParserTests {
    /// The soak reads a million.
    @Test func `of thousands of damaged values and forms none traps, and each is safe or none`() throws {
        let report = try FieldParserTrial(seed: 12, cases: 5000).run()
        #expect(report.isGood, "\(report)")
    }
}
