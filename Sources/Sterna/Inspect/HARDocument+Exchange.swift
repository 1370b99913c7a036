extension HARDocument.Entry {
    init(_ exchange: Exchange, _ masking: Redaction) {
        let metrics = exchange.response?.metrics ?? Metrics()
        let timings = HARDocument.Timings(metrics, exchange.duration)
        self.init(
            startedDateTime: RFC3339.text(exchange.startedAt, milliseconds: true) ?? "1970-01-01T00:00:00.000Z",
            time: timings.sum, request: HARDocument.Request(exchange, masking),
            response: HARDocument.Response(exchange, masking), timings: timings,
            serverIPAddress: metrics.remoteAddress.isEmpty ? nil : metrics.remoteAddress,
            comment: exchange.isFinished ? nil : "it had not ended when it was written down")
    }
}

extension HARDocument.Timings {
    /// Metrics count from the start; here each phase has its own time. The time of TLS is within that of connecting.
    fileprivate init(_ metrics: Metrics, _ duration: Duration) {
        self.init()
        let total = max(metrics.total, metrics.firstByte)
        guard total > .zero else {
            wait = Self.milliseconds(duration)
            return
        }
        let connected = max(metrics.connect, metrics.secureConnect)
        if !metrics.isReusedConnection, connected > .zero {
            dns = Self.milliseconds(metrics.nameLookup)
            connect = Self.milliseconds(connected - metrics.nameLookup)
            if metrics.secureConnect > .zero { ssl = Self.milliseconds(metrics.secureConnect - metrics.connect) }
        }
        let start = metrics.isReusedConnection ? .zero : connected
        wait = Self.milliseconds(metrics.firstByte - start)
        receive = Self.milliseconds(total - metrics.firstByte)
    }

    fileprivate var sum: Double {
        [blocked, dns, connect, send, wait, receive].filter { $0 > 0 }.reduce(0, +)
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        max(0, (duration / .microseconds(1)).rounded() / 1000)
    }
}

extension HARDocument.Request {
    fileprivate init(_ exchange: Exchange, _ masking: Redaction) {
        let request = exchange.request
        let version = exchange.response?.metrics.httpVersion ?? ""
        self.init(
            method: request.method.rawValue, url: masking.redacting(request.url.forArchive),
            httpVersion: version.isEmpty ? "" : "HTTP/" + version,
            cookies: request.fields[values: .cookie].flatMap(HARDocument.Cookie.sent),
            headers: HARDocument.pairs(request.fields, masking),
            queryString: HARDocument.items(request.url.query ?? "", masking),
            postData: request.body.map { HARDocument.PostData($0, of: request, masking) },
            bodySize: request.body.map { $0.length ?? -1 } ?? 0)
    }
}

extension HARDocument.PostData {
    fileprivate init(_ body: HTTPBody, of request: HTTPRequest, _ masking: Redaction) {
        let type = request.fields[.contentType].flatMap(MediaType.init) ?? body.contentType
        self.init(mimeType: masking.redacting(text: type.map { "\($0)" } ?? ""))
        guard case .bytes(let data) = body.source else {
            text = ""
            comment = "read while it was sent, and not recorded"
            return
        }
        let isCut = Int64(data.count) < body.length ?? 0
        if type?.subtype == "x-www-form-urlencoded", !isCut {
            params = HARDocument.items(String(decoding: data, as: UTF8.self), masking)
            return
        }
        text = MaskedText.text(of: data, type, masking) ?? ""
        if text == "", !data.isEmpty { comment = "no text, and not shown" } else if isCut { comment = "its beginning" }
    }
}

extension HARDocument.Response {
    fileprivate init(_ exchange: Exchange, _ masking: Redaction) {
        let words = exchange.error.map { error in
            error is CancellationError ? "cancelled" : masking.redacting(text: "\(error)").escapedForDisplay
        }
        guard let response = exchange.response else {
            let content = HARDocument.Content(size: 0, mimeType: "x-unknown")
            self.init(
                status: 0, statusText: "", httpVersion: "", content: content, redirectURL: "", bodySize: -1,
                failure: words ?? "no answer")
            return
        }
        let version = response.metrics.httpVersion
        self.init(
            status: response.status.code, statusText: response.status.phrase ?? "",
            httpVersion: version.isEmpty ? "" : "HTTP/" + version,
            cookies: response.fields[values: .setCookie].compactMap(HARDocument.Cookie.received),
            headers: HARDocument.pairs(response.fields, masking),
            content: HARDocument.Content(exchange, response, masking),
            redirectURL: response.fields[.location].map(masking.redacting(text:)) ?? "",
            bodySize: exchange.isFinished && words == nil ? response.metrics.wireBytes : -1, failure: words)
    }
}

extension HARDocument.Content {
    fileprivate init(_ exchange: Exchange, _ response: HTTPResponse, _ masking: Redaction) {
        let type = response.fields[.contentType].flatMap(MediaType.init)
        let mimeType = masking.redacting(text: response.fields[.contentType] ?? "x-unknown")
        self.init(size: exchange.receivedBytes, mimeType: mimeType)
        let wire = response.metrics.wireBytes
        if exchange.isFinished, exchange.error == nil, wire > 0 { compression = exchange.receivedBytes - wire }
        guard let data = response.bytes, !data.isEmpty else { return }
        text = MaskedText.text(of: data, type, masking)
        if text == nil { comment = "no text, and not shown" }
        if Int64(data.count) < exchange.receivedBytes, text != nil { comment = "its beginning" }
    }
}

extension HARDocument {
    fileprivate static func pairs(_ fields: HTTPFields, _ masking: Redaction) -> [Pair] {
        fields.map { field in
            let shown = masking.redacting(field)
            return Pair(name: shown.name.text, value: shown.value)
        }
    }

    /// The items of a query or a form, decoded.
    fileprivate static func items(_ query: String, _ masking: Redaction) -> [Pair] {
        query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = PercentEncoding.decoded(String(parts[0]), plusIsSpace: true)
            let value = parts.count > 1 ? PercentEncoding.decoded(String(parts[1]), plusIsSpace: true) : ""
            let isSecret = masking.isSecret(name) && !value.isEmpty
            return Pair(
                name: masking.maskingValues(name), value: isSecret ? Redaction.mask : masking.redacting(text: value))
        }
    }
}

extension HARDocument.Cookie {
    /// Those of a `Cookie` field; their values are always secret.
    fileprivate static func sent(_ field: String) -> [HARDocument.Cookie] {
        field.split(separator: ";").map { pair in
            let name = pair.prefix { $0 != "=" }.drop { $0 == " " }
            return HARDocument.Cookie(name: String(name), value: Redaction.mask)
        }
    }

    /// That of a `Set-Cookie` field.
    fileprivate static func received(_ field: String) -> HARDocument.Cookie? {
        let parts = field.split(separator: ";")
        guard let pair = parts.first else { return nil }
        var cookie = HARDocument.Cookie(
            name: String(pair.prefix { $0 != "=" }.drop { $0 == " " }), value: Redaction.mask, httpOnly: false,
            secure: false)
        for attribute in parts.dropFirst() {
            let halves = attribute.split(separator: "=", maxSplits: 1)
            let value = halves.count > 1 ? String(halves[1]) : nil
            switch halves.first?.drop(while: { $0 == " " }).lowercased() {
            case "path": cookie.path = value
            case "domain": cookie.domain = value
            case "expires":
                cookie.expires = value.flatMap { HTTPDate($0) }.flatMap { RFC3339.text($0.date, milliseconds: true) }
            case "httponly": cookie.httpOnly = true
            case "secure": cookie.secure = true
            default: break
            }
        }
        return cookie
    }
}

extension URI {
    /// Neither user nor fragment is sent.
    fileprivate var forArchive: URI {
        var url = self
        url.userInfo = nil
        url.fragment = nil
        return url
    }
}
