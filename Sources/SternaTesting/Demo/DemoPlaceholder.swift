/// The lists and their items: read, filtered, paged; made and changed without being kept.
enum DemoPlaceholder {
    static let routes =
        [DemoCollection.posts, .users, .comments, .todos].flatMap(routes) + [
            nested(.posts, .comments), nested(.users, .posts), nested(.users, .todos),
        ]

    private static func routes(_ collection: DemoCollection) -> [DemoRoute] {
        let (name, one) = (collection.name, collection.singular)
        return [
            DemoRoute("GET", "/\(name)", "All \(name); filter by member (?userId=1), page by _page and _limit.") {
                try list(collection, collection.items, $0)
            },
            DemoRoute("POST", "/\(name)", "A new \(one): 201 with its id.") { try create(collection, $0) },
            DemoRoute("GET", "/\(name)/*", "One \(one).") {
                DemoDocument(try collection.item($0.number())).answer(to: $0.received)
            },
            DemoRoute("PUT", "/\(name)/*", "Replaces one.") { try replace(collection, $0) },
            DemoRoute("PATCH", "/\(name)/*", "Changes the given members of one.") { try change(collection, $0) },
            DemoRoute("DELETE", "/\(name)/*", "Removes one: 200 with {}.") {
                _ = try collection.item($0.number())
                return .json([:])
            },
        ]
    }

    private static func nested(_ outer: DemoCollection, _ inner: DemoCollection) -> DemoRoute {
        DemoRoute("GET", "/\(outer.name)/*/\(inner.name)", "The \(inner.name) of one \(outer.singular).") { request in
            let id = try request.number()
            _ = try outer.item(id)
            return try list(inner, inner.items.filter { $0[outer.reference] == .integer(id) }, request)
        }
    }

    private static func list(
        _ collection: DemoCollection, _ items: [DemoJSON], _ request: DemoRequest
    ) throws -> Answer {
        let query = request.query
        if query.items.isEmpty, items.count == collection.items.count {
            return collection.document.answer(to: request.received)
        }
        let filters = query.items.filter { !$0.name.hasPrefix("_") }
        let found = items.filter { item in filters.allSatisfy { item[$0.name]?.plainText == $0.value } }
        guard query["_page"] != nil || query["_limit"] != nil else {
            return DemoDocument(.array(found)).answer(to: request.received)
        }
        let page = try DemoPage(query, of: found.count)
        let fields = [.init("X-Total-Count", "\(found.count)")] + page.links(request)
        return .json(.array(Array(found[page.range])), fields: fields)
    }

    private static func create(_ collection: DemoCollection, _ request: DemoRequest) throws -> Answer {
        var members = try checked(try request.object(), collection)
        let id = collection.items.count + 1
        members["id"] = .integer(id)
        let place = "\(request.base)/\(collection.name)/\(id)"
        return .json(.object(members), status: 201, fields: [.init("Location", place)])
    }

    private static func replace(_ collection: DemoCollection, _ request: DemoRequest) throws -> Answer {
        let id = try request.number()
        _ = try collection.item(id)
        var members = try checked(try request.object(), collection)
        members["id"] = .integer(id)
        return .json(.object(members))
    }

    private static func change(_ collection: DemoCollection, _ request: DemoRequest) throws -> Answer {
        let id = try request.number()
        guard case .object(let known) = try collection.item(id) else { return .json([:]) }
        var members = known.merging(try request.object()) { $1 }
        members["id"] = .integer(id)
        return .json(.object(try checked(members, collection)))
    }

    private static func checked(
        _ members: [String: DemoJSON], _ collection: DemoCollection
    ) throws -> [String: DemoJSON] {
        guard case .string(let text)? = members[collection.required], !text.isEmpty else {
            let (one, name) = (collection.singular, collection.required)
            throw DemoProblem(422, "missing_\(name)", "A \(one) needs a \(name).")
        }
        return members
    }
}
