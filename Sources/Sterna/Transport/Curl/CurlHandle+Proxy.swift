#if os(Linux)
import CCurl

extension CurlHandle {
    /// Tells libcurl which proxy is meant, also that there is none: it would look into the environment by itself.
    func setProxy(_ tls: TLSOptions) throws(CurlRefusal) {
        guard let proxy else { return try set(CURLOPT_NOPROXY, "*") }
        try set(CURLOPT_NOPROXY, "")
        try set(CURLOPT_PROXY, proxy.text)
        if let user = proxy.user {
            try set(CURLOPT_PROXYUSERNAME, user)
            try set(CURLOPT_PROXYPASSWORD, proxy.password ?? "")
        }
        guard proxy.isSecure else { return }
        if let file = tls.authorities {
            try set(CURLOPT_PROXY_CAINFO, file)
            try set(CURLOPT_PROXY_CAPATH, nil)
        }
        try set(CURLOPT_PROXY_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    }

    /// Puts a field for the proxy where the proxy alone reads it (RFC 9110 §11.7.2); without a proxy nobody does. The
    /// credentials in the proxy's URL go before it.
    func addProxyLine(_ line: String, for url: URI) throws(CurlRefusal) {
        guard let proxy, proxy.speaksHTTP, !proxy.hasCredentials else { return }
        guard url.isSecure else { return try addLine(line) }
        guard let grown = curl_slist_append(proxyLines, line) else {
            throw CurlRefusal(option: "PROXYHEADER", code: CURLE_OUT_OF_MEMORY)
        }
        proxyLines = grown
        try set(CURLOPT_PROXYHEADER, list: proxyLines)
    }

    /// Lets go of the lines for the proxy, which libcurl must not find any more.
    func dropProxyLines() throws(CurlRefusal) {
        guard proxyLines != nil else { return }
        try set(CURLOPT_PROXYHEADER, list: nil)
        curl_slist_free_all(proxyLines)
        proxyLines = nil
    }

    /// The failure as the proxy's, where it is.
    func attributed(_ error: APIError, _ words: String) -> APIError {
        guard error.kind == .proxy, let proxy else { return error }
        return proxy.blamed(for: error, words, tunnel: HTTPStatus(tunnelStatus))
    }
}
#endif
