import Sterna

/// Routes that fail, wait and send elsewhere.
struct DemoFaults: Sendable {
    private final class Counters: Sendable {
        let failures = Lock<[String: Int]>([:])
    }

    private let counters = Counters()

    var routes: [DemoRoute] {
        [
            DemoRoute("any", "/flaky", "Fails ?fails=N times per ?key=K (503, or ?status=), then answers 200.") {
                try flaky($0)
            },
            DemoRoute("any", "/slow", "Answers after ?ms=.", Self.slow),
            DemoRoute("any", "/status/*", "Answers with that status.", Self.status),
            DemoRoute("any", "/redirect/*", "Redirects that many times.", Self.redirect),
            DemoRoute("any", "/redirect-to", "Redirects to ?url= with ?status= (default 302).", Self.redirectTo),
        ]
    }

    private func flaky(_ request: DemoRequest) throws -> Answer {
        let query = request.query
        let key = query["key"] ?? ""
        let fails = try query.integer("fails", default: 2, in: 0...1_000_000)
        let status = try query.integer("status", default: 503, in: 400...599)
        let wait = try query.integer("retry_after", default: 0, in: 0...86_400)
        let before = counters.failures.withLock { failures in
            let before = failures[key] ?? 0
            // After the success the count begins anew, so that the same call can be shown twice.
            failures[key] = before < fails ? before + 1 : nil
            return before
        }
        guard before < fails else { return .json(["key": .string(key), "attempts": .integer(before + 1)]) }
        let message = "Failure \(before + 1) of \(fails)."
        return DemoProblem(status, "flaky", message, fields: [.init("Retry-After", "\(wait)")]).answer
    }

    private static func slow(_ request: DemoRequest) throws -> Answer {
        let duration = try request.query.milliseconds("ms") ?? .seconds(1)
        request.connection.wait(duration)
        return .json(["waited_ms": .integer(Int(duration / .milliseconds(1)))])
    }

    private static func status(_ request: DemoRequest) throws -> Answer {
        let status = try request.number()
        guard (200...599).contains(status) else {
            throw DemoProblem(400, "bad_status", "A final status is a number from 200 to 599.")
        }
        switch status {
        case 204, 205, 304:
            return Answer(status)
        case 502:
            let page = "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head>\n<body><h1>502 Bad Gateway"
            return .html(page + "</h1><p>The tide is out.</p></body></html>\n", status: 502)
        case 200..<300:
            return .json(["status": .integer(status)], status: status)
        default:
            let message = "You asked for status \(status)."
            return DemoProblem(status, "status_\(status)", message, fields: fields(status)).answer
        }
    }

    private static func fields(_ status: Int) -> [Answer.Field] {
        switch status {
        case 300..<400: [.init("Location", "/status/200")]
        case 401: [.init("WWW-Authenticate", "Bearer realm=\"demo\"")]
        case 429, 503: [.init("Retry-After", "1")]
        default: []
        }
    }

    private static func redirect(_ request: DemoRequest) throws -> Answer {
        let left = try request.number()
        guard left > 0 else { return .json(["redirected": true, "method": .string(request.received.method)]) }
        return Answer(302, fields: [.init("Location", "/redirect/\(left - 1)")])
    }

    private static func redirectTo(_ request: DemoRequest) throws -> Answer {
        let status = try request.query.integer("status", default: 302, in: 300...399)
        guard let url = request.query["url"], !url.isEmpty, url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw DemoProblem.badQuery("url", "where to send the client, percent-encoded")
        }
        return Answer(status, fields: [.init("Location", url)])
    }
}
