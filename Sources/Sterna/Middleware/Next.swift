/// The rest of the chain: the middlewares further in, and the transport at its end.
public struct Next: Sendable {
    private let middlewares: ArraySlice<any Middleware>
    private let transport: @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// A chain of `middlewares`, outermost first, that ends in `transport`.
    public init(
        _ middlewares: [any Middleware], transport: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        self.init(middlewares[...], transport)
    }

    private init(
        _ middlewares: ArraySlice<any Middleware>,
        _ transport: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        self.middlewares = middlewares
        self.transport = transport
    }

    /// Sends the request through the rest of the chain.
    public func callAsFunction(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let first = middlewares.first else { return try await transport(request) }
        return try await first.intercept(request, next: Next(middlewares.dropFirst(), transport))
    }
}
