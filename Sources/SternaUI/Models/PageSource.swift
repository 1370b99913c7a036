public import Sterna

/// How the pages of a list are asked for: the first with `nil`, each further one with what the one before gave.
public nonisolated struct PageSource<Item: Sendable>: Sendable {
    let page: @Sendable (String?) async throws -> Page<Item>

    /// Any way of one's own.
    public init(_ page: @escaping @Sendable (String?) async throws -> Page<Item>) {
        self.page = page
    }

    /// Pages that hold a cursor to the next one.
    ///
    /// - Parameters:
    ///   - api: the client.
    ///   - endpoint: the request for the page of a cursor; `nil` for the first.
    ///   - read: what is on an answer, and the cursor of the next page.
    public static func cursor<Response>(
        _ api: APIClient, _ endpoint: @escaping @Sendable (String?) -> Endpoint<Response>,
        _ read: @escaping @Sendable (Response) -> (items: [Item], next: String?)
    ) -> PageSource {
        PageSource { cursor in
            let (items, next) = read(try await api.send(endpoint(cursor)))
            return Page(items, next: next)
        }
    }

    /// Pages of a number of items each, asked for by how many come before. One that is not full is the last.
    public static func offset(
        _ api: APIClient, limit: Int, _ endpoint: @escaping @Sendable (_ offset: Int, _ limit: Int) -> Endpoint<[Item]>
    ) -> PageSource {
        PageSource { place in
            let offset = place.flatMap { Int($0) } ?? 0
            let items = try await api.send(endpoint(offset, limit))
            return Page(items, next: items.count < limit ? nil : String(offset + items.count))
        }
    }

    /// Pages that name the next one in a `Link` field (RFC 8288, `rel="next"`). One at another origin is asked for
    /// without the client's credentials and fields.
    public static func links(_ api: APIClient, _ endpoint: Endpoint<[Item]>) -> PageSource {
        PageSource { address in
            let response = try await api.response(to: endpoint, at: address.map { try URI($0) })
            return Page(response.value, next: response.link("next")?.text)
        }
    }
}
