/// A file of any size whose bytes follow from their places, for downloads in parts (RFC 9110 §14).
enum DemoBytes {
    static let routes = [
        DemoRoute(
            "GET", "/bytes/*",
            "That many bytes, with ETag and Range; ?version= changes them, ?cut=N ends a whole answer after N bytes, "
                + "?every_ms= paces its pieces.", answer)
    ]

    /// The pattern's length is a prime, so that a part put in the wrong place shows.
    private static let period = 65_521
    private static let piece = 256 << 10
    private static let pattern: [UInt8] = {
        let one = (0..<period).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
        return Array(repeatElement(one, count: piece / period + 2).joined())
    }()

    /// The bytes at `range` of a version of the file.
    static func bytes(_ range: Range<Int64>, version: Int = 1) -> Data {
        var data = Data(capacity: range.count)
        var place = range.lowerBound
        while place < range.upperBound {
            let start = Int((place + Int64(version - 1)) % Int64(period))
            let count = Int(min(Int64(piece), range.upperBound - place))
            data.append(contentsOf: pattern[start..<start + count])
            place += Int64(count)
        }
        return data
    }

    private static func answer(_ request: DemoRequest) throws -> Answer {
        guard let size = Int64(request.parameters[0]), (0...1 << 50).contains(size) else {
            throw DemoProblem(400, "bad_size", "The size is a number of bytes from 0 to 2 to the 50th.")
        }
        let query = request.query
        let version = try query.integer("version", default: 1, in: 1...1000)
        let tag = "\"bytes-\(size)-\(version)\""
        var fields: [Answer.Field] = [
            .init("Content-Type", "application/octet-stream"), .init("Accept-Ranges", "bytes"), .init("ETag", tag),
        ]
        if request.received["If-None-Match"] == tag { return Answer(304, fields: [.init("ETag", tag)]) }
        let pause = try query.milliseconds("every_ms")
        switch DemoRange(request.received, size: size, tag: tag) {
        case .whole:
            let end = try query.integer("cut", default: Int(size), in: 0...Int(size))
            return pieces(0..<size, ending: Int64(end), version, status: 200, fields, pause)
        case .part(let range):
            fields.append(.init("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"))
            return pieces(range, ending: range.upperBound, version, status: 206, fields, pause)
        case .unsatisfiable:
            let field = Answer.Field("Content-Range", "bytes */\(size)")
            throw DemoProblem(416, "range_not_satisfiable", "There are only \(size) bytes.", fields: [field])
        }
    }

    private static func pieces(
        _ range: Range<Int64>, ending end: Int64, _ version: Int, status: Int, _ fields: [Answer.Field],
        _ pause: Duration?
    ) -> Answer {
        .chunks(status, fields: fields, length: Int64(range.count), every: pause) { index in
            let start = range.lowerBound + Int64(index) * Int64(piece)
            guard start < end else { return nil }
            return bytes(start..<min(start + Int64(piece), end), version: version)
        }
    }
}
