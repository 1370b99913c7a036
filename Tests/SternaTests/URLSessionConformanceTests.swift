#if URLSession
import Sterna
import SternaTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct URLSessionConformanceTests {
    /// What Foundation on Linux does not do, and why; its own code is out of our reach.
    static let exclusions = [
        "broken/cut head": "Foundation traps when a connection closes within the head of an answer",
        "timeout/idle in the head": "Foundation traps when a connection closes within the head of an answer",
        "timeout/drip in the head": "Foundation traps when a connection closes within the head of an answer",
        "framing/trailers": "Foundation traps when trailers come",
        "answer/bytes beyond ASCII": "Foundation refuses fields that are not UTF-8",
        "answer/line ends": "Foundation refuses lines that end with LF alone",
        "framing/cut everywhere: LF": "Foundation refuses lines that end with LF alone",
        "answer/no blank after the colon": "Foundation refuses a field without a blank after its colon",
        "answer/no reason": "Foundation refuses a status line without a reason",
        "answer/repeated fields": "Foundation keeps one line of a field whose name comes in two writings",
        "broken/endless fields": "Foundation takes time that grows with the square of the lines of a head",
        "broken/endless trailers": "Foundation takes time that grows with the square of the lines of a head",
        "coding/cut short": "libcurl takes a gzip stream that is cut short for complete",
        "cancel/in a stuck upload": "Foundation closes a connection in good order, with what was buffered before",
        "neutral/redirect to nowhere": "Foundation drops the body of a redirect that leads nowhere",
        "request fields/nothing invented": "Foundation adds Accept-Language",
    ]

    @Test(arguments: TransportConformance.cases(for: URLSessionTransport()).filter { exclusions[$0.name] == nil })
    func `URLSession meets`(conformanceCase: ConformanceCase) async throws {
        try await conformanceCase.run { URLSessionTransport($0) }
    }

    @Test func `every exclusion is of a case that would run`() {
        let names = Set(TransportConformance.cases(for: URLSessionTransport()).map(\.name))
        #expect(Self.exclusions.keys.filter { !names.contains($0) } == [])
    }
}
#endif
