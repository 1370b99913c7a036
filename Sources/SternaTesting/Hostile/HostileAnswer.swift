/// One answer of a hostile server: what it sends, what was done to it, and what a client may make of it.
public struct HostileAnswer: Sendable {
    /// The seed of the answers that it belongs to.
    public let seed: UInt64
    /// Its number among them.
    public let number: Int
    /// What was done to it; empty of an answer that is as it should be.
    public let mutations: [AnswerMutation]
    /// What may come of it.
    public var promise: AnswerPromise { draft.promise }
    /// The content that it had before anything was done to it, decoded.
    public var content: Data { CodedContent.text }
    /// The bytes that are sent, but for what is sent over and over after them.
    public var bytes: [UInt8] { draft.bytes }
    /// What the server does.
    public var script: Script { draft.script }
    let draft: AnswerDraft

    /// Whether a client may take the answer for a success with this body.
    public func allows(_ body: Data) -> Bool {
        promise == .anything || body == content || body.isEmpty && draft.mayBeEmpty
    }
}

extension HostileAnswer: CustomStringConvertible {
    /// Seed, number and mutations: all that is needed to make it again.
    public var description: String {
        let list = mutations.isEmpty ? "as it should be" : mutations.map(\.rawValue).joined(separator: ", ")
        return "answer \(number) of seed \(seed) (\(draft.coding), \(draft.framing), \(list))"
    }
}
