import Sterna
import Testing

@testable import Sterna

/// What an answer to a download is worth.
struct DownloadVerdictTests {
    private static let good: HTTPFields = [
        "ETag": "\"1\"", "Content-Range": "bytes 40-99/100", "Content-Length": "60",
    ]

    private func response(_ status: HTTPStatus, _ fields: HTTPFields) throws -> HTTPResponse {
        HTTPResponse(status: status, fields: fields, url: try URI("http://h/f"))
    }

    private func note(_ fields: HTTPFields = ["ETag": "\"1\"", "Content-Length": "100"]) throws -> ResumeNote {
        let request = HTTPRequest(.get, try URI("http://h/f"))
        return try #require(ResumeNote(try response(200, fields), to: request))
    }

    private func verdict(
        _ status: HTTPStatus, _ fields: HTTPFields, from offset: Int64 = 40, _ note: ResumeNote? = nil
    ) throws -> DownloadVerdict {
        DownloadVerdict(try response(status, fields), from: offset, try note ?? self.note())
    }

    // B78
    @Test func `206 with the range that was asked for goes on`() throws {
        #expect(try verdict(206, Self.good) == .rest(end: 100, length: 100))
        #expect(
            try verdict(206, Self.good.merging(["Content-Range": "bytes 40-59/100", "Content-Length": "20"]))
                == .rest(end: 60, length: 100))
        #expect(try verdict(206, Self.good.merging(["Content-Range": "bytes 40-99/*"])) == .rest(end: 100, length: 100))
    }

    // B78, B79
    @Test(
        arguments: [
            ["Content-Range": "bytes 0-99/100"], ["Content-Range": "bytes 39-99/100"],
            ["Content-Range": "bytes 41-99/100"],
            ["Content-Range": "bytes 40-99/101"], ["Content-Range": "bytes 40-120/121"],
            ["Content-Range": "bytes */100"],
            ["Content-Range": "lines 40-99/100"], ["Content-Range": "bytes 40-99"], ["Content-Range": "x"],
            ["Content-Range": "bytes 40-100/100"], ["Content-Range": "bytes 99-40/100"],
            ["Content-Length": "59"], ["Content-Length": "61"], ["Content-Length": "100"],
            ["Content-Type": "multipart/byteranges; boundary=x"], ["Content-Type": "Multipart/ByteRanges"],
            ["ETag": "\"2\""], ["ETag": "W/\"1\""], ["ETag": "1"], ["ETag": ""],
        ] as [HTTPFields])
    func `206 with anything else is not appended`(_ fields: HTTPFields) throws {
        #expect(try verdict(206, Self.good.merging(fields)) == .askForWhole)
    }

    @Test func `206 without range or tag, or decoded, is not appended`() throws {
        for name in [HTTPField.Name.contentRange, .eTag] {
            var fields = Self.good
            fields[name] = nil
            #expect(try verdict(206, fields) == .askForWhole)
        }
        var decoded = try response(206, Self.good)
        decoded.isDecoded = true
        #expect(DownloadVerdict(decoded, from: 40, try note()) == .askForWhole)
    }

    // B79
    @Test func `a part known by its date may leave the date out, and has no tag`() throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let known = try note([
            "Last-Modified": date, "Date": "Sun, 06 Nov 1994 08:49:38 GMT", "Content-Length": "100",
        ])
        var fields = Self.good
        fields[.eTag] = nil
        #expect(try verdict(206, fields, known) == .rest(end: 100, length: 100))
        fields[.lastModified] = date
        #expect(try verdict(206, fields, known) == .rest(end: 100, length: 100))
        fields[.lastModified] = "Sun, 06 Nov 1994 08:49:36 GMT"
        #expect(try verdict(206, fields, known) == .askForWhole)
        #expect(try verdict(206, Self.good, known) == .askForWhole)
    }

    // B78
    @Test func `200 is the whole, unless it says of itself that it is a part`() throws {
        #expect(try verdict(200, ["Content-Length": "100"]) == .whole(length: 100))
        #expect(try verdict(200, [:]) == .whole(length: nil))
        #expect(try verdict(203, ["Content-Length": "7"], from: 0) == .whole(length: 7))
        let range: HTTPFields = ["Content-Range": "bytes 40-99/100"]
        #expect(try verdict(200, range.merging(["Content-Length": "100"])) == .whole(length: 100))
        #expect(try verdict(200, range.merging(["Content-Length": "60"])) == .askForWhole)
        #expect(try verdict(200, range) == .askForWhole)
        #expect(try verdict(200, ["Content-Range": "bytes 0-99/100"]) == .whole(length: nil))
        #expect(try verdict(200, range, from: 0) == .whole(length: nil))
    }

    // B78
    @Test func `416 is the end of a whole part, and otherwise the end of a useless one`() throws {
        #expect(try verdict(416, ["Content-Range": "bytes */100"], from: 100) == .complete)
        #expect(try verdict(416, ["Content-Range": "bytes */100", "ETag": "\"1\""], from: 100) == .complete)
        #expect(try verdict(416, ["Content-Range": "bytes */100", "ETag": "\"2\""], from: 100) == .askForWhole)
        #expect(try verdict(416, ["Content-Range": "bytes */90"], from: 100) == .askForWhole)
        #expect(try verdict(416, ["Content-Range": "bytes */90"], from: 90) == .askForWhole)
        #expect(try verdict(416, [:], from: 100) == .askForWhole)
    }

    @Test func `304 and 412 to a part are answers about another version`() throws {
        #expect(try verdict(304, [:]) == .askForWhole)
        #expect(try verdict(412, [:]) == .askForWhole)
    }

    @Test func `a part although the whole was asked for is taken when it is all of it`() throws {
        #expect(try verdict(206, ["Content-Range": "bytes 0-99/100"], from: 0) == .whole(length: 100))
        for fields in [["Content-Range": "bytes 0-98/100"], ["Content-Range": "bytes 0-99/*"], [:]] as [HTTPFields] {
            guard case .refuse(.malformedResponse, _) = try verdict(206, fields, from: 0) else {
                Issue.record("\(fields) was taken")
                continue
            }
        }
    }

    @Test func `no cut of an answer's fields makes wrong bytes right`() throws {
        for text in ["bytes 40-99/100", "bytes */100"] {
            for count in 0..<text.count {
                let fields = Self.good.merging(["Content-Range": String(text.prefix(count))])
                for status in [206, 416] as [HTTPStatus] {
                    switch try verdict(status, fields) {
                    case .askForWhole: break
                    case .rest(let end, _): #expect(end > 40 && end <= 100 && text.prefix(count).hasPrefix("bytes 40-"))
                    case let other: Issue.record("\(text.prefix(count)): \(other)")
                    }
                }
            }
        }
    }
}

/// What tells one version of a file from another.
struct StrongValidatorTests {
    private static let changed = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test(arguments: ["\"\"", "\"1\"", "\"a-b/c,d\"", "\"é\""])
    func `a tag in quotes is strong`(_ tag: String) {
        #expect(StrongValidator(["ETag": tag]) == .eTag(tag))
    }

    @Test(arguments: ["W/\"1\"", "w/\"1\"", "1", "\"", "", "\"1", "1\"", "\"1\", \"2\"", "\"a b\"", "*"])
    func `any other tag is none, and hides the date`(_ tag: String) {
        let fields: HTTPFields = [
            "ETag": tag, "Last-Modified": Self.changed, "Date": "Mon, 07 Nov 1994 08:49:37 GMT",
        ]
        #expect(StrongValidator(fields) == nil)
    }

    @Test func `a date is strong a second later`() {
        func validator(_ date: String?) -> StrongValidator? {
            var fields: HTTPFields = ["Last-Modified": Self.changed]
            fields[.date] = date
            return StrongValidator(fields)
        }
        #expect(validator("Sun, 06 Nov 1994 08:49:38 GMT") == .lastModified(Self.changed))
        #expect(validator("Sun, 06 Nov 1994 08:49:37 GMT") == nil)
        #expect(validator("Sun, 06 Nov 1994 08:49:30 GMT") == nil)
        #expect(validator("yesterday") == nil && validator(nil) == nil)
    }
}
