extension Endpoint {
    /// The content that a route sends, encoded when it is sent, so that the client's settings hold.
    ///
    /// Features add their own kinds by extension.
    public struct Body: Sendable {
        let encode: @Sendable (BodyEncoder) throws -> HTTPBody

        /// Content made by a closure, which is called once per call.
        public init(_ encode: @escaping @Sendable (BodyEncoder) throws -> HTTPBody) {
            self.encode = encode
        }

        /// A value as JSON.
        public static func json(_ value: any Encodable & Sendable) -> Body {
            Body { try $0.json(value) }
        }

        /// Names and values as `application/x-www-form-urlencoded`.
        public static func form(_ items: KeyValuePairs<String, String>) -> Body {
            let pairs = items.map { ($0.key, $0.value) }
            return Body { $0.form(pairs) }
        }

        /// A text as `text/plain` in UTF-8.
        public static func text(_ text: String) -> Body {
            Body { $0.text(text) }
        }

        /// Bytes as they are; without a type none is sent.
        public static func data(_ data: Data, contentType: MediaType? = nil) -> Body {
            Body { $0.raw(data, contentType: contentType) }
        }

        /// A file, read while it is sent.
        public static func file(_ path: String, contentType: MediaType? = nil) -> Body {
            Body { _ in .file(path, contentType: contentType) }
        }

        /// A body that was made by hand.
        public static func body(_ body: HTTPBody) -> Body {
            Body { _ in body }
        }
    }
}
