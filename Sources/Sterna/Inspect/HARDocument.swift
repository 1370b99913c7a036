/// The members of a HAR 1.2, named and ordered as its specification does.
struct HARDocument: Encodable {
    struct Log: Encodable {
        let version = "1.2"
        let creator = Creator()
        let pages: [String] = []
        let entries: [Entry]
    }

    struct Creator: Encodable {
        let name = "Sterna"
        let version = SternaVersion.current
    }

    struct Entry: Encodable {
        var startedDateTime: String
        /// In milliseconds, as all times.
        var time: Double
        var request: Request
        var response: Response
        var cache: [String: String] = [:]
        var timings: Timings
        var serverIPAddress: String?
        var comment: String?
    }

    struct Request: Encodable {
        var method, url, httpVersion: String
        var cookies: [Cookie] = []
        var headers: [Pair] = []
        var queryString: [Pair] = []
        var postData: PostData?
        /// -1 is "not known", as for every size and time.
        var headersSize = -1
        var bodySize: Int64
    }

    struct Response: Encodable {
        var status: Int
        var statusText, httpVersion: String
        var cookies: [Cookie] = []
        var headers: [Pair] = []
        var content: Content
        var redirectURL: String
        var headersSize = -1
        var bodySize: Int64
        /// What failed; Chrome's own name for it.
        var failure: String?

        enum CodingKeys: String, CodingKey {
            case status, statusText, httpVersion, cookies, headers, content, redirectURL, headersSize, bodySize
            case failure = "_error"
        }
    }

    struct Pair: Encodable {
        var name, value: String
    }

    struct Cookie: Encodable {
        var name, value: String
        var path, domain, expires: String?
        var httpOnly, secure: Bool?
    }

    struct PostData: Encodable {
        var mimeType: String
        var params: [Pair]?
        var text: String?
        var comment: String?
    }

    struct Content: Encodable {
        var size: Int64
        var compression: Int64?
        var mimeType: String
        var text: String?
        var comment: String?
    }

    struct Timings: Encodable {
        var blocked = -1.0
        var dns = -1.0
        var connect = -1.0
        var send = 0.0
        var wait = 0.0
        var receive = 0.0
        var ssl = -1.0
    }

    let log: Log

    init(_ entries: [Entry]) {
        log = Log(entries: entries)
    }
}
