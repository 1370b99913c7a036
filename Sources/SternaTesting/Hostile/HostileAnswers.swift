/// Answers of HTTP/1.1 that were damaged on purpose: the same ones for the same seed, so that a failure can be repeated
/// from its seed and number alone.
///
/// ```swift
/// let answers = HostileAnswers(seed: 7)
/// let server = try answers.server()
/// // server.url + "/12" is answered with answers[12], "/healthy" always with a right answer.
/// ```
///
/// Whatever comes, a client ends every request in time with an answer or a typed error, and is as good as new for the
/// next one: ``HostileTrial`` checks that.
public struct HostileAnswers: Hashable, Sendable {
    /// What they are made from.
    public let seed: UInt64

    /// The content of the right answer at `/healthy`.
    public static var healthyContent: Data { CodedContent.text }

    /// The answers of a seed.
    public init(seed: UInt64) {
        self.seed = seed
    }

    /// The answer of a number.
    public subscript(number: Int) -> HostileAnswer {
        var random = SeededRandom(seed: seed, case: number)
        var draft = AnswerDraft(&random)
        var mutations: [AnswerMutation] = []
        // One answer in sixteen is right: a client that refuses everything must not pass.
        if !random.chance(6) {
            for _ in 0..<random.pick([1, 1, 1, 2, 2, 3]) {
                let mutation = random.pick(AnswerMutation.allCases)
                guard !mutations.contains(mutation) else { continue }
                mutations.append(mutation)
                draft.apply(mutation, &random)
            }
        }
        return HostileAnswer(seed: seed, number: number, mutations: mutations, draft: draft)
    }

    /// A server that answers `/n` with the answer of that number and anything else, such as `/healthy`, with a right
    /// one.
    ///
    /// It listens on two ports: a healthy request through the second one never gets a connection on which hostile bytes
    /// may have come.
    ///
    /// - Throws: ``LoopbackFailure`` when no port can be had.
    public func server() throws -> LoopbackServer {
        var options = LoopbackServer.Options()
        options.keepsRequests = false
        return try LoopbackServer(on: [.ipv4(), .ipv4()], options: options) { [self] request, _ in
            guard let number = Int(request.path.dropFirst()) else {
                return Answer(fields: [.init("Content-Type", "application/json")], body: Self.healthyContent)
            }
            return .script(self[number].script)
        }
    }
}
