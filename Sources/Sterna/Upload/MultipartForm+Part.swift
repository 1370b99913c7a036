extension MultipartForm {
    /// One part of a form: a name, a body, and for a file its name.
    ///
    /// Names are sent as browsers send them (WHATWG HTML, multipart/form-data): in UTF-8, `"` as `%22`, CR as `%0D`, LF
    /// as `%0A`, and all else as it is; never as `filename*`, which RFC 7578 §4.2 forbids.
    public struct Part: Sendable {
        /// The name of the field.
        public var name: String
        /// The name of the file, without its folder; `nil` for a part that is no file.
        public var fileName: String?
        /// The content, which also knows its type. A part of a file without a type is `application/octet-stream`; any
        /// other has none.
        public var body: HTTPBody

        /// A part of any body, such as one that a ``BodyEncoder`` has made.
        public init(_ name: String, _ body: HTTPBody, fileName: String? = nil) {
            self.name = name
            self.fileName = fileName
            self.body = body
        }

        /// A text in UTF-8, as it is: line breaks are not changed. It has no type unless one is given, as in a browser.
        public static func text(_ name: String, _ text: String, contentType: MediaType? = nil) -> Part {
            Part(name, .data(Data(text.utf8), contentType: contentType))
        }

        /// Bytes in memory; with a file's name they are a file.
        public static func data(
            _ name: String, _ data: Data, fileName: String? = nil, contentType: MediaType? = nil
        ) -> Part {
            Part(name, .data(data, contentType: contentType), fileName: fileName)
        }

        /// A file, read while it is sent.
        ///
        /// - Parameters:
        ///   - name: the name of the field.
        ///   - path: where the file lies.
        ///   - fileName: what the server is told. Default: the last segment of the path.
        ///   - contentType: what the file is. Default: `application/octet-stream`; it is not guessed.
        public static func file(
            _ name: String, _ path: String, fileName: String? = nil, contentType: MediaType? = nil
        ) -> Part {
            let last = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] }
            return Part(name, .file(path, contentType: contentType), fileName: fileName ?? String(last ?? path[...]))
        }

        /// Chunks that are made while the form is sent, as fast as the server takes them.
        ///
        /// - Parameters:
        ///   - name: the name of the field.
        ///   - fileName: the name of the file; `nil` for a part that is no file.
        ///   - length: the exact number of bytes when it is known; a part of more or fewer fails the request.
        ///   - isReplayable: whether `make` may be called again for a second attempt.
        ///   - contentType: what the bytes are.
        ///   - make: opens the sequence; called once per attempt, when it is the part's turn.
        public static func stream<Chunks: AsyncSequence & Sendable>(
            _ name: String, fileName: String? = nil, length: Int64? = nil, isReplayable: Bool,
            contentType: MediaType? = nil, _ make: @escaping @Sendable () async throws -> Chunks
        ) -> Part where Chunks.Element == Data {
            let body = HTTPBody.chunks(
                length: length, isReplayable: isReplayable, contentType: contentType, make)
            return Part(name, body, fileName: fileName)
        }
    }
}
