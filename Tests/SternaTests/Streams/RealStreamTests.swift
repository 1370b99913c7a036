import Sterna
import TestSupport
import Testing

/// Streams of a real nginx, over HTTP/1.1 and over HTTP/2, where many share a connection.
@Suite(.timeLimit(.minutes(1))) struct RealStreamTests {
    private struct Post: Decodable, Sendable {
        let id: Int
    }

    private func client(isSecure: Bool) async throws -> APIClient {
        let (nginx, authority) = (try await Nginx.shared(), try await TestAuthority.shared())
        return try APIClient(baseURL: isSecure ? nginx.secureURL : nginx.url) {
            $0.transport.tls.authorities = authority.certificate
        }
    }

    @Test(arguments: [false, true]) func `the pieces of a large body are the whole`(isSecure: Bool) async throws {
        let api = try await client(isSecure: isSecure)
        var all = Data()
        for try await piece in api.chunks(Endpoint<Data>(.get, "/big")) { all += piece }
        #expect(all == Nginx.big)
    }

    @Test(arguments: [false, true]) func `a loop that is left ends its transfer, and the client goes on`(
        isSecure: Bool
    ) async throws {
        let api = try await client(isSecure: isSecure)
        for _ in 0..<20 {
            for try await piece in api.chunks(Endpoint<Data>(.get, "/big")) where !piece.isEmpty { break }
        }
        let posts = try await api.send(Endpoint<[Post]>(.get, "/posts.json"))
        #expect(posts.count == 20)
    }

    @Test func `a slow reader of one stream holds no other stream of its connection up`() async throws {
        let api = try await client(isSecure: true)
        var pieces = api.chunks(Endpoint<Data>(.get, "/big")).makeAsyncIterator()
        var count = try await pieces.next()?.count ?? 0
        for _ in 0..<10 {
            #expect(try await api.send(Endpoint<[Post]>(.get, "/posts.json")).count == 20)
        }
        while let piece = try await pieces.next() { count += piece.count }
        #expect(count == Nginx.bigSize)
    }
}
