import SternaTesting
import TestSupport
import Testing

@testable import Sterna

@Suite struct MultipartSerializerTests {
    private typealias Piece = MultipartSerializer.Piece

    /// Everything that comes out, fed chunks of `size` and pulled `limit` bytes at a time.
    private func output(
        _ pieces: [MultipartSerializer.Piece], _ contents: [Data], feeding size: Int, pulling limit: Int
    ) throws -> Data {
        var serializer = MultipartSerializer(pieces)
        var contents = contents[...]
        var result = Data()
        while true {
            switch serializer.next(upTo: limit) {
            case .end: return result
            case .send(let bytes):
                #expect((1...limit).contains(bytes.count))
                result.append(bytes)
            case .feed:
                let chunk = contents.first?.prefix(size) ?? Data()
                if chunk.isEmpty {
                    contents = contents.dropFirst()
                    try serializer.endContent()
                } else {
                    contents[contents.startIndex] = (contents.first ?? Data()).dropFirst(size)
                    try serializer.feed(chunk)
                }
            }
        }
    }

    @Test func `the cuts of what is fed and pulled do not matter`() throws {
        let contents = [Data("first".utf8), Data(), Data("\r\n--B--\r\n".utf8), Data([0, 1, 2, 255])]
        let pieces: [MultipartSerializer.Piece] =
            [.bytes(Data("head".utf8))]
            + contents.flatMap { content in
                [.content(name: "a", length: Int64(content.count)), .bytes(Data("|".utf8))]
            } + [.content(name: "z", length: nil)]
        let whole = try output(pieces, contents + [Data("end".utf8)], feeding: 1000, pulling: 1000)
        #expect(whole == Data("headfirst||\r\n--B--\r\n|".utf8) + Data([0, 1, 2, 255]) + Data("|end".utf8))
        for size in 1...12 {
            for limit in 1...12 {
                #expect(
                    try output(pieces, contents + [Data("end".utf8)], feeding: size, pulling: limit) == whole,
                    "\(size), \(limit)")
            }
        }
    }

    @Test func `a content of another length than promised never looks complete`() throws {
        let pieces: [MultipartSerializer.Piece] = [.content(name: "a\u{7}", length: 4), .bytes(Data("--B--".utf8))]
        for (content, seen) in [("abc", "3"), ("abcde", "more"), ("", "0")] {
            for size in 1...6 {
                let error = #expect(throws: APIError.self) {
                    try output(pieces, [Data(content.utf8)], feeding: size, pulling: 2)
                }
                #expect(error?.kind == .bodyEncoding)
                #expect(error?.detail.hasSuffix("was said to have 4 bytes and has \(seen)") == true)
                #expect(error?.detail.contains("\u{7}") == false)
            }
        }
    }

    @Test func `a seeded thousand of forms is read back by a strict reader`() async throws {
        var noise = Noise(seed: 5)
        for _ in 0..<1000 {
            let parts = (0..<Int.random(in: 0...5, using: &noise)).map { _ in
                let name = noise.text(of: ["a", "\"", "é", "天", "\\", ";", "=", "%"], upTo: 6)
                let text = noise.text(of: ["-", "\r\n", "\n", "a", "👩‍👩‍👧", "\0"], upTo: 40)
                return MultipartForm.Part.data(name, Data(text.utf8), fileName: noise.bool() ? "f" + name : nil)
            }
            let body = try HTTPBody.multipart(MultipartForm(parts))
            let read = try StrictMultipart(try await body.bytes(), body.contentType)
            #expect(read.parts.map(\.content) == parts.map { try? Self.data($0) })
            #expect(read.parts.map(\.name) == parts.map { $0.name.replacing("\"", with: "%22") })
        }
    }

    private static func data(_ part: MultipartForm.Part) throws -> Data {
        guard case .bytes(let data) = part.body.source else { return Data() }
        return data
    }
}

/// Splits a form at its boundary, and takes nothing that is not exactly as it should be.
struct StrictMultipart {
    struct Part: Equatable {
        var name: String
        var content: Data
    }

    struct Malformed: Error {}

    var parts: [Part] = []

    init(_ body: Data, _ type: MediaType?) throws {
        guard let boundary = type?.parameters["boundary"] else { throw Malformed() }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        var rest = (Array("\r\n".utf8) + Array(body))[...]
        guard rest.starts(with: delimiter) else { throw Malformed() }
        rest = rest.dropFirst(delimiter.count)
        while rest.starts(with: [13, 10]) {
            guard let end = rest.firstRange(of: delimiter) else { throw Malformed() }
            let part = rest[rest.startIndex + 2..<end.lowerBound]
            guard let blank = part.firstRange(of: [13, 10, 13, 10]) else { throw Malformed() }
            let line = String(decoding: part[..<blank.lowerBound], as: UTF8.self).prefix { $0 != "\r\n" }
            guard line.hasPrefix("Content-Disposition: form-data; name=\"") else { throw Malformed() }
            let name = line.utf8.dropFirst(38).prefix { $0 != UInt8(ascii: "\"") }
            parts.append(Part(name: String(decoding: name, as: UTF8.self), content: Data(part[blank.upperBound...])))
            rest = rest[end.upperBound...]
        }
        guard Array(rest) == Array("--\r\n".utf8) else { throw Malformed() }
    }
}
