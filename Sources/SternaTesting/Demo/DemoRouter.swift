import Sterna

/// Finds the route of a request: the whole service as one list.
struct DemoRouter: Sendable {
    private let routes: [DemoRoute]

    init() {
        let routes =
            DemoPlaceholder.routes + DemoSessions().routes + DemoFaults().routes + DemoBytes.routes
            + DemoStreams.routes + DemoPhotos().routes + DemoEcho.routes
        let list = DemoJSON.object(Dictionary(uniqueKeysWithValues: routes.map(Self.line)))
        self.routes = routes + [DemoRoute("GET", "/", "This list.") { _ in .json(list) }]
    }

    func answer(_ request: ReceivedRequest, on connection: LoopbackConnection) -> Answer {
        let path = request.path.split(separator: "/").map { PercentEncoding.decoded(String($0)) }
        let fitting = routes.compactMap { route in route.parameters(in: path).map { (route, $0) } }
        guard !fitting.isEmpty else { return DemoProblem.notFound("route \(request.path)").answer }
        guard let (route, parameters) = fitting.first(where: { $0.0.takes(request.method) }) else {
            return Self.refuse(request.method, fitting.map(\.0))
        }
        let found = DemoRequest(received: request, connection: connection, parameters: parameters)
        do {
            return try route.answer(found)
        } catch {
            return (error as? DemoProblem ?? DemoProblem(500, "internal", "\(error)")).answer
        }
    }

    private static func refuse(_ method: String, _ routes: [DemoRoute]) -> Answer {
        let methods = Set(routes.flatMap(\.methods) + ["HEAD", "OPTIONS"]).sorted().joined(separator: ", ")
        guard method != "OPTIONS" else { return Answer(204, fields: [.init("Allow", methods)]) }
        let message = "This route does not take \(method); it takes \(methods)."
        return DemoProblem(405, "method_not_allowed", message, fields: [.init("Allow", methods)]).answer
    }

    private static func line(_ route: DemoRoute) -> (String, DemoJSON) {
        let methods = route.methods.isEmpty ? "any" : route.methods.joined(separator: " ")
        return ("\(methods) /\(route.pattern.joined(separator: "/"))", .string(route.summary))
    }
}
