/// What went wrong with a call: one type, whose ``kind`` a program can act on.
///
/// Cancellation is not among them: a cancelled call throws `CancellationError`.
public struct APIError: Error, Sendable {
    /// What went wrong.
    public var kind: Kind
    /// What happened, for the developer and the log: it names what was seen and what was expected, and no secret.
    public var detail: String
    /// The request that failed; `nil` when none could be made.
    public var request: HTTPRequest?
    /// The answer, when there was one: status, fields, and up to 64 KiB of its body.
    public var response: HTTPResponse?
    /// The redirects that were followed before it failed, in their order, each with its answer's fields.
    public var redirects: [Redirect]
    /// Every attempt that was made, the failed ones too.
    public var attempts: [Attempt]
    /// The failure beneath, such as a ``TransportFault`` or a `DecodingError`.
    public var underlying: (any Error)?
    /// Whether the server may have acted on the request although no answer came.
    public var mayHaveBeenProcessed = false
    /// How the client that made it reads and words it.
    package var options = Options()
    /// What the client that made it reads its answer with.
    package var reader: (any RefusalReader)?
    /// Whether it arose in the client, and not of an attempt, so that the call is not sent again for its sake.
    package var isLocal = false

    /// An error of a kind.
    public init(
        _ kind: Kind, _ detail: String, request: HTTPRequest? = nil, response: HTTPResponse? = nil,
        attempts: [Attempt] = [], underlying: (any Error)? = nil
    ) {
        self.kind = kind
        self.detail = detail
        self.request = request
        self.response = response
        redirects = response?.redirects ?? []
        self.attempts = attempts
        self.underlying = underlying
    }

    /// Who has to act: the caller's code, the person, or nobody but time.
    public var family: Family { kind.family }

    /// Whether the same call may succeed later without a change.
    public var isRetryable: Bool { kind.isRetryable && !(kind == .proxy && response?.status == 407) }
}

extension APIError: Equatable {
    /// Whether two errors are of the same kind, about the same request, with the same answer.
    public static func == (a: APIError, b: APIError) -> Bool {
        a.kind == b.kind && a.detail == b.detail && a.request?.method == b.request?.method
            && a.request?.url == b.request?.url && a.response?.status == b.response?.status
            && a.response?.bytes == b.response?.bytes
    }
}

extension APIError {
    /// The list for whatever is shown about this error: what is secret in its request and its answer is on it.
    package var masking: Redaction {
        let list = request?.masking ?? .known
        return response.map { list.adding(values: Array($0.masking.values)) } ?? list
    }

    /// The error with nothing secret in its words.
    package var masked: APIError {
        var error = self
        let masking = masking
        error.detail = masking.redacting(text: detail)
        error.response?.fields.secrets = masking.values
        return error
    }
}

extension APIError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable, LocalizedError {
    /// Kind, request and what happened, on one line, without secrets.
    public var description: String {
        let masking = masking
        let place = request.map { " (\($0.method) \(masking.redacting($0.url)))" } ?? ""
        let doubt =
            mayHaveBeenProcessed && request?.method.isIdempotent == false ? "; the server may have acted on it" : ""
        return "\(kind.name): \(masking.redacting(text: detail).escapedForDisplay)\(doubt)\(place)"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// The parts that may be shown, secrets masked.
    public var customMirror: Mirror {
        let masking = masking
        return Mirror(
            self,
            children: [
                "kind": kind, "detail": masking.redacting(text: detail), "request": request as Any,
                "response": response as Any, "attempts": attempts,
                "underlying": underlying.map { masking.redacting(text: String(describing: $0)) } as Any,
                "mayHaveBeenProcessed": mayHaveBeenProcessed,
            ], displayStyle: .struct)
    }

    /// The message for people.
    public var errorDescription: String? { userMessage }
}

extension HTTPResponse {
    /// The bytes of a complete body; `nil` of a stream.
    package var bytes: Data? {
        if case .complete(let data) = body { data } else { nil }
    }
}
