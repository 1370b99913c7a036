/// One attempt: the request as it left, and what came of it.
///
/// It holds everything as it was, secrets too; what it shows of itself, and every export, is masked.
public struct Exchange: Sendable {
    /// When it began.
    public let startedAt: Date
    /// The request as it left, with the fields that the steps of the chain added. Of a body in memory it has as much as
    /// the recorder keeps.
    public let request: HTTPRequest
    /// The answer, with as much of its body as came so far and the recorder keeps; `nil` when there was none.
    public internal(set) var response: HTTPResponse?
    /// What failed, after the head of the answer too; `nil` when nothing did.
    public internal(set) var error: (any Error)?
    /// How long it took, to the end of the answer's body or to the failure, as far as it has come.
    public internal(set) var duration = Duration.zero
    /// Whether it has ended: the body is complete, or something failed.
    public internal(set) var isFinished = false
    /// How many bytes of the answer's body came, after decoding; more than are kept when it is long.
    public internal(set) var receivedBytes: Int64 = 0

    init(_ request: HTTPRequest, at date: Date, keeping limit: Int) {
        startedAt = date
        var request = request
        if let body = request.body, case .bytes(let data) = body.source, data.count > limit {
            request.body = HTTPBody(
                source: .bytes(Data(data.prefix(limit))), length: body.length, isReplayable: body.isReplayable,
                contentType: body.contentType)
        }
        self.request = request
    }
}

extension Exchange {
    /// The list for whatever is shown about it: what is secret in its request, its answer and their bodies is on it.
    package var masking: Redaction {
        var list = request.masking
        guard let response else { return list }
        list.values.formUnion(response.masking.values)
        // A token that the server hands out may stand a second time, where no name tells.
        let body = String(decoding: response.bytes ?? Data(), as: UTF8.self)
        var telling = list
        telling.names.subtract(["code", "key", "session", "sig", "signature", "authorization"])
        list.values.formUnion(telling.secrets(in: body))
        return list
    }
}

extension Exchange: CustomStringConvertible, CustomDebugStringConvertible {
    /// Method, URL and what came of it, on one line, without secrets.
    public var description: String {
        let masking = masking
        let outcome = response.map { "\($0.status)" } ?? error.map { "\($0)" } ?? "no answer yet"
        return masking.redacting(text: "\(request.method) \(request.url.text) → \(outcome)").escapedForDisplay
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
}
