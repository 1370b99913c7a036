extension APIError {
    /// The message for people, in the language they prefer: what happened and what they can do, never a code.
    ///
    /// When the server refuses a request for a reason of its own and says so in words, these are the message.
    public var userMessage: String { userMessage(in: options.language ?? .preferred) }

    /// The message for people in one language; the server's own words are in the server's, and those of the app in what
    /// language the app gives them (``Options/userMessage``).
    public func userMessage(in language: Language) -> String {
        if let own = options.userMessage {
            var plain = self
            plain.options.userMessage = nil
            if let words = own(plain, language) { return words }
        }
        if kind == .rejected, let words = refusal?.message { return words }
        return message.text(in: language)
    }

    /// What the server said about why it refused: its words and its own code, read from the body of its answer, with
    /// secrets masked that it sends back; `nil` when there is no answer or it says nothing of the kind.
    public var refusal: Refusal? {
        guard let response, let body = response.bytes else { return nil }
        if let own = options.refusal?(response) { return own.masked(with: masking) }
        let type = response.fields[.contentType].flatMap(MediaType.init)
        return Refusal(body, contentType: type).map { $0.masked(with: masking) }
    }

    private var message: UserMessage {
        if mayHaveBeenProcessed, request?.method.isIdempotent != true, kind.family == .technical {
            return .outcomeUnknown
        }
        return kind == .rejected ? Self.message(of: response?.status) : Self.message(of: kind)
    }

    private static func message(of status: HTTPStatus?) -> UserMessage {
        switch status?.code {
        case 400, 422: .invalidInput
        case 403: .forbidden
        case 404, 410: .notFound
        case 409, 412, 428: .conflict
        case 413: .tooBigToSend
        default: .refused
        }
    }

    private static func message(of kind: Kind) -> UserMessage {
        switch kind {
        case .invalidRequest, .bodyEncoding: .appMistake
        case .bodyNotReplayable: .sendAgain
        case .unauthorized: .signIn
        case .rejected: .refused
        case .rateLimited: .tooManyRequests
        case .server: .serverProblem
        case .circuitOpen: .serverInTrouble
        case .offline: .offline
        case .dns: .hostNotFound
        case .connect: .unreachable
        case .proxy: .proxy
        case .tls(.expired): .wrongClock
        case .tls(.selfSigned), .tls(.unknownCA): .unverified
        case .tls(.wrongHost): .wrongServer
        case .tls(.protocolVersion): .weakSecurity
        case .tls(.noTrustStore): .noAuthorities
        case .tls, .pinMismatch, .redirectRefused: .insecure
        case .connectionLost: .connectionLost
        case .timedOut: .tooSlow
        case .truncated: .incomplete
        case .tooLarge: .tooLarge
        case .fileSystem: .fileProblem
        case .unexpectedStatus, .tooManyRedirects, .malformedResponse, .decompression, .decoding, .emptyBody:
            .notUnderstood
        }
    }
}
