/// A form as it will be sent: what is known of it as bytes, and where the rest comes from.
struct MultipartLayout: Sendable {
    private(set) var pieces: [MultipartSerializer.Piece] = []
    /// Opens the contents, in their order.
    private(set) var contents: [@Sendable () async throws -> HTTPBodyReader] = []
    /// `nil` when a part does not know its length.
    private(set) var length: Int64? = 0
    private(set) var isReplayable = true
    /// What turns out to be wrong with a content once the form was sent.
    private var checks: [@Sendable () -> (any Error)?] = []

    /// Bytes that are not in a piece of their own yet.
    private var pending = Data()

    /// Contents in memory up to this size are copied between the lines of the form, larger ones are not.
    private static let largestCopy = 64 << 10
    /// A form in memory up to this size is sent as bytes, which every transport can.
    private static let largestBytes = 16 << 20

    /// Looks at every file of the form, so that one that is not there fails before anything is sent.
    init(_ form: MultipartForm, boundary: String) throws(APIError) {
        for part in form.parts {
            append("--\(boundary)\r\n" + (try MultipartHead.text(of: part)))
            do throws(FileFailure) {
                try append(part)
            } catch {
                let name = part.name.escapedForDisplay
                throw APIError(.fileSystem, "the part “\(name)”: \(error.description)", underlying: error)
            }
            append("\r\n")
        }
        append("--\(boundary)--\r\n")
        flush()
    }

    /// The form as bytes; `nil` when it has parts that are read later, or is large.
    var bytes: Data? {
        guard contents.isEmpty, let length, length <= Self.largestBytes else { return nil }
        return pieces.reduce(into: Data(capacity: Int(length))) { result, piece in
            if case .bytes(let data) = piece { result.append(data) }
        }
    }

    /// The first failure of a content that shows once the form was sent.
    var failureOnceSent: (@Sendable () -> (any Error)?)? {
        guard !checks.isEmpty else { return nil }
        return { [checks] in checks.lazy.compactMap { $0() }.first }
    }

    private mutating func append(_ text: String) {
        pending.append(contentsOf: text.utf8)
        add(Int64(text.utf8.count))
    }

    private mutating func append(_ part: MultipartForm.Part) throws(FileFailure) {
        isReplayable = isReplayable && part.body.isReplayable
        if let check = part.body.failureOnceSent { checks.append(check) }
        switch part.body.source {
        case .bytes(let data):
            append(data)
        case .file(let path, let range):
            let chunks = try FileChunks(path, range: range)
            checks.append { chunks.changeOfLength }
            append(part.name, chunks.length) { HTTPBodyReader(chunks) }
        case .chunks(let open):
            append(part.name, part.body.length, open)
        }
    }

    private mutating func append(_ data: Data) {
        add(Int64(data.count))
        guard data.count > Self.largestCopy else { return pending.append(data) }
        flush()
        pieces.append(.bytes(data))
    }

    private mutating func append(
        _ name: String, _ length: Int64?, _ open: @escaping @Sendable () async throws -> HTTPBodyReader
    ) {
        add(length)
        flush()
        pieces.append(.content(name: name, length: length))
        contents.append(open)
    }

    private mutating func add(_ count: Int64?) {
        guard let known = length, let count else { return length = nil }
        let (sum, overflows) = known.addingReportingOverflow(count)
        length = overflows ? nil : sum
    }

    private mutating func flush() {
        if !pending.isEmpty { pieces.append(.bytes(pending)) }
        pending = Data()
    }
}
