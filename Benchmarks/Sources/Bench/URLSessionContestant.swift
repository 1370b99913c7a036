import Foundation
import FoundationNetworking

extension Contestant {
    /// Foundation's own client, with completion handlers: `data(for:)` would add its own costs.
    static func urlSession(_ url: String) -> Contestant {
        let target = URL(string: url)!
        return Contestant(name: "urlsession") { connections, seconds in
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpMaximumConnectionsPerHost = connections
            configuration.urlCache = nil
            let session = URLSession(configuration: configuration)
            defer { session.invalidateAndCancel() }
            return await repeating(connections, seconds) {
                let _: Data = try await withCheckedThrowingContinuation { continuation in
                    session.dataTask(with: target) { data, _, error in
                        continuation.resume(with: data.map { .success($0) } ?? .failure(error ?? Unexpected()))
                    }.resume()
                }
            }
        }
    }
}
