extension APIClient {
    /// The events of a server, as they come.
    ///
    /// - Parameters:
    ///   - endpoint: where they come from.
    ///   - reconnect: when a stream that ended is opened again. Default: up to ten times in a row without a byte.
    ///   - limit: the largest event in bytes; a larger one is `tooLarge`. Default: 16 MiB.
    /// - Returns: a sequence that connects when its first event is asked for.
    public func events(
        _ endpoint: Endpoint<ServerEvent>, reconnect: ReconnectPolicy = ReconnectPolicy(),
        limit: Int = .defaultLineLimit
    ) -> EventStream<ServerEvent> {
        EventStream(call: eventCall(endpoint), policy: reconnect, limit: limit) { $0 }
    }

    /// The values in the events of a server, as they come: the data of every event is read as JSON.
    ///
    /// Where the events are of several kinds, read each by its name with ``ServerEvent/decode(_:)``.
    ///
    /// - Parameters:
    ///   - endpoint: where they come from; its answer is the type of each event's data.
    ///   - reconnect: when a stream that ended is opened again. Default: up to ten times in a row without a byte.
    ///   - limit: the largest event in bytes; a larger one is `tooLarge`. Default: 16 MiB.
    /// - Returns: a sequence that connects when its first value is asked for.
    public func events<Value: Decodable & Sendable>(
        _ endpoint: Endpoint<Value>, reconnect: ReconnectPolicy = ReconnectPolicy(), limit: Int = .defaultLineLimit
    ) -> EventStream<Value> {
        EventStream(call: eventCall(endpoint), policy: reconnect, limit: limit) { try $0.decode() }
    }

    /// The values of an answer with one JSON text on each line, as they come.
    ///
    /// - Parameters:
    ///   - endpoint: where they come from; its answer is the type of each line.
    ///   - limit: the longest line in bytes; a longer one is `tooLarge`. Default: 16 MiB.
    /// - Returns: a sequence that connects when its first value is asked for.
    public func jsonLines<Value: Decodable & Sendable>(
        _ endpoint: Endpoint<Value>, limit: Int = .defaultLineLimit
    ) -> JSONLines<Value> {
        let accept = "application/x-ndjson, application/jsonl, application/json;q=0.5"
        return JSONLines(call: StreamedCall(endpoint, of: self, accept: accept), limit: limit)
    }

    /// The lines of an answer's text, as they come.
    ///
    /// - Parameters:
    ///   - endpoint: where they come from.
    ///   - limit: the longest line in bytes; a longer one is `tooLarge`. Default: 16 MiB.
    /// - Returns: a sequence that connects when its first line is asked for.
    public func lines<Response>(_ endpoint: Endpoint<Response>, limit: Int = .defaultLineLimit) -> Lines {
        Lines(call: StreamedCall(endpoint, of: self), limit: limit)
    }

    /// The bytes of an answer, in pieces as they come.
    ///
    /// - Parameter endpoint: where they come from.
    /// - Returns: a sequence that connects when its first piece is asked for.
    public func chunks<Response>(_ endpoint: Endpoint<Response>) -> BodyChunks {
        BodyChunks(call: StreamedCall(endpoint, of: self))
    }

    private func eventCall<Response>(_ endpoint: Endpoint<Response>) -> StreamedCall {
        StreamedCall(endpoint, of: self, accept: "text/event-stream")
    }
}
