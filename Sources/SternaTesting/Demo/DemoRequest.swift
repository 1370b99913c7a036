/// A request on its way to a route's closure.
struct DemoRequest {
    let received: ReceivedRequest
    let connection: LoopbackConnection
    /// The segments of the path that the route leaves open, decoded.
    let parameters: [String]

    var query: DemoForm { DemoForm(received.query ?? "") }

    /// The start of URLs that lead back here, as the client wrote it.
    var base: String { "http://" + (received["Host"] ?? "localhost") }

    /// An open segment as a whole number; what is none is not found.
    func number(_ index: Int = 0) throws -> Int {
        guard let number = Int(parameters[index]) else { throw DemoProblem.notFound("number \(parameters[index])") }
        return number
    }

    /// The body as an object, from JSON or from a form.
    func object() throws -> [String: DemoJSON] {
        if mediaType == "application/x-www-form-urlencoded", case .object(let members) = DemoForm(received.text).json {
            return members
        }
        guard let value = DemoJSON(received.body) else {
            throw DemoProblem(400, "malformed_json", "The body is not JSON, or is nested more than 64 deep.")
        }
        guard case .object(let members) = value else {
            throw DemoProblem(400, "no_object", "The body must be a JSON object.")
        }
        return members
    }

    /// The media type of the body, in lower case, without parameters.
    var mediaType: String {
        (received["Content-Type"] ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    }
}
