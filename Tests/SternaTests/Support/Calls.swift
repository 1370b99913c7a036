import Sterna
import SternaTesting
import Testing

/// A client of a loopback server.
func client(
    of server: LoopbackServer, _ configure: (inout APIConfiguration) throws -> Void = { _ in }
) throws -> APIClient {
    try APIClient(baseURL: server.url, configure)
}

/// The error that a call ends with; fails the test when it does not.
func failure(
    _ location: SourceLocation = #_sourceLocation, of call: () async throws -> some Any
) async -> APIError? {
    do {
        let value = try await call()
        Issue.record("succeeded with \(value)", sourceLocation: location)
    } catch let error as APIError {
        return error
    } catch {
        Issue.record("threw \(error)", sourceLocation: location)
    }
    return nil
}

struct Thing: Codable, Hashable, Sendable {
    var a: Int
}
