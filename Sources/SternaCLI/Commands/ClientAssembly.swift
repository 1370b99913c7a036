import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Makes the client that the options ask for.
struct ClientAssembly {
    private let options: RequestOptions

    init(_ options: RequestOptions) {
        self.options = options
    }

    /// A client for one request, which sends none of the fields in `removed`.
    ///
    /// - Parameter recorder: keeps each attempt.
    /// - Throws: ``APIError`` when the options contradict the request.
    func client(
        for request: HTTPRequest, without removed: [HTTPField.Name], _ recorder: ExchangeRecorder?
    ) throws -> APIClient {
        var configuration = APIConfiguration(baseURL: request.url)
        configuration.transport = try transportOptions(for: request.url.host)
        configuration.retry.attempts = options.attempts
        configuration.retry.repeatsUnsafe = options.retriesUnsafe
        // Every status is shown, so every one is accepted.
        configuration.retry.repeatsAccepted = true
        if let limit = options.networkWait { configuration.offline = .wait(upTo: limit) }
        configuration.redirects = .follow(upTo: options.redirects)
        if let path = options.cookieJar { configuration.cookies = try CookieJar(file: path) }
        if !removed.isEmpty { configuration.middlewares = [FieldRemoval(names: removed)] }
        configuration.recorder = recorder
        configuration.redaction = request.redaction
        return APIClient(configuration, transport: options.carrier.transport(configuration.transport))
    }

    private func transportOptions(for host: String) throws -> TransportOptions {
        var transport = options.transport
        if !options.pins.isEmpty { transport.tls.pins = [try Pins(host, only: options.pins)] }
        if let certificate = options.certificate {
            transport.tls.clientCertificate = ClientCertificate(
                certificate: certificate, key: options.key ?? certificate)
        }
        let bypass = options.bypass ?? ""
        if let proxy = options.proxy {
            transport.proxy = .url(proxy, bypass: bypass)
        } else if !bypass.isEmpty {
            // The proxy stays that of the environment; so does the place where the exceptions are looked for.
            setenv("no_proxy", bypass, 1)
            setenv("NO_PROXY", bypass, 1)
        }
        return transport
    }
}

/// Leaves out fields that the client sends by default.
private struct FieldRemoval: Middleware {
    let names: [HTTPField.Name]

    func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
        var request = request
        for name in names { request.fields[name] = nil }
        return try await next(request)
    }
}
