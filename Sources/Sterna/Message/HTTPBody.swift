/// The content of a request, which knows how long it is and whether it can be sent twice.
///
/// A retry, a redirect or a refreshed sign-in sends a body again. Where that cannot be, the call ends with
/// `bodyNotReplayable`; an empty body is never sent in its place.
public struct HTTPBody: Sendable {
    /// Where the bytes come from.
    package enum Source: Sendable {
        case bytes(Data)
        case file(path: String, range: Range<Int64>?)
        case chunks(@Sendable () async throws -> HTTPBodyReader)
    }

    package let source: Source
    /// The length in bytes; `nil` when it is not known before the end, so that the body is sent chunked.
    public let length: Int64?
    /// Whether the body can be sent again from its start.
    public let isReplayable: Bool
    /// What the bytes are: becomes `Content-Type` unless the request has that field. `nil` adds none: the type of raw
    /// bytes is never guessed (RFC 9110 §8.3).
    public var contentType: MediaType?
    /// What turned out to be wrong with a body that was sent, such as a file that has grown meanwhile.
    package var failureOnceSent: (@Sendable () -> (any Error)?)?

    /// Bytes in memory; replayable.
    public static func data(_ data: Data, contentType: MediaType? = nil) -> HTTPBody {
        HTTPBody(source: .bytes(data), length: Int64(data.count), isReplayable: true, contentType: contentType)
    }

    /// Bytes in memory; replayable.
    public static func bytes(_ bytes: some Sequence<UInt8>, contentType: MediaType? = nil) -> HTTPBody {
        data(Data(bytes), contentType: contentType)
    }

    /// A text as UTF-8, `text/plain`; replayable.
    public static func text(_ text: String) -> HTTPBody {
        data(Data(text.utf8), contentType: .plainText)
    }

    /// A file, or a part of one, read while it is sent; replayable. Its length is taken when the request is sent; a
    /// file that cannot be read, or that changes its length meanwhile, is `fileSystem`.
    ///
    /// - Parameters:
    ///   - path: where the file lies.
    ///   - range: the bytes to send; `nil` sends all.
    ///   - contentType: what the bytes are.
    public static func file(
        _ path: String, range: Range<Int64>? = nil, contentType: MediaType? = nil
    ) -> HTTPBody {
        let length = range.map { $0.upperBound - $0.lowerBound }
        return HTTPBody(
            source: .file(path: path, range: range), length: length, isReplayable: true, contentType: contentType)
    }

    /// Chunks that are made while the body is sent, as fast as the server takes them.
    ///
    /// - Parameters:
    ///   - length: the exact number of bytes when it is known; a body that yields more or fewer fails the request.
    ///   - isReplayable: whether `make` may be called again for a second attempt.
    ///   - contentType: what the bytes are; `nil` sends no type.
    ///   - make: opens the sequence; called once per attempt.
    public static func chunks<Chunks: AsyncSequence & Sendable>(
        length: Int64? = nil, isReplayable: Bool, contentType: MediaType? = nil,
        _ make: @escaping @Sendable () async throws -> Chunks
    ) -> HTTPBody where Chunks.Element == Data {
        let source = Source.chunks { HTTPBodyReader(try await make()) }
        return HTTPBody(source: source, length: length, isReplayable: isReplayable, contentType: contentType)
    }

    /// The short texts in a form of several parts, by their names: one that is written while it is sent cannot be
    /// searched for secrets.
    package var texts: [(name: String, text: Secret)] = []
    /// The bytes of a body in memory that is counted while it is sent, for the same search.
    package var countedBytes: Data?

    package init(source: Source, length: Int64?, isReplayable: Bool, contentType: MediaType?) {
        self.source = source
        self.length = length
        self.isReplayable = isReplayable
        self.contentType = contentType
    }
}

extension HTTPBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Length and type; never the bytes.
    public var description: String {
        let size = length.map { "\($0) bytes" } ?? "a stream"
        return size + (contentType.map { " of \($0)" } ?? "")
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Nothing beside the ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
