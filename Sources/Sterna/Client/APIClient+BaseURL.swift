extension APIClient {
    /// A client for the API at a base URL.
    ///
    /// ```swift
    /// let api = try APIClient(baseURL: "https://api.example.com/v1") {
    ///     $0.json.keys = .snakeCase
    ///     $0.timeouts.total = .seconds(20)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - baseURL: where every endpoint begins; its path is a prefix, with or without a slash at its end.
    ///   - transport: what carries the requests; `nil` takes the platform's own.
    ///   - configure: changes the defaults.
    /// - Throws: ``APIError`` of kind `invalidRequest` when the URL is none; whatever `configure` throws.
    public convenience init(
        baseURL: String, transport: (any Transport)? = nil,
        _ configure: (inout APIConfiguration) throws -> Void = { _ in }
    ) throws {
        var configuration = APIConfiguration(baseURL: try Self.baseURL(baseURL))
        try configure(&configuration)
        self.init(configuration, transport: transport)
    }

    /// A client for the API at a base URL.
    ///
    /// - Throws: ``APIError`` of kind `invalidRequest` when the URL is relative or not of http or https; whatever
    ///   `configure` throws.
    public convenience init(
        baseURL: URL, transport: (any Transport)? = nil,
        _ configure: (inout APIConfiguration) throws -> Void = { _ in }
    ) throws {
        try self.init(baseURL: baseURL.absoluteString, transport: transport, configure)
    }

    /// A client whose base URL is chosen by the build or the environment, so that one program runs against several.
    ///
    /// On Apple systems the key is looked up in Info.plist first, then in the environment; elsewhere in the
    /// environment alone.
    ///
    /// - Parameters:
    ///   - key: the name of the setting, such as `API_BASE_URL`.
    ///   - environment: the environment to look in. Default: the process's.
    ///   - transport: what carries the requests; `nil` takes the platform's own.
    ///   - configure: changes the defaults.
    /// - Throws: ``APIError`` of kind `invalidRequest` that says what to set, when there is no such setting or it is
    ///   no URL; whatever `configure` throws.
    public convenience init(
        baseURLKey key: String, environment: [String: String] = ProcessInfo.processInfo.environment,
        transport: (any Transport)? = nil, _ configure: (inout APIConfiguration) throws -> Void = { _ in }
    ) throws {
        let example = "for instance to https://api.example.com"
        guard let text = BuildSettings.value(of: key, environment), !text.isEmpty else {
            throw APIError(.invalidRequest, "no base URL is configured: \(BuildSettings.advice(key)), \(example)")
        }
        do {
            try self.init(baseURL: text, transport: transport, configure)
        } catch let error as APIError {
            guard error.underlying is InvalidURI else { throw error }
            throw APIError(
                .invalidRequest, "\(error.detail): \(BuildSettings.advice(key)), \(example)",
                underlying: error.underlying)
        }
    }

    private static func baseURL(_ text: String) throws(APIError) -> URI {
        do throws(InvalidURI) { return try URI(text) } catch {
            throw APIError(.invalidRequest, "the base URL is wrong: \(error.description)", underlying: error)
        }
    }
}
