/// One of the lists of the service: its items never change.
struct DemoCollection: Sendable {
    /// The name in paths: `posts`.
    let name: String
    /// The name of one: `post`.
    let singular: String
    /// The member that refers to one from elsewhere: `postId`.
    let reference: String
    /// A member without which none can be made.
    let required: String
    let items: [DemoJSON]
    /// The whole list.
    let document: DemoDocument

    init(_ name: String, required: String, items: [DemoJSON]) {
        self.name = name
        singular = String(name.dropLast())
        reference = singular + "Id"
        self.required = required
        self.items = items
        document = DemoDocument(.array(items))
    }

    func item(_ id: Int) throws -> DemoJSON {
        guard items.indices.contains(id - 1) else { throw DemoProblem.notFound("\(singular) \(id)") }
        return items[id - 1]
    }
}

extension DemoCollection {
    static let posts = DemoCollection("posts", required: "title", items: (1...100).map(post))
    static let users = DemoCollection("users", required: "name", items: names.indices.map { user($0 + 1) })
    static let comments = DemoCollection("comments", required: "body", items: (1...500).map(comment))
    static let todos = DemoCollection("todos", required: "title", items: (1...200).map(todo))

    private static let names = [
        "Ada Holm", "Björn Aasen", "Chidi Okoro", "Dana Levi", "Emre Yıldız", "Fatima Zahra", "Grace Lin",
        "Hana Novák", "Idris Bello", "Jun Sato",
    ]

    private static func post(_ id: Int) -> DemoJSON {
        var words = DemoWords(seed: id)
        return [
            "userId": .integer((id - 1) / 10 + 1), "id": .integer(id), "title": .string(words.phrase(6)),
            "body": .string(words.sentences(4)),
        ]
    }

    private static func comment(_ id: Int) -> DemoJSON {
        var words = DemoWords(seed: 1000 + id)
        return [
            "postId": .integer((id - 1) / 5 + 1), "id": .integer(id), "name": .string(words.phrase(5)),
            "email": .string(words.phrase(1) + "\(id)@example.com"), "body": .string(words.sentences(3)),
        ]
    }

    private static func todo(_ id: Int) -> DemoJSON {
        var words = DemoWords(seed: 2000 + id)
        return [
            "userId": .integer((id - 1) / 20 + 1), "id": .integer(id), "title": .string(words.phrase(5)),
            "completed": .bool(words.number(below: 2) == 0),
        ]
    }

    private static func user(_ id: Int) -> DemoJSON {
        var words = DemoWords(seed: 3000 + id)
        let name = names[id - 1]
        let login = "user\(id)"
        return [
            "id": .integer(id), "name": .string(name), "username": .string(login),
            "email": .string(login + "@example.com"), "phone": .string("+1 555 01\(10 + id)"),
            "website": .string(login + ".example.org"), "address": address(&words),
            "company": [
                "name": .string(words.phrase(2)), "catchPhrase": .string(words.phrase(3)),
                "bs": .string(words.phrase(3)),
            ],
        ]
    }

    private static func address(_ words: inout DemoWords) -> DemoJSON {
        [
            "street": .string(words.phrase(2)), "suite": .string("No. \(1 + words.number(below: 90))"),
            "city": .string(words.phrase(1)), "zipcode": .string("\(10_000 + words.number(below: 89_999))"),
            "geo": [
                "lat": .string("\(words.number(below: 180) - 90).5"),
                "lng": .string("\(words.number(below: 360) - 180).25"),
            ],
        ]
    }
}
