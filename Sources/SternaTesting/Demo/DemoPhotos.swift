import Sterna

/// Takes photos, up to 5 MB each, and keeps the last few.
struct DemoPhotos: Sendable {
    private struct Photo: Sendable {
        var id: Int
        var type: String
        var content: Data
    }

    private struct State: Sendable {
        var count = 0
        var kept: [Photo] = []
    }

    private final class Store: Sendable {
        let state = Lock(State())
    }

    private static let limit = 5_000_000
    private let store = Store()

    var routes: [DemoRoute] {
        [
            DemoRoute("POST", "/photos", "Takes a file as multipart/form-data: 201; over 5 MB 422.") { try take($0) },
            DemoRoute("GET", "/photos/*", "One of the last 8 photos that were taken.") { try show($0) },
        ]
    }

    private func take(_ request: DemoRequest) throws -> Answer {
        guard request.received.bodyLength == request.received.body.count else { throw Self.tooLarge }
        let parts = try DemoMultipart(request.received).parts
        guard let file = parts.first(where: { $0.fileName != nil }) else {
            throw DemoProblem(422, "no_file", "There is no file among the parts.")
        }
        guard file.content.count <= Self.limit else { throw Self.tooLarge }
        let id = store.state.withLock { state in
            state.count += 1
            state.kept = state.kept.suffix(7) + [Photo(id: state.count, type: file.type, content: file.content)]
            return state.count
        }
        let url = "\(request.base)/photos/\(id)"
        let texts = parts.filter { $0.fileName == nil }.map { part in
            (part.name, DemoJSON.string(String(decoding: part.content, as: UTF8.self)))
        }
        let answer: DemoJSON = [
            "id": .integer(id), "url": .string(url), "bytes": .integer(file.content.count), "type": .string(file.type),
            "name": .string(file.fileName ?? ""), "fields": .object(Dictionary(texts) { $1 }),
        ]
        return .json(answer, status: 201, fields: [.init("Location", url)])
    }

    private func show(_ request: DemoRequest) throws -> Answer {
        let id = try request.number()
        guard let photo = store.state.withLock({ $0.kept.first { $0.id == id } }) else {
            throw DemoProblem.notFound("photo \(id)")
        }
        return Answer(fields: [.init("Content-Type", photo.type)], body: photo.content)
    }

    private static var tooLarge: DemoProblem {
        DemoProblem(422, "photo_too_large", "A photo may have 5 MB at most; shrink it and send it again.")
    }
}
