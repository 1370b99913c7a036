extension HTTPBody {
    /// A form of several parts, `multipart/form-data`.
    ///
    /// Its files are looked at now: one that cannot be read, or has no bytes where a part of it was asked for, fails
    /// here and not while the form is sent. One that changes its length between here and its end fails the request.
    ///
    /// - Throws: ``APIError``: `fileSystem` with the path; `invalidRequest` for a part's type with a line break in it,
    ///   and for a boundary of one's own that is none, or that a part in memory holds.
    public static func multipart(_ form: MultipartForm) throws(APIError) -> HTTPBody {
        let boundary = try form.settledBoundary()
        let layout = try MultipartLayout(form, boundary: boundary)
        let type = MediaType("multipart", "form-data", FieldParameters([("boundary", boundary)]))
        if let bytes = layout.bytes { return .data(bytes, contentType: type) }
        var body = HTTPBody.chunks(length: layout.length, isReplayable: layout.isReplayable, contentType: type) {
            MultipartChunks(layout: layout)
        }
        body.failureOnceSent = layout.failureOnceSent
        body.texts = form.parts.compactMap { part in
            guard part.fileName == nil, case .bytes(let data) = part.body.source, data.count <= 4096 else { return nil }
            return (part.name, Secret(String(decoding: data, as: UTF8.self)))
        }
        return body
    }
}

extension MultipartForm {
    fileprivate func settledBoundary() throws(APIError) -> String {
        let contents = parts.compactMap { part in
            if case .bytes(let data) = part.body.source { data } else { nil }
        }
        guard let own = boundary else {
            var source = SystemRandomNumberGenerator()
            return MultipartBoundary.random(avoiding: contents, using: &source)
        }
        guard MultipartBoundary.isValid(own) else {
            throw APIError(
                .invalidRequest,
                "the boundary “\(own.escapedForDisplay)” is none: give 1 to 70 characters of RFC 2046 §5.1.1, or nil")
        }
        guard !contents.contains(where: { MultipartBoundary.contains(own, in: $0) }) else {
            throw APIError(
                .invalidRequest, "a part holds the boundary “\(own)”: give another, or nil to have one drawn")
        }
        return own
    }
}

extension Endpoint.Body {
    /// A form of several parts, `multipart/form-data`. Its files are looked at when the route is sent.
    public static func multipart(_ form: MultipartForm) -> Self {
        Self { _ in try .multipart(form) }
    }

    /// A form of several parts, made when the route is sent, with parts in the client's style of keys and dates.
    ///
    /// ```swift
    /// .multipart { encoder in [MultipartForm.Part("about", try encoder.json(about)), .file("photo", path)] }
    /// ```
    public static func multipart(_ make: @escaping @Sendable (BodyEncoder) throws -> MultipartForm) -> Self {
        Self { encoder in try .multipart(try make(encoder)) }
    }
}
