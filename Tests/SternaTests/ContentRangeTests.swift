import Sterna
import Testing

@Suite struct ContentRangeTests {
    @Test func `a part of a whole is read`() {
        #expect(ContentRange("bytes 0-499/1234")?.bytes == 0...499)
        #expect(ContentRange("bytes 0-499/1234")?.length == 1234)
        #expect(ContentRange("Bytes 5-5/*")?.bytes == 5...5)
        #expect(ContentRange("bytes 5-5/*")?.length == nil)
        #expect(ContentRange("bytes */1234")?.bytes == nil)
        #expect(ContentRange("bytes */1234")?.length == 1234)
        #expect(ContentRange("bytes 0-0/9223372036854775807")?.description == "bytes 0-0/9223372036854775807")
        #expect(ContentRange("bytes */0")?.description == "bytes */0")
        #expect(ContentRange("bytes 1-2/*")?.description == "bytes 1-2/*")
    }

    @Test(arguments: [
        "", "bytes", "bytes ", "bytes 0-499", "bytes 499-0/1234", "bytes 0-1234/1234", "bytes */*", "items 0-1/2",
        "bytes 0-1/9223372036854775808", "bytes -1/2", "bytes 0-/2", "bytes +0-1/2", "bytes 0-1/2/3", "bytes 0-1-2/3",
        "bytes=0-1/2", "bytes 0 - 1/2", "bytes /", "bytes -/",
    ])
    func `what cannot be true is none`(_ text: String) {
        #expect(ContentRange(text) == nil)
    }
}
