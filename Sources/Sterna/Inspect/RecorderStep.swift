/// Records each attempt: the innermost step.
struct RecorderStep: Middleware {
    let recorder: ExchangeRecorder
    let clock: any TimeSource

    func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
        let number = recorder.begin(request, at: clock.date)
        let start = clock.now
        do {
            var response = try await next(request)
            let limit = recorder.bodyLimit
            recorder.announce(number) { $0.take(response, keeping: limit, after: clock.now - start) }
            if case .stream(let stream) = response.body {
                response.body = .stream(recording(stream, number, since: start))
            }
            return response
        } catch {
            recorder.announce(number) { $0.fail(error, after: clock.now - start) }
            throw error
        }
    }

    /// The same stream, of which the beginning is kept.
    private func recording(
        _ stream: HTTPBodyStream, _ number: Int, since start: ContinuousClock.Instant
    ) -> HTTPBodyStream {
        let (recorder, clock) = (recorder, clock)
        return HTTPBodyStream(
            next: {
                do {
                    var iterator = stream.makeAsyncIterator()
                    let chunk = try await iterator.next()
                    recorder.update(number) { exchange in
                        exchange.duration = clock.now - start
                        exchange.take(chunk, keeping: recorder.bodyLimit, stream.metrics)
                    }
                    return chunk
                } catch {
                    recorder.update(number) { $0.fail(error, after: clock.now - start) }
                    throw error
                }
            }, cancel: { stream.cancel() }, metrics: { stream.metrics })
    }
}

extension Exchange {
    fileprivate mutating func take(_ answer: HTTPResponse, keeping limit: Int, after duration: Duration) {
        var kept = answer
        switch answer.body {
        case .complete(let data):
            kept.body = .complete(data.count > limit ? Data(data.prefix(limit)) : data)
            receivedBytes = Int64(data.count)
            isFinished = true
        case .stream:
            kept.body = .complete(Data())
        }
        self.duration = duration
        response = kept
    }

    /// Takes the next piece of a body over; `nil` is its end.
    fileprivate mutating func take(_ chunk: Data?, keeping limit: Int, _ metrics: Metrics?) {
        if let metrics { response?.metrics = metrics }
        guard let chunk else {
            isFinished = true
            return
        }
        receivedBytes += Int64(chunk.count)
        let kept = response?.bytes ?? Data()
        if kept.count < limit { response?.body = .complete(kept + chunk.prefix(limit - kept.count)) }
    }

    fileprivate mutating func fail(_ error: any Error, after duration: Duration) {
        self.error = error
        self.duration = duration
        isFinished = true
    }
}
