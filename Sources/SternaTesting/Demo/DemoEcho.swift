/// Routes that show what was sent, and forms in which an answer may come.
enum DemoEcho {
    static let routes = [
        DemoRoute("any", "/anything/**", "Shows the request, as httpbin does.") { .json(echo($0)) },
        DemoRoute("GET", "/gzip", "The request, compressed.") { request in
            let fields: [Answer.Field] = [
                .init("Content-Type", "application/json; charset=utf-8"), .init("Content-Encoding", "gzip"),
            ]
            return Answer(fields: fields, body: DemoGzip.wrapped(echo(request).data))
        },
        DemoRoute("GET", "/html", "A page.") { _ in
            .html("<!DOCTYPE html>\n<html><head><title>Sterna</title></head><body><h1>Sterna</h1></body></html>\n")
        },
    ]

    private static func echo(_ request: DemoRequest) -> DemoJSON {
        let received = request.received
        let names = Dictionary(grouping: received.fields, by: \.name)
        var members: [String: DemoJSON] = [
            "method": .string(received.method), "target": .string(received.target),
            "url": .string(request.base + received.target), "origin": "127.0.0.1", "args": request.query.json,
            "headers": .object(names.mapValues { .string($0.map(\.value).joined(separator: ", ")) }),
            "fields": .array(received.fields.map { .array([.string($0.name), .string($0.value)]) }),
            "connection": .integer(received.connection), "form": [:], "files": [:], "json": .null,
            "data": .string(text(received.body)),
        ]
        if request.mediaType == "application/x-www-form-urlencoded" {
            members["form"] = DemoForm(received.text).json
        } else if request.mediaType == "multipart/form-data", let parts = try? DemoMultipart(received).parts {
            members["form"] = contents(parts.filter { $0.fileName == nil })
            members["files"] = contents(parts.filter { $0.fileName != nil })
        } else if let value = DemoJSON(received.body) {
            members["json"] = value
        }
        return .object(members)
    }

    private static func contents(_ parts: [DemoMultipart.Part]) -> DemoJSON {
        .object(Dictionary(parts.map { ($0.name, .string(text($0.content))) }) { $1 })
    }

    private static func text(_ bytes: Data) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? "data:application/octet-stream;base64,\(bytes.base64EncodedString())"
    }
}
