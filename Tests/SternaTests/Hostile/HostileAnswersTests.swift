import Sterna
import SternaTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct HostileAnswersTests {
    @Test func `the same seed and number give the same answer, others give others`() {
        let answers = HostileAnswers(seed: 7)
        for number in 0..<100 {
            #expect(answers[number].bytes == answers[number].bytes)
            #expect(answers[number].description == answers[number].description)
        }
        #expect(Set((0..<100).map { answers[$0].bytes }).count > 90)
        #expect(answers[1].bytes != HostileAnswers(seed: 8)[1].bytes)
    }

    @Test func `every kind of damage occurs, and some answers have none`() {
        let answers = (0..<1000).map { HostileAnswers(seed: 1)[$0] }
        #expect(Set(answers.flatMap(\.mutations)) == Set(AnswerMutation.allCases))
        #expect(answers.contains { $0.mutations.isEmpty && $0.promise == .right })
    }

    @Test func `right answers are taken, in every framing and coding`() async throws {
        let answers = HostileAnswers(seed: 3)
        let server = try answers.server()
        let transport = CurlTransport()
        for number in (0..<2000).filter({ answers[$0].mutations.isEmpty }) {
            let response = try await transport.send(HTTPRequest(.get, try URI("\(server.url)/\(number)")))
            #expect(response.bytes == answers[number].content, "\(answers[number])")
        }
    }

    // B24, B23, B15, B81 and the kinds they stand for.
    @Test func `two thousand damaged answers each end in time, in an answer or a typed error`() async throws {
        let report = try await HostileTrial(seed: 1, numbers: 0..<2000).run(CurlTransport())
        #expect(report.isGood, "\(report)")
        #expect((report.outcomes["answer"] ?? 0) > 400, "\(report)")
    }

    // B100
    @Test func `damaged answers within TLS end in the same way`() async throws {
        let answers = HostileAnswers(seed: 2)
        let server = try answers.server()
        let authority = try await TestAuthority.shared()
        var doors: [SecureDoor] = []
        for address in server.addresses { doors.append(try await SecureDoor(to: address.port ?? 0, authority)) }
        defer { doors.forEach { $0.close() } }
        var options = TransportOptions()
        options.tls.authorities = authority.certificate
        var trial = HostileTrial(seed: 2, numbers: 0..<200)
        trial.limit = .seconds(1)
        trial.concurrency = 8
        let report = await trial.run(CurlTransport(options), hostile: doors[0].url, healthy: doors[1].url)
        #expect(report.isGood, "\(report)")
        #expect((report.outcomes["answer"] ?? 0) > 40, "\(report)")
    }
}
