/// Writes a line about each call: the outermost step.
struct CallLogStep: Middleware {
    let log: CallLog
    let clock: any TimeSource

    func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
        let start = clock.now
        do {
            let response = try await next(request)
            log.write(line(request, Self.words(response), response.attempts, since: start))
            return response
        } catch {
            log.write(line(request, Self.words(error, request), (error as? APIError)?.attempts ?? [], since: start))
            throw error
        }
    }

    private func line(
        _ request: HTTPRequest, _ outcome: String, _ attempts: [Attempt], since start: ContinuousClock.Instant
    ) -> String {
        let count = attempts.count > 1 ? ", \(attempts.count) attempts" : ""
        let took = Int((clock.now - start) / .milliseconds(1))
        return "\(request) → \(outcome)\(count), \(took) ms".escapedForDisplay
    }

    private static func words(_ response: HTTPResponse) -> String {
        let size = response.bytes.map { ", \($0.count) bytes" } ?? ", a stream"
        return "\(response.status)\(size)"
    }

    private static func words(_ error: any Error, _ request: HTTPRequest) -> String {
        guard !(error is CancellationError) else { return "cancelled" }
        let masking = request.masking
        guard let error = error as? APIError else { return masking.redacting(text: "\(error)") }
        let list = masking.adding(values: Array(error.masking.values))
        return "\(error.kind.name): \(list.redacting(text: error.detail))"
    }
}
