/// A refusal: its status, and a body `{"code":…,"message":…}` that a client can show.
struct DemoProblem: Error {
    var status: Int
    var code: String
    var message: String
    var fields: [Answer.Field] = []

    init(_ status: Int, _ code: String, _ message: String, fields: [Answer.Field] = []) {
        self.status = status
        self.code = code
        self.message = message
        self.fields = fields
    }

    var answer: Answer {
        .json(["code": .string(code), "message": .string(message)], status: status, fields: fields)
    }

    static func badQuery(_ name: String, _ expected: String) -> DemoProblem {
        DemoProblem(400, "bad_query", "The query item `\(name)` must be \(expected).")
    }

    static func notFound(_ what: String) -> DemoProblem {
        DemoProblem(404, "not_found", "There is no \(what).")
    }
}

extension Answer {
    static func json(_ value: DemoJSON, status: Int = 200, fields: [Field] = []) -> Answer {
        Answer(status, fields: [Field("Content-Type", "application/json; charset=utf-8")] + fields, body: value.data)
    }
}
