/// What a ``LoopbackServer`` answers to a request.
///
/// A length is added where neither `Content-Length` nor `Transfer-Encoding` is given; a field that is given is sent as
/// it stands, also when it is a lie. The answer to a HEAD request is its head.
public struct Answer: Sendable {
    /// A field line, sent as it stands.
    public typealias Field = ReceivedRequest.Field

    /// What follows the head.
    enum Content: Sendable {
        case bytes(Data)
        /// The chunk at each index, `nil` at the end, with a pause before all but the first.
        case chunks(length: Int64?, every: Duration?, chunk: @Sendable (Int) -> Data?)
        /// No head of ours: the steps are all there is.
        case script(Script)
    }

    /// The status. Default: 200.
    public var status: Int
    /// The words after the status; `nil` takes the usual ones.
    public var reason: String?
    /// The field lines, in their order.
    public var fields: [Field]
    /// Fields that are sent after a body of chunks without a length.
    public var trailers: [Field] = []
    /// Whether the connection is closed after this answer, which says so. Default: only when the request asks for it.
    public var closes = false
    var content: Content

    init(status: Int, fields: [Field], content: Content) {
        self.status = status
        self.fields = fields
        self.content = content
    }

    /// An answer of bytes.
    ///
    /// - Parameters:
    ///   - status: default 200.
    ///   - fields: field lines; `Content-Type` is yours to give.
    ///   - body: the content.
    public init(_ status: Int = 200, fields: [Field] = [], body: some Sequence<UInt8>) {
        self.init(status: status, fields: fields, content: .bytes(Data(body)))
    }

    /// An answer without content.
    public init(_ status: Int = 200, fields: [Field] = []) {
        self.init(status: status, fields: fields, content: .bytes(Data()))
    }

    /// A JSON text, `application/json`; it is sent as it stands.
    public static func json(_ text: String, status: Int = 200, fields: [Field] = []) -> Answer {
        Answer(status, fields: [Field("Content-Type", "application/json")] + fields, body: text.utf8)
    }

    /// A plain text, `text/plain; charset=utf-8`.
    public static func text(_ text: String, status: Int = 200, fields: [Field] = []) -> Answer {
        Answer(status, fields: [Field("Content-Type", "text/plain; charset=utf-8")] + fields, body: text.utf8)
    }

    /// A page, `text/html; charset=utf-8`.
    public static func html(_ text: String, status: Int = 200, fields: [Field] = []) -> Answer {
        Answer(status, fields: [Field("Content-Type", "text/html; charset=utf-8")] + fields, body: text.utf8)
    }

    /// Content that is made while it is sent, so that a body of any size takes no memory.
    ///
    /// - Parameters:
    ///   - status: default 200.
    ///   - fields: field lines.
    ///   - length: the total in bytes; `nil` sends it chunked (to HTTP/1.0: until the connection closes).
    ///   - every: a pause before each chunk but the first; it ends when the peer closes.
    ///   - chunk: the chunk at an index from 0, never empty; `nil` at the end.
    public static func chunks(
        _ status: Int = 200, fields: [Field] = [], length: Int64? = nil, every: Duration? = nil,
        _ chunk: @escaping @Sendable (Int) -> Data?
    ) -> Answer {
        Answer(status: status, fields: fields, content: .chunks(length: length, every: every, chunk: chunk))
    }

    /// Exactly these bytes, head and all; the connection stays open after them.
    public static func raw(_ text: String) -> Answer { script([.send(text)]) }

    /// Exactly these bytes, head and all; the connection stays open after them.
    public static func raw(_ bytes: some Sequence<UInt8>) -> Answer { script([.send(bytes)]) }

    /// These steps in place of an answer; the connection stays open after them unless a step closes it.
    public static func script(_ script: Script) -> Answer {
        Answer(status: 0, fields: [], content: .script(script))
    }

    /// The answer with one more field line.
    public func adding(_ name: String, _ value: String) -> Answer {
        var copy = self
        copy.fields.append(Field(name, value))
        return copy
    }

    /// The answer, after which the connection is closed.
    public func closing() -> Answer {
        var copy = self
        copy.closes = true
        return copy
    }
}
