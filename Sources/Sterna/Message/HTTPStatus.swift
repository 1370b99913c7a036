/// The three digits with which a server says how a request went (RFC 9110 §15).
public struct HTTPStatus: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The number, such as 404.
    public let code: Int

    /// A status of any number. Of an answer it has three digits; one above 599 is invalid, is told as it came, and
    /// counts as a server's failure (RFC 9110 §15).
    public init(_ code: Int) {
        self.code = code
    }

    /// A status from a literal: `response.status == 201`.
    public init(integerLiteral code: Int) {
        self.code = code
    }

    /// 200: it went well.
    public static let ok: HTTPStatus = 200
    /// 201: something was created.
    public static let created: HTTPStatus = 201
    /// 202: taken, and done later.
    public static let accepted: HTTPStatus = 202
    /// 204: it went well, and there is no body.
    public static let noContent: HTTPStatus = 204
    /// 206: a part of the resource, as the `Range` field asked.
    public static let partialContent: HTTPStatus = 206
    /// 304: what the caller has is still true.
    public static let notModified: HTTPStatus = 304
    /// 400: the request makes no sense to the server.
    public static let badRequest: HTTPStatus = 400
    /// 401: sign in first.
    public static let unauthorized: HTTPStatus = 401
    /// 403: not allowed.
    public static let forbidden: HTTPStatus = 403
    /// 404: there is nothing there.
    public static let notFound: HTTPStatus = 404
    /// 409: it conflicts with the resource's present state.
    public static let conflict: HTTPStatus = 409
    /// 422: understood, and refused for its content.
    public static let unprocessableContent: HTTPStatus = 422
    /// 429: too many requests.
    public static let tooManyRequests: HTTPStatus = 429
    /// 500: the server failed.
    public static let internalServerError: HTTPStatus = 500
    /// 503: the server cannot answer now.
    public static let serviceUnavailable: HTTPStatus = 503

    /// Whether the code is 1xx: more is to come.
    public var isInformational: Bool { (100...199).contains(code) }
    /// Whether the code is 2xx.
    public var isSuccess: Bool { (200...299).contains(code) }
    /// Whether the code is 3xx.
    public var isRedirection: Bool { (300...399).contains(code) }
    /// Whether the code is 4xx: the request is at fault.
    public var isClientError: Bool { (400...499).contains(code) }
    /// Whether the server is at fault: the code is 5xx, or an invalid one above it (RFC 9110 §15).
    public var isServerError: Bool { code >= 500 }

    /// Whether an answer with this status never has a body, whatever its fields say (RFC 9112 §6.3).
    public var isBodyless: Bool { isInformational || code == 204 || code == 205 || code == 304 }

    /// The number as text.
    public var description: String { String(code) }
}
