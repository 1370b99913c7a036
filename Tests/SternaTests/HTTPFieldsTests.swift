import Sterna
import Testing

@Suite struct HTTPFieldsTests {
    @Test func `a value with a line break is refused and kept as the reason`() {
        let fields: HTTPFields = ["X-Token": "a\r\nX-Injected: 1"]
        #expect(fields.isEmpty)
        #expect(fields.invalid?.reason == .value)
    }

    @Test func `names are found in any case and shown as they were written`() {
        let fields: HTTPFields = ["x-TOTAL-count": "3"]
        #expect(fields[.init("X-Total-Count")!] == "3")
        #expect(fields.first?.name.text == "x-TOTAL-count")
    }
}
