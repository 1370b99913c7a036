#if os(Linux)
import CCurl
import Glibc

extension CurlHandle {
    /// Sets what this request needs beyond the fixed options.
    func configure(for request: HTTPRequest, length: Int64?, options: TransportOptions) throws {
        if let invalid = request.fields.invalid {
            throw APIError(.invalidRequest, invalid.description, request: request)
        }
        pins = try pins(for: request, options.tls)
        guard try !repeats(request) else { return }
        if known != nil { try reset() }
        known = CurlPlainRequest(request)
        proxy = loop.proxies.proxy(for: request.url)
        try set(CURLOPT_URL, request.url.wireText)
        try setMethod(request, length: length)
        try setFields(request, length: length)
        // Larger pieces than libcurl's own, where much is to come or to go: fewer turns of the loop.
        if request.delivery == .streamed { try set(CURLOPT_BUFFERSIZE, 128 << 10) }
        if request.body != nil { try set(CURLOPT_UPLOAD_BUFFERSIZE, 256 << 10) }
        try setVersion(request.url.isSecure ? options.httpVersion : .http1)
        if let limit = request.timeouts.connect {
            try set(CURLOPT_CONNECTTIMEOUT_MS, Int(clamping: limit.inMilliseconds))
        }
        try set(CURLOPT_MAXAGE_CONN, Int(max(1, options.idleConnectionLifetime.components.seconds)))
        try setConnection(options)
        try setProxy(options.tls)
        if request.url.isSecure { try setTrust(options.tls) }
    }

    /// A plain request after a plain one: only what differs is set. False when there is more to do.
    private func repeats(_ request: HTTPRequest) throws -> Bool {
        guard let known, CurlPlainRequest.fits(request), known.url.isSecure == request.url.isSecure,
            known.connectLimit == request.timeouts.connect, known.isStreamed == (request.delivery == .streamed),
            loop.proxies.isNone || loop.proxies.proxy(for: request.url) == proxy
        else { return false }
        let (hasOtherURL, hasOtherFields) = (known.url != request.url, known.fields != request.fields)
        if hasOtherURL { try set(CURLOPT_URL, request.url.wireText) }
        if hasOtherFields { try setFields(request, length: nil) }
        if hasOtherURL || hasOtherFields { self.known = CurlPlainRequest(request) }
        return true
    }

    private func pins(for request: HTTPRequest, _ tls: TLSOptions) throws -> Set<Pin> {
        guard !tls.pins.isEmpty else { return [] }
        let keys = tls.pins.keys(of: request.url.host, at: Date())
        guard !keys.isEmpty else { return [] }
        guard request.url.isSecure else {
            throw APIError(
                .invalidRequest, "\(request.url.host) is pinned: ask it over https, where there are keys to look at",
                request: request)
        }
        guard tls.verifiesServer else {
            throw APIError(
                .invalidRequest, "pins are checked on top of the server's certificate, which is not checked at all",
                request: request)
        }
        return keys
    }

    private func setMethod(_ request: HTTPRequest, length: Int64?) throws {
        switch request.method {
        case .head: try set(CURLOPT_NOBODY, 1)
        case .get where request.body == nil: break
        case let method where request.body == nil && !method.expectsContent:
            try set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        case let method:
            try set(CURLOPT_UPLOAD, 1)
            try set(CURLOPT_INFILESIZE_LARGE, offset: request.body == nil ? 0 : length ?? -1)
            try set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        }
    }

    /// The fields as lines. What libcurl would add by itself and the request does not have is switched off.
    private func setFields(_ request: HTTPRequest, length: Int64?) throws {
        curl_slist_free_all(lines)
        lines = nil
        try dropProxyLines()
        for field in request.fields {
            switch field.name {
            case .contentLength:
                guard field.value == (length ?? (request.body == nil ? 0 : nil)).map(String.init) else {
                    throw APIError(
                        .invalidRequest, "Content-Length is \(field.value), the body has another length: leave it out",
                        request: request)
                }
            case .transferEncoding:
                throw APIError(
                    .invalidRequest, "Transfer-Encoding belongs to the transport: leave it out", request: request)
            case .proxyAuthorization: try addProxyLine(field.line, for: request.url)
            default:
                try addLine(field.value.isEmpty ? field.name.text + ";" : field.name.text + ": " + field.value)
            }
        }
        if let type = request.body?.contentType, !request.fields.contains(.contentType) {
            try addLine("Content-Type: \(type)")
        }
        if !request.fields.contains(.accept) { try addLine("Accept:") }
        let isOwn = request.fields.contains(.acceptEncoding)
        try set(CURLOPT_ACCEPT_ENCODING, isOwn ? nil : DecoderStages.accepted)
        if request.body != nil, !request.fields.contains(.expect) { try addLine("Expect:") }
        try set(CURLOPT_HTTPHEADER, list: lines)
    }

    func addLine(_ line: String) throws(CurlRefusal) {
        guard let grown = curl_slist_append(lines, line) else {
            throw CurlRefusal(option: "HTTPHEADER", code: CURLE_OUT_OF_MEMORY)
        }
        lines = grown
    }

    private func setVersion(_ version: HTTPVersion) throws {
        switch version {
        case .http1:
            try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        case .http2:
            try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
            try set(CURLOPT_PIPEWAIT, 1)
        }
    }

    private func setConnection(_ options: TransportOptions) throws {
        if let path = options.unixSocket { try set(CURLOPT_UNIX_SOCKET_PATH, path) }
        for entry in options.resolve {
            resolve = curl_slist_append(resolve, "\(entry.host):\(entry.port):\(entry.address)")
        }
        if resolve != nil { try set(CURLOPT_RESOLVE, list: resolve) }
    }

    private func setTrust(_ tls: TLSOptions) throws {
        if let file = tls.authorities {
            try set(CURLOPT_CAINFO, file)
            try set(CURLOPT_CAPATH, nil)
        }
        // A session that is taken up again has no chain to look at.
        if !tls.pins.isEmpty { try set(CURLOPT_SSL_SESSIONID_CACHE, 0) }
        if let own = tls.clientCertificate {
            try setReadable(CURLOPT_SSLCERT, own.certificate)
            switch own.format {
            case .pem: try setReadable(CURLOPT_SSLKEY, own.key)
            case .pkcs12: try set(CURLOPT_SSLCERTTYPE, "P12")
            }
            // Without one OpenSSL would ask for it at the terminal, and hold the loop up.
            try set(CURLOPT_KEYPASSWD, own.passphrase.value)
        }
        let version = tls.minimumVersion == .v1_3 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2
        try set(CURLOPT_SSLVERSION, Int(version))
        guard !tls.verifiesServer else { return }
        try set(CURLOPT_SSL_VERIFYPEER, 0)
        try set(CURLOPT_SSL_VERIFYHOST, 0)
    }

    /// libcurl does not say why it could not use a file.
    private func setReadable(_ option: CURLoption, _ path: String) throws {
        guard access(path, R_OK) == 0 else {
            let failure = FileFailure(path, "cannot be read", errno)
            throw APIError(.fileSystem, failure.description, underlying: failure)
        }
        try set(option, path)
    }

    /// Lets a paused direction go on.
    func pause(_ mask: Int32) {
        curl_easy_pause(easy, mask)
    }

    /// OpenSSL's verdict on the server's certificate, or on that of the proxy before it.
    var verifyResult: Int {
        let verdict = long(CURLINFO_SSL_VERIFYRESULT)
        return verdict == 0 && proxy?.isSecure == true ? long(CURLINFO_PROXY_SSL_VERIFYRESULT) : verdict
    }

    /// With what the proxy answered when a tunnel was asked for; 0 when there was no answer.
    var tunnelStatus: Int { long(CURLINFO_HTTP_CONNECTCODE) }

    /// What libcurl measured of the transfer so far.
    var metrics: Metrics {
        var metrics = Metrics()
        metrics.nameLookup = time(CURLINFO_NAMELOOKUP_TIME_T)
        metrics.connect = time(CURLINFO_CONNECT_TIME_T)
        metrics.secureConnect = time(CURLINFO_APPCONNECT_TIME_T)
        metrics.firstByte = time(CURLINFO_STARTTRANSFER_TIME_T)
        metrics.total = time(CURLINFO_TOTAL_TIME_T)
        metrics.wireBytes = offset(CURLINFO_SIZE_DOWNLOAD_T)
        metrics.sentBytes = offset(CURLINFO_SIZE_UPLOAD_T)
        metrics.isReusedConnection = long(CURLINFO_NUM_CONNECTS) == 0
        metrics.httpVersion = version
        var address: UnsafeMutablePointer<CChar>?
        if sterna_get_text(easy, CURLINFO_PRIMARY_IP, &address) == CURLE_OK, let address {
            metrics.remoteAddress = String(cString: address)
        }
        return metrics
    }

    private var version: String {
        switch long(CURLINFO_HTTP_VERSION) {
        case Int(CURL_HTTP_VERSION_1_0): "1.0"
        case Int(CURL_HTTP_VERSION_1_1): "1.1"
        case Int(CURL_HTTP_VERSION_2_0): "2"
        case Int(CURL_HTTP_VERSION_3): "3"
        default: ""
        }
    }

    private func long(_ info: CURLINFO) -> Int {
        var value = 0
        return sterna_get_long(easy, info, &value) == CURLE_OK ? value : 0
    }

    private func offset(_ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        return sterna_get_offset(easy, info, &value) == CURLE_OK ? Int64(value) : 0
    }

    private func time(_ info: CURLINFO) -> Duration {
        .microseconds(offset(info))
    }
}

extension HTTPMethod {
    /// Whether a request of this method without content says so by `Content-Length: 0` (RFC 9110 §8.6).
    fileprivate var expectsContent: Bool {
        self == .post || self == .put || self == .patch
    }
}

extension URI {
    /// The URI without what is never sent.
    fileprivate var wireText: String {
        guard userInfo != nil || fragment != nil else { return text }
        var bare = self
        bare.userInfo = nil
        bare.fragment = nil
        return bare.text
    }
}
#endif
