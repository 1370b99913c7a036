import Testing

@testable import Sterna
@testable import SternaTesting

/// The reader of forms in the demo API, which is strict so that a client's mistake shows.
@Suite struct DemoMultipartTests {
    private func parts(_ body: some Sequence<UInt8>, _ type: String) throws -> [DemoMultipart.Part] {
        var request = ReceivedRequest()
        request.fields = [.init("Content-Type", type)]
        request.body = Data(body)
        return try DemoMultipart(request).parts
    }

    /// A form, and its type.
    private func form() throws -> ([UInt8], String) {
        let body = try HTTPBody.multipart([
            .text("a \"b\"", "1\r\n--2"), .data("f", Data([0, 255, 13, 10]), fileName: "天狗.png"), .text("c", ""),
        ])
        guard case .bytes(let data) = body.source else { return ([], "") }
        return (Array(data), body.contentType.map { "\($0)" } ?? "")
    }

    @Test func `a form is read back`() throws {
        let (bytes, type) = try form()
        let read = try parts(bytes, type)
        #expect(read.map(\.name) == ["a \"b\"", "f", "c"])
        #expect(read.map(\.fileName) == [nil, "天狗.png", nil])
        #expect(read.map(\.content) == [Data("1\r\n--2".utf8), Data([0, 255, 13, 10]), Data()])
    }

    @Test func `a form cut short anywhere is refused`() throws {
        let (bytes, type) = try form()
        // The line break at the very end may be missing (RFC 2046 §5.1.1).
        for length in 0..<(bytes.count - 2) {
            #expect(throws: DemoProblem.self, "\(length)") { try parts(bytes.prefix(length), type) }
        }
    }

    @Test func `thousands of mutations are read or refused, and trap nowhere`() throws {
        let (bytes, type) = try form()
        var noise = Noise(seed: 9)
        var (read, refused) = (0, 0)
        for _ in 0..<5000 {
            var mutated = bytes
            for _ in 0..<Int.random(in: 1...4, using: &noise) {
                let place = Int.random(in: 0..<mutated.count, using: &noise)
                switch Int.random(in: 0..<4, using: &noise) {
                case 0: mutated[place] = UInt8.random(in: .min ... .max, using: &noise)
                case 1: mutated.remove(at: place)
                case 2: mutated.insert(contentsOf: "\r\n--;=\"".utf8.shuffled(using: &noise), at: place)
                default: mutated.insert(contentsOf: mutated[place...].prefix(20), at: place)
                }
            }
            do {
                read += try parts(mutated, type).count
            } catch is DemoProblem {
                refused += 1
            }
        }
        #expect(read > 100 && refused > 100)
    }
}
