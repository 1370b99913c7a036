/// Which proxy a request goes through: a pure function of the options, the environment and the URL.
///
/// libcurl would read the environment by itself, each time anew, and could not say afterwards whether a proxy was in
/// the way. The rules are those of curl.
struct ProxyChoice: Hashable, Sendable {
    /// A proxy as libcurl takes it.
    struct Proxy: Hashable, Sendable {
        /// Where it is; from the environment with its user information.
        let text: String
        /// Percent-decoded; `nil` when the text has them, or there are none.
        var user: String?
        var password: String?

        /// Whether it speaks HTTP, and not SOCKS.
        var speaksHTTP: Bool { !text.lowercased().hasPrefix("socks") }
    }

    /// The proxy of each scheme; empty when there is none at all.
    private let proxies: [String: Proxy]
    private let bypass: ProxyBypass

    init(_ options: TransportOptions, environment: [String: String]) {
        switch options.proxy {
        case .url(let url, let bypass):
            let proxy = Proxy(url)
            proxies = ["http": proxy, "https": proxy]
            self.bypass = ProxyBypass(bypass)
        case .environment where options.unixSocket == nil:
            proxies = Self.named(in: environment)
            bypass = ProxyBypass(Self.first(["no_proxy", "NO_PROXY"], in: environment) ?? "")
        case .none, .environment:
            proxies = [:]
            bypass = ProxyBypass("")
        }
    }

    /// Whether no request goes through a proxy.
    var isNone: Bool { proxies.isEmpty }

    /// The proxy; `nil` to go straight to the host.
    func proxy(for url: URI) -> Proxy? {
        guard !isNone, let proxy = proxies[url.scheme], !bypass.holds(url.host) else { return nil }
        return proxy
    }

    /// The name in capitals is not read for http: a web server that runs a program by CGI puts a request's field
    /// `Proxy` there.
    private static func named(in environment: [String: String]) -> [String: Proxy] {
        let all = ["all_proxy", "ALL_PROXY"]
        let texts = [
            "http": first(["http_proxy"] + all, in: environment),
            "https": first(["https_proxy", "HTTPS_PROXY"] + all, in: environment),
        ]
        return texts.compactMapValues { $0.map { Proxy(text: $0) } }
    }

    private static func first(_ names: [String], in environment: [String: String]) -> String? {
        names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
}

extension ProxyChoice.Proxy {
    fileprivate init(_ url: URI) {
        text = "\(url.scheme)://\(url.host):\(url.effectivePort)"
        let parts = url.userInfo?.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) ?? []
        user = parts.first.map { PercentEncoding.decoded(String($0)) }
        password = parts.first.map { _ in parts.count > 1 ? PercentEncoding.decoded(String(parts[1])) : "" }
    }
}
