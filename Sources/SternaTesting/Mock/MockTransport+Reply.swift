public import Sterna

extension MockTransport {
    /// One reply of a ``MockTransport/sequence(_:)``.
    public struct Reply: Sendable {
        let make: @Sendable (HTTPRequest) async throws -> HTTPResponse

        /// A reply that is made when its request comes.
        public init(_ make: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
            self.make = make
        }

        /// A JSON text.
        public static func json(_ text: String, status: HTTPStatus = .ok, fields: HTTPFields = [:]) -> Reply {
            Reply { .json(text, status: status, fields: fields, to: $0) }
        }

        /// A plain text.
        public static func text(_ text: String, status: HTTPStatus = .ok, fields: HTTPFields = [:]) -> Reply {
            Reply { .text(text, status: status, fields: fields, to: $0) }
        }

        /// No body: `.empty(status: 503, fields: ["Retry-After": "1"])`.
        public static func empty(status: HTTPStatus = .noContent, fields: HTTPFields = [:]) -> Reply {
            Reply { .empty(status: status, fields: fields, to: $0) }
        }

        /// No answer: the transport fails with this error.
        public static func failure(_ error: any Error) -> Reply {
            Reply { _ in throw error }
        }
    }
}
