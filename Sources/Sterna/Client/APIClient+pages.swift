extension APIClient {
    /// Sends the endpoint's request to another address, such as the next page of a list that an answer names.
    ///
    /// An address at another origin than the endpoint's gets neither the client's credentials nor its fields and those
    /// of the endpoint, as any of them may be secret.
    ///
    /// - Parameter address: where the request goes; `nil` sends it where the endpoint says.
    @concurrent
    public func response<Response>(
        to endpoint: Endpoint<Response>, at address: URI?
    ) async throws -> APIResponse<Response> {
        var request = try makeRequest(endpoint, delivery: .complete(limit: configuration.bodyLimit))
        if let address {
            if address.origin != request.url.origin {
                request.fields = HTTPFields(request.fields.filter { $0.name == .accept })
                request.requiresAuthentication = false
            }
            request.url = address
        }
        let response = try await exchange(request, retry: endpoint.retry)
        return APIResponse(value: try decode(response, of: request, as: endpoint), response)
    }
}
