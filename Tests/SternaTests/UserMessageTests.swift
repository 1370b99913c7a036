import Sterna
import Testing

@Suite struct UserMessageTests {
    private func error(
        _ kind: APIError.Kind, _ status: HTTPStatus? = nil, body: String = "", type: String? = nil
    ) throws -> APIError {
        let url = try URI("http://h/")
        var response = HTTPResponse(status: status ?? 400, body: .complete(Data(body.utf8)), url: url)
        response.fields[.contentType] = type
        return APIError(kind, "curl 28", request: HTTPRequest(.post, url), response: status == nil ? nil : response)
    }

    @Test func `the three tables have the same keys, and no text is empty or borrowed`() {
        let tables = Language.allCases.map { UserMessage.table(of: $0) }
        #expect(tables.count == 3)
        for message in UserMessage.allCases {
            let texts = tables.compactMap { $0[message] }
            #expect(texts.count == 3, "\(message)")
            #expect(texts.allSatisfy { !$0.isEmpty && $0.last == "." }, "\(message)")
            #expect(Set(texts).count == 3, "\(message)")
        }
        for (language, table) in zip(Language.allCases, tables) {
            #expect(table.count == UserMessage.allCases.count)
            #expect(Set(table.values).count == table.count, "two messages are one text in \(language)")
        }
        #expect(UserMessage.table(of: .arabic).values.allSatisfy { !$0.contains { $0.isASCII && $0.isLetter } })
    }

    @Test func `every English text is as it was agreed`() {
        let agreed: [(UserMessage, String)] = [
            (.appMistake, "This app made a mistake. Please report it."),
            (.sendAgain, "This has to be sent once more. Please try again."),
            (.signIn, "Please sign in again."),
            (.refused, "The server refused this request."),
            (.invalidInput, "Something you entered was not accepted. Check it and try again."),
            (.forbidden, "You are not allowed to do this."),
            (.notFound, "This could not be found. It may have been removed."),
            (.conflict, "This was changed in the meantime. Reload it and try again."),
            (.tooBigToSend, "This is too large to send."),
            (.tooManyRequests, "Too many requests. Wait a moment and try again."),
            (.serverProblem, "The server has a problem. Try again in a moment."),
            (.serverInTrouble, "The server has been failing. Try again in a minute."),
            (.offline, "No connection. Check your network."),
            (.hostNotFound, "The server could not be found. Check your network."),
            (.unreachable, "The server cannot be reached. Try again later."),
            (.proxy, "This network’s proxy did not let the request through."),
            (.insecure, "A secure connection could not be made. Try another network."),
            (.wrongClock, "A secure connection could not be made. Check this device’s date and time."),
            (.unverified, "The server could not prove who it is. Try another network."),
            (.wrongServer, "Another server answered than the one that was asked for. Try another network."),
            (.weakSecurity, "The server offers only an outdated kind of secure connection."),
            (.noAuthorities, "This device has no list of whom to trust. Ask whoever looks after it."),
            (.connectionLost, "The connection was lost. Try again."),
            (.tooSlow, "The server takes too long to answer. Try again."),
            (.outcomeUnknown, "It is not certain that this went through. Check before you send it again."),
            (.notUnderstood, "The server’s answer could not be read. Try again later."),
            (.incomplete, "The server’s answer is incomplete. Try again."),
            (.tooLarge, "The server’s answer is too large."),
            (.fileProblem, "A file could not be read or saved. Check the free space."),
        ]
        #expect(agreed.map(\.0) == UserMessage.allCases)
        for (message, text) in agreed { #expect(message.text(in: .english) == text) }
    }

    @Test func `every kind has a message in every language and a suggestion`() throws {
        let kinds: [APIError.Kind] =
            [
                .invalidRequest, .bodyEncoding, .bodyNotReplayable, .tooManyRedirects, .redirectRefused, .unauthorized,
                .rejected, .rateLimited, .unexpectedStatus, .server, .offline, .dns, .connect, .proxy, .pinMismatch,
                .connectionLost, .circuitOpen, .truncated, .malformedResponse, .tooLarge, .decompression, .decoding,
                .emptyBody, .fileSystem,
            ] + APIError.TLSReason.allCases.map { .tls($0) } + TimeoutPhase.allCases.map { .timedOut($0) }
        for kind in kinds {
            for language in Language.allCases {
                let text = try error(kind).userMessage(in: language)
                #expect(!text.isEmpty && !text.contains("28") && !text.contains("curl"))
            }
            #expect(try error(kind).suggestion.last == ".", "\(kind)")
        }
        #expect(try error(.offline).userMessage(in: .english) == "No connection. Check your network.")
        #expect(try error(.timedOut(.idle)).userMessage(in: .french).hasPrefix("Le serveur met trop de temps"))
        let page = try error(.server, 502, body: "<h1>Bad gateway</h1>")
        #expect(page.userMessage(in: .arabic).hasPrefix("يواجه الخادم"))
    }

    @Test(arguments: [
        (400, UserMessage.invalidInput), (422, .invalidInput), (403, .forbidden), (404, .notFound), (410, .notFound),
        (409, .conflict), (412, .conflict), (413, .tooBigToSend), (405, .refused), (418, .refused),
    ])
    func `a refusal without words is told by its status`(_ status: Int, _ message: UserMessage) throws {
        #expect(try error(.rejected, HTTPStatus(status)).userMessage(in: .english) == message.text(in: .english))
    }

    @Test func `the server's own words are shown for a refusal of its own alone`() throws {
        let body = #"{"message":"E-mail is taken","code":"email_taken"}"#
        let refused = try error(.rejected, 409, body: body, type: "application/json")
        #expect(refused.userMessage(in: .arabic) == "E-mail is taken")
        #expect(refused.refusal?.code == "email_taken")
        let unauthorized = try error(.unauthorized, 401, body: body, type: "application/json")
        #expect(unauthorized.userMessage(in: .english) == "Please sign in again.")
        #expect(unauthorized.refusal?.message == "E-mail is taken")
        #expect(try error(.server, 500, body: body).userMessage(in: .english).hasPrefix("The server has a problem"))
    }

    @Test func `an outcome that is not known is said, unless sending again does no harm`() throws {
        var lost = try error(.connectionLost)
        lost.mayHaveBeenProcessed = true
        #expect(lost.userMessage(in: .english).hasPrefix("It is not certain"))
        lost.request?.method = .get
        #expect(lost.userMessage(in: .english).hasPrefix("The connection was lost"))
    }

    @Test func `the language is that of the first variable that is set`() {
        #expect(Language(environment: [:]) == .english)
        #expect(Language(environment: ["LANG": "fr_FR.UTF-8"]) == .french)
        #expect(Language(environment: ["LANG": "fr_FR", "LC_MESSAGES": "ar"]) == .arabic)
        #expect(Language(environment: ["LANG": "fr_FR", "LC_ALL": "C.UTF-8"]) == .english)
        #expect(Language(environment: ["LANG": "AR_EG@x", "LC_ALL": ""]) == .arabic)
        #expect(Language(environment: ["LANG": "de_DE.UTF-8"]) == .english)
        #expect(Language(tag: "fr-CA") == .french && Language(tag: "frr") == nil && Language(tag: "") == nil)
    }
}
