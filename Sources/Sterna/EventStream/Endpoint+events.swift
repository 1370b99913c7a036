extension Endpoint where Response == ServerEvent {
    /// A route that answers with server-sent events; read it with ``APIClient/events(_:reconnect:limit:)``.
    ///
    /// - Parameters:
    ///   - method: what to do with the resource. Default: GET. A stream of another method is not opened a second time.
    ///   - path: where it lies beneath the base URL; interpolated values are escaped as one segment.
    ///   - query: items after those of the client.
    ///   - fields: fields that replace those of the client. `Last-Event-ID` begins after that event.
    ///   - body: the content; `nil` sends none.
    ///   - requiresAuthentication: whether the call needs a credential. Default: no.
    ///   - timeouts: limits in time. Default: the client's, without a total.
    public init(
        _ method: HTTPMethod = .get, _ path: EndpointPath, query: [QueryItem] = [], fields: HTTPFields = HTTPFields(),
        body: Body? = nil, requiresAuthentication: Bool = false, timeouts: Timeouts? = nil
    ) {
        self.init(
            method, path, query, fields, body, .success, requiresAuthentication, timeouts, accept: "text/event-stream"
        ) { decoder, data, _ in
            var parser = EventParser()
            parser.feed(data)
            guard var event = try parser.next() else { throw EmptyBody(expected: "an event") }
            event.decoder = decoder
            return event
        }
    }
}
