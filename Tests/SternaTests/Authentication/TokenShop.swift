import Sterna
import SternaTesting

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A server that knows one token at a time, and a provider that renews it there.
final class TokenShop: Sendable {
    let server: LoopbackServer
    let token: Lock<String>
    let renewals = Lock(0)
    let held = Lock("old")

    /// - Parameter gathering: how many calls with the old token must have come before the first of them is answered.
    init(valid: String = "t0", gathering: Int = 0, renew: @escaping @Sendable (Int) -> Answer = { .text("t\($0)") })
        throws
    {
        let (valid, renewals, arrived) = (Lock(valid), renewals, Lock(0))
        token = valid
        server = try LoopbackServer { request, _ in
            guard request.path != "/token" else {
                let count = renewals.withLock { count in
                    count += 1
                    return count
                }
                usleep(20_000)
                let answer = renew(count)
                if answer.status == 200 { valid.withLock { $0 = "t\(count)" } }
                return answer
            }
            if request["Authorization"] == "Bearer old" {
                arrived.withLock { $0 += 1 }
                for _ in 0..<2000 where arrived.withLock({ $0 }) < gathering { usleep(1000) }
            }
            let isKnown = request["Authorization"] == "Bearer " + valid.withLock { $0 }
            return isKnown ? .json("1") : .json(#"{"message":"who?"}"#, status: 401)
        }
    }

    func client(
        policy: RefreshPolicy = RefreshPolicy(), clock: any TimeSource = ContinuousClock(),
        refresh: (@Sendable (AccessToken) async throws -> AccessToken?)? = nil
    ) throws -> APIClient {
        let (held, url) = (held, server.url)
        let own = try APIClient(baseURL: url) { $0.retry = .never }
        return try APIClient(baseURL: url) {
            $0.authentication = .bearer(
                policy: policy, clock: clock, current: { AccessToken(Secret(held.withLock { $0 })) },
                refresh: refresh ?? { _ in
                    let token = try await own.send(Endpoint<String>(.post, "/token"))
                    held.withLock { $0 = token }
                    return AccessToken(Secret(token))
                })
        }
    }

    var calls: [ReceivedRequest] { server.requests.filter { $0.path != "/token" } }
}
