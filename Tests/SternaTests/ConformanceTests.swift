import Sterna
import SternaTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct ConformanceTests {
    @Test(arguments: TransportConformance.cases)
    func `libcurl meets`(conformanceCase: ConformanceCase) async throws {
        try await conformanceCase.run { CurlTransport($0) }
    }

    @Test(arguments: TransportConformance.contract)
    func `a mock passes everything on, and meets`(conformanceCase: ConformanceCase) async throws {
        try await conformanceCase.run { options in
            let beneath = CurlTransport(options)
            return MockTransport { try await beneath.send($0) }
        }
    }

    @Test func `there are at least sixty cases, and each has a name of its own`() {
        let names = TransportConformance.cases.map(\.name)
        #expect(names.count >= 60)
        #expect(Set(names).count == names.count)
        #expect(TransportConformance.contract.count >= 20)
    }

    @Test func `a transport that hangs fails its case instead of holding it up`() async throws {
        let hanging = MockTransport { _ in await withUnsafeContinuation { _ in } }
        let one = try #require(TransportConformance.contract.first)
        await #expect(throws: ConformanceFailure.self) {
            try await one.run(within: .milliseconds(100)) { _ in hanging }
        }
    }

    @Test func `a transport that lacks an ability is not asked for it`() {
        let cases = TransportConformance.cases(for: Deaf())
        #expect(cases.count < TransportConformance.cases.count)
        #expect(!cases.contains { $0.name == "address/unix socket" })
        #expect(cases.contains { $0.name == "missing/unix socket" })
        #expect(MockTransport.json("{}").capabilities == .all)
    }

    private struct Deaf: LimitedTransport {
        let missing: TransportCapabilities = .unixSockets

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            throw APIError(.connect, "it hears nothing")
        }
    }
}
