import Sterna
import SternaTesting
import Testing

/// What an app makes of a server's refusal.
@Suite struct ErrorOptionsTests {
    private struct FormProblem: Decodable, Equatable {
        struct Field: Decodable, Equatable {
            let fieldName, whatIsWrong: String
        }
        let problemCode: Int
        let fields: [Field]
    }

    private static let body = #"{"problem_code":7,"fields":[{"field_name":"age","what_is_wrong":"too young"}]}"#

    private func error(
        _ body: String, type: String = "application/json", status: Int = 422,
        _ configure: (inout APIConfiguration) -> Void = { _ in }
    ) async throws -> APIError {
        let server = try LoopbackServer { _, _ in
            Answer(status, fields: [.init("Content-Type", type)], body: body.utf8)
        }
        let api = try APIClient(baseURL: server.url) {
            $0.retry = .never
            configure(&$0)
        }
        let error = await #expect(throws: APIError.self) {
            _ = try await api.send(Endpoint<Int>(.get, "/", query: [QueryItem("token", "s3cret-token")]))
        }
        return try #require(error)
    }

    // B39
    @Test func `a refusal is read as a type of one's own, with the client's keys`() async throws {
        let error = try await error(Self.body) { $0.json.keys = .snakeCase }
        let problem = try error.decode(FormProblem.self)
        #expect(problem == FormProblem(problemCode: 7, fields: [.init(fieldName: "age", whatIsWrong: "too young")]))
        #expect(throws: DecodingFailure.self) { try error.decode([Int].self) }
    }

    @Test func `without an answer there is nothing to read but the error itself`() {
        let error = APIError(.offline, "no network")
        #expect(throws: error) { try error.decode(FormProblem.self) }
    }

    @Test func `an answer in the app's own form gives words and code`() async throws {
        let own = { @Sendable (response: HTTPResponse) -> Refusal? in
            guard case .complete(let data) = response.body, response.fields["X-No"] == nil,
                let problem = try? JSONDecoder().decode([String: String].self, from: data), let text = problem["texte"]
            else { return nil }
            return Refusal(message: text, code: problem["numero"])
        }
        let error = try await error(#"{"texte":"Trop jeune (s3cret-token)","numero":"E7"}"#) { $0.errors.refusal = own }
        #expect(error.refusal == Refusal(message: "Trop jeune (***)", code: "E7"))
        #expect(error.userMessage(in: .arabic) == "Trop jeune (***)")
        let standard = try await self.error(#"{"message":"Too young","code":"E8"}"#) { $0.errors.refusal = own }
        #expect(standard.refusal == Refusal(message: "Too young", code: "E8"))
    }

    @Test func `the app's own message replaces Sterna's where it has one`() async throws {
        let error = try await error("", status: 503) {
            $0.errors.language = .french
            $0.errors.userMessage = { error, language in
                guard language != .arabic else { return nil }
                return "\(language.rawValue) \(error.response?.status.code ?? 0): \(error.userMessage(in: language))"
            }
        }
        #expect(error.userMessage == "fr 503: Le serveur rencontre un problème. Réessayez dans un instant.")
        #expect(error.errorDescription == error.userMessage)
        #expect(error.userMessage(in: .english) == "en 503: The server has a problem. Try again in a moment.")
        #expect(error.userMessage(in: .arabic).hasPrefix("يواجه الخادم"))
    }

    // B40
    @Test(arguments: [
        (
            #"{"type":"about:blank","title":"No","detail":"Age is below 0"}"#, "application/problem+json",
            "Age is below 0"
        ),
        (#"{"code":"x","message":"Name is taken"}"#, "application/json", "Name is taken"),
        (#"{"error":{"code":7,"message":"Too short"}}"#, "application/json", "Too short"),
        (#"{"errors":[{"message":"First one"},{"message":"b"}]}"#, "application/json", "First one"),
        (
            #"{"error":"invalid_grant","error_description":"The code is too old"}"#, "application/json",
            "The code is too old"
        ),
        ("This name is taken.", "text/plain", "This name is taken."),
        ("<!DOCTYPE html><h1>No</h1>", "text/html", nil), ("<html><p>No way</p>", "application/json", nil),
    ])
    func `the server's words are found in every common form, and a page is none`(
        _ body: String, _ type: String, _ words: String?
    ) async throws {
        let error = try await error(body, type: type)
        #expect(error.refusal?.message == words)
        let standard = "Something you entered was not accepted. Check it and try again."
        #expect(error.userMessage(in: .english) == words ?? standard)
    }

    @Test func `every kind has a suggestion of its own`() {
        let kinds: [APIError.Kind] = [
            .invalidRequest, .bodyEncoding, .bodyNotReplayable, .tooManyRedirects, .redirectRefused, .unauthorized,
            .rejected, .rateLimited, .unexpectedStatus, .server, .offline, .dns, .connect, .proxy, .pinMismatch,
            .connectionLost, .circuitOpen, .truncated, .malformedResponse, .tooLarge, .decompression, .decoding,
            .emptyBody, .fileSystem, .timedOut(.connect), .timedOut(.idle), .timedOut(.total), .tls(.expired),
            .tls(.wrongHost), .tls(.unknownCA), .tls(.noTrustStore), .tls(.protocolVersion), .tls(.other),
        ]
        let suggestions = kinds.map { APIError($0, "").suggestion }
        #expect(Set(suggestions).count == kinds.count)
        #expect(suggestions.allSatisfy { $0.count > 20 && $0.last == "." })
    }
}
