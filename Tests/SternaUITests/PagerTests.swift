import Sterna
import SternaTesting
import SternaUI
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct PagerTests {
    private struct Answer: Decodable, Sendable {
        let items: [Int]
        let next: String?
    }

    @Test func `pages with a cursor are loaded one by one to their end`() async throws {
        let server = try LoopbackServer { request, _ in
            request.query == nil ? .json(#"{"items":[1,2],"next":"b"}"#) : .json(#"{"items":[3]}"#)
        }
        let api = try APIClient(baseURL: server.url)
        let pager = Pager<Int>(
            .cursor(api) {
                Endpoint<Answer>(.get, "/", query: $0.map { [QueryItem("c", $0)] } ?? [])
            } _: {
                ($0.items, $0.next)
            })
        let observer = Observer { "\(pager.state) \(pager.items)" }
        await pager.loadMore()
        await pager.loadMore()
        await pager.loadMore()
        let states = await observer.settle()
        #expect(pager.items == [1, 2, 3] && pager.state == .complete && server.requestCount == 2)
        #expect(
            states == [
                "idle []", "loading []", "loading [1, 2]", "ready [1, 2]", "loading [1, 2]", "loading [1, 2, 3]",
                "complete [1, 2, 3]",
            ])
    }

    @Test func `pages by number end with one that is not full`() async throws {
        let server = try LoopbackServer { request, _ in
            request.query == "offset=0&limit=2" ? .json("[1,2]") : .json("[3]")
        }
        let api = try APIClient(baseURL: server.url)
        let pager = Pager<Int>(
            .offset(api, limit: 2) { Endpoint(.get, "/", query: [QueryItem("offset", $0), QueryItem("limit", $1)]) })
        while pager.state != .complete { await pager.loadMore() }
        #expect(pager.items == [1, 2, 3])
    }

    @Test func `a next page at another origin gets no credential and no field`() async throws {
        let other = try LoopbackServer { _, _ in .json("[3]") }
        let server = try LoopbackServer { request, _ in
            let next = request.target == "/a" ? "/b" : other.url + "/c"
            return .json("[\(request.target == "/a" ? 1 : 2)]", fields: [.init("Link", "<\(next)>; rel=\"next\"")])
        }
        let api = try APIClient(baseURL: server.url) {
            $0.authentication = .bearer("secret")
            $0.fields = ["X-Api-Key": "key"]
        }
        let pager = Pager<Int>(.links(api, Endpoint(.get, "/a", requiresAuthentication: true)))
        while pager.state != .complete {
            await pager.loadMore()
            if case .failure(let failure) = pager.state {
                Issue.record("\(failure.error.map(String.init(describing:)) ?? "")")
                return
            }
        }
        #expect(pager.items == [1, 2, 3])
        #expect(server.requests.allSatisfy { $0["Authorization"] == "Bearer secret" && $0["X-Api-Key"] == "key" })
        let seen = try #require(other.requests.first)
        #expect(seen["Authorization"] == nil && seen["X-Api-Key"] == nil)
    }

    @Test func `a page that leads back to an earlier one ends with a failure`() async {
        let pager = Pager(PageSource<Int> { Page([1], next: $0 == "b" ? "a" : $0 == "a" ? "b" : "a") })
        for _ in 0..<5 { await pager.loadMore() }
        guard case .failure(let failure) = pager.state else { return #expect(Bool(false), "\(pager.state)") }
        #expect(failure.error?.kind == .malformedResponse && pager.items.count == 3)
    }

    @Test func `a page that failed is asked for again, and nothing is lost`() async {
        let fails = Lock(true)
        let pager = Pager(
            PageSource<Int> { place in
                if place == "2", fails.withLock({ $0 }) { throw APIError(.server, "500") }
                return place == nil ? Page([1], next: "2") : Page([2], next: nil)
            })
        await pager.loadMore()
        await pager.loadMore()
        guard case .failure = pager.state else { return #expect(Bool(false), "\(pager.state)") }
        #expect(pager.items == [1])
        fails.withLock { $0 = false }
        await pager.loadMore()
        #expect(pager.items == [1, 2] && pager.state == .complete)
    }

    @Test func `beginning again keeps the list until the first page is there`() async {
        let (gates, count) = (Gates(), Lock(0))
        let pager = Pager(
            PageSource<Int> { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return Page([try await gates.value(number)], next: nil)
            })
        gates.open(1, .success(1))
        await pager.loadMore()
        let again = Task { await pager.reload() }
        await gates.waitForCalls(2)
        #expect(pager.items == [1] && pager.state == .loading)
        gates.open(2, .success(9))
        await again.value
        #expect(pager.items == [9] && pager.state == .complete)
    }
}
