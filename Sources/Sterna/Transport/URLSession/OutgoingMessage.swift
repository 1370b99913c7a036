#if !canImport(Darwin) && URLSession
import FoundationNetworking
#endif

#if canImport(Darwin) || URLSession
/// A request in the form in which URLSession takes it, and the content that goes with it.
struct OutgoingMessage: Sendable {
    /// Where URLSession takes the content from.
    enum Content: Sendable {
        case none
        case bytes(Data)
        case file(path: String, FileLengthCheck)
        case chunks(@Sendable () async throws -> HTTPBodyReader)
    }

    let request: HTTPRequest
    let urlRequest: URLRequest
    let content: Content
    /// The length of the content in bytes; `nil` when it is not known.
    let length: Int64?

    /// - Throws: ``APIError`` when the request cannot be sent as it stands, or its file cannot be read.
    init(_ request: HTTPRequest) throws(APIError) {
        self.request = request
        if let invalid = request.fields.invalid {
            throw APIError(.invalidRequest, invalid.description, request: request)
        }
        do throws(FileFailure) { (content, length) = try Self.content(of: request) } catch {
            throw APIError(.fileSystem, error.description, request: request, underlying: error)
        }
        urlRequest = try Self.head(of: request, length: length)
    }

    private static func head(of request: HTTPRequest, length: Int64?) throws(APIError) -> URLRequest {
        var place = request.url
        (place.userInfo, place.fragment) = (nil, nil)
        guard let url = place.url else {
            throw APIError(.invalidRequest, "URLSession cannot read the URL", request: request)
        }
        var head = URLRequest(url: url)
        head.httpMethod = request.method.rawValue
        head.httpShouldHandleCookies = false
        head.timeoutInterval = URLSessionPlatform.noTimeout
        for field in request.fields {
            try check(field, request, length)
            guard field.name != .contentLength else { continue }
            add(field, to: &head)
        }
        if let type = request.body?.contentType, !request.fields.contains(.contentType) {
            head.setValue(type.description, forHTTPHeaderField: HTTPField.Name.contentType.text)
        }
        return head
    }

    /// Framing belongs to the transport.
    private static func check(_ field: HTTPField, _ request: HTTPRequest, _ length: Int64?) throws(APIError) {
        if field.name == .transferEncoding {
            throw APIError(
                .invalidRequest, "Transfer-Encoding belongs to the transport: leave it out", request: request)
        }
        guard field.name == .contentLength else { return }
        guard field.value == (length ?? (request.body == nil ? 0 : nil)).map(String.init) else {
            throw APIError(
                .invalidRequest, "Content-Length is \(field.value), the body has another length: leave it out",
                request: request)
        }
    }

    /// URLSession holds one line of a name: others are joined to it, those of Cookie as RFC 6265 §4.2.1 has it.
    private static func add(_ field: HTTPField, to head: inout URLRequest) {
        // It signs in at proxies by itself, and would send this to the host.
        guard field.name != .proxyAuthorization else { return }
        let known = head.value(forHTTPHeaderField: field.name.text)
        let separator = field.name == .cookie ? "; " : ", "
        let value = known.map { $0 + separator + field.value } ?? field.value
        head.setValue(value, forHTTPHeaderField: field.name.text)
    }

    private static func content(of request: HTTPRequest) throws(FileFailure) -> (Content, Int64?) {
        guard let body = request.body else { return (.none, nil) }
        switch body.source {
        case .bytes(let data):
            return (.bytes(data), Int64(data.count))
        case .file(let path, nil):
            let check = try FileLengthCheck(path)
            return (.file(path: path, check), check.length)
        case .file(let path, let range?):
            return try part(of: path, range)
        case .chunks(let make):
            return (.chunks(make), body.length)
        }
    }

    /// A part of a file: URLSession sends whole files only.
    private static func part(of path: String, _ range: Range<Int64>) throws(FileFailure) -> (Content, Int64?) {
        let file = try FileReader(path, range: range)
        guard file.length <= Demands.partInMemory else {
            let chunks = try FileChunks(path, range: range)
            return (.chunks { HTTPBodyReader(chunks) }, chunks.length)
        }
        return (.bytes(try file.chunk(upTo: Int(file.length)) ?? Data()), file.length)
    }
}

/// A file whose length was taken before it is sent, to be compared after.
struct FileLengthCheck: Sendable {
    let path: String
    let length: Int64

    init(_ path: String) throws(FileFailure) {
        self.path = path
        length = try FileReader(path).length
    }

    /// What happened to the file meanwhile; `nil` when it has its length still.
    var failure: FileFailure? {
        do throws(FileFailure) {
            let present = try FileReader(path).length
            return present == length ? nil : FileFailure(path, "changed its length while it was sent")
        } catch {
            return error
        }
    }
}
#endif
