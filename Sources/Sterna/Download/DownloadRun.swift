/// One download: asks, judges the answer, writes, and asks again for what lacks, until the file is complete.
struct DownloadRun {
    private let client: APIClient
    private let policy: RetryPolicy
    private let target: DownloadTarget
    private let options: DownloadOptions
    private let progress: (@Sendable (TransferProgress) -> Void)?
    private let request: HTTPRequest
    private let part: PartFile
    /// What is known of the part; `nil` when it cannot be continued.
    private var note: ResumeNote?
    /// Whether the part is useless, so that the whole has to be asked for.
    private var asksForWhole = false
    /// Whether this run has changed the part.
    private var isTouched = false
    private var fileName = ""
    private var total: Int64?
    /// The bytes of earlier calls that are in the file.
    private var kept: Int64 = 0
    private var check: FileCheck?
    private var meter: ProgressMeter
    private var attempts: [Attempt] = []
    /// The attempts since the last that brought something new.
    private var used = 0
    private var farthest: Int64 = 0

    private var configuration: APIConfiguration { client.configuration }

    /// Opens the part, and finds out what there is of it.
    ///
    /// - Throws: what speaks against the download before anything is sent.
    init(
        _ client: APIClient, _ request: HTTPRequest, _ target: DownloadTarget, _ options: DownloadOptions,
        _ retry: RetryPolicy?, _ progress: (@Sendable (TransferProgress) -> Void)?
    ) throws {
        try Self.refuse(request, target, options)
        self.client = client
        self.target = target
        self.options = options
        self.progress = progress
        policy = retry ?? client.configuration.retry
        meter = ProgressMeter(interval: options.progressInterval)
        check = try options.sha256.map { try FileCheck($0) }
        var request = request
        request.delivery = .streamed
        if request.fields[.acceptEncoding] == nil { request.fields[.acceptEncoding] = "identity" }
        if request.deadline == nil, let total = request.timeouts.total {
            request.deadline = .after(total, from: client.configuration.clock.now)
        }
        self.request = request
        part = try PartFile(target.partPath(for: request.url))
        let known = part.note.flatMap(ResumeNote.init)
        let isOurs = known?.url == request.url.withoutSecrets.text && request.method == .get
        if options.continues, part.length > 0, isOurs { note = known }
        kept = note == nil ? 0 : part.length
        farthest = kept
        fileName = note?.fileName ?? ""
    }

    /// The ladder of refusals.
    private static func refuse(
        _ request: HTTPRequest, _ target: DownloadTarget, _ options: DownloadOptions
    ) throws {
        let path: String
        switch target {
        case .file(let file):
            path = file
            if let obstacle = PartFile.obstacle(at: PartFile.resolved(file), replaces: options.overwrites) {
                throw obstacle
            }
        case .folder(let folder): path = folder
        }
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw APIError(.invalidRequest, "the path of the download is empty or has a zero in it")
        }
        guard request.method != .head else {
            throw APIError(.invalidRequest, "the answer to HEAD has no body that could be saved: use GET")
        }
        guard request.fields[.range] == nil, request.fields[.ifRange] == nil else {
            throw APIError(.invalidRequest, "a download sets Range and If-Range itself: leave them out")
        }
    }

    /// Runs to the end. What stays of a run that fails is a part that can be continued, or nothing.
    mutating func run() async throws -> Download {
        do {
            return try await fetched()
        } catch {
            throw left(Task.isCancelled ? CancellationError() : error)
        }
    }
}

// MARK: - Asking and judging

extension DownloadRun {
    private var offset: Int64 { note == nil || asksForWhole ? 0 : part.length }

    private mutating func fetched() async throws -> Download {
        while true {
            let response = try await ask()
            switch DownloadVerdict(response, from: offset, note) {
            case .complete:
                total = part.length
                try addToCheck()
                return try finished(response)
            case .askForWhole:
                await response.body.discard()
                asksForWhole = true
            case .refuse(let kind, let detail):
                await response.body.discard()
                throw APIError(kind, detail, request: request, response: response.withoutBody, attempts: attempts)
            case .whole(let length):
                try restart(response, length)
                if try await isComplete(after: response, until: length, isWhole: true) { return try finished(response) }
            case .rest(let end, let length):
                total = length
                try addToCheck()
                if try await isComplete(after: response, until: end) { return try finished(response) }
            }
        }
    }

    /// Asks for the whole, or for what lacks.
    private mutating func ask() async throws -> HTTPResponse {
        var request = request
        if offset > 0, let note {
            request.fields[.range] = "bytes=\(offset)-"
            request.fields[.ifRange] = note.validator.text
            let accepts = request.accepts
            request.accepts = AcceptedStatuses { accepts.accept($0) || [206, 304, 412, 416].contains($0.code) }
        }
        var policy = policy
        policy.attempts = max(1, policy.attempts - used)
        do {
            let response = try await client.exchange(request, retry: policy)
            used += response.attempts.count
            attempts = attempts.followed(by: response.attempts)
            return response
        } catch var error as APIError {
            error.attempts = attempts.followed(by: error.attempts)
            throw error
        }
    }

    /// Empties the part for the whole that comes.
    private mutating func restart(_ response: HTTPResponse, _ length: Int64?) throws {
        if let limit = options.limit, let length, length > limit { throw tooLarge(limit) }
        isTouched = true
        asksForWhole = false
        kept = 0
        total = length
        note = ResumeNote(response, to: request)
        fileName = response.suggestedFileName
        try part.restart(note: note?.data)
        check = try options.sha256.map { try FileCheck($0) }
    }

    /// Takes the bytes of earlier calls into the digest, where one is wanted.
    private func addToCheck() throws {
        try check?.catchUp(with: part)
    }
}

// MARK: - Receiving

extension DownloadRun {
    /// What is new has to be worth a request.
    private static let worthwhile: Int64 = 64 << 10

    /// Writes the body; whether the file is complete then. Where it is not, it is time to ask again.
    private mutating func isComplete(
        after response: HTTPResponse, until end: Int64?, isWhole: Bool = false
    ) async throws -> Bool {
        do {
            try await receive(response.body, until: end)
            if isWhole || part.length == total { return true }
            // The server may send less than it was asked for (RFC 9110 §15.3.7).
            guard !hasAdvanced() else { return false }
            throw APIError(.truncated, "the server sends the file in pieces that are too small")
        } catch let failure as FileFailure {
            throw failure
        } catch {
            guard !Task.isCancelled, let known = client.attributed(error, to: request) as? APIError else {
                throw CancellationError()
            }
            try await wait(after: known, response)
            return false
        }
    }

    private mutating func receive(_ body: HTTPResponse.Body, until end: Int64?) async throws {
        tell(meter.start(part.length, of: total, at: configuration.clock.now))
        switch body {
        case .complete(let data):
            try take(data, until: end)
        case .stream(let stream):
            defer { stream.cancel() }
            for try await chunk in stream { try take(chunk, until: end) }
        }
        guard let end, part.length < end else { return }
        throw APIError(.truncated, "the body ended at byte \(part.length) of the \(end) that were promised")
    }

    private mutating func take(_ chunk: Data, until end: Int64?) throws {
        let length = part.length + Int64(chunk.count)
        if let limit = options.limit, length > limit { throw tooLarge(limit) }
        guard length <= end ?? .max else {
            throw APIError(.malformedResponse, "the body is longer than the \(end ?? 0) bytes that were promised")
        }
        isTouched = true
        try part.append(chunk)
        check?.update(chunk)
        if let state = meter.note(length, of: total, at: configuration.clock.now) { tell(state) }
    }

    private func tell(_ state: TransferProgress) {
        progress?(state)
    }

    private func tooLarge(_ limit: Int64) -> APIError {
        APIError(.tooLarge, "the file is larger than the \(limit) bytes that are allowed", request: request)
    }

    /// Whether more is there than ever before. If so, the attempts are counted anew.
    private mutating func hasAdvanced() -> Bool {
        guard part.length >= farthest + Self.worthwhile else { return false }
        farthest = part.length
        used = 0
        return true
    }

    /// Waits before the next attempt, or throws the failure where the policy allows none.
    private mutating func wait(after failure: APIError, _ response: HTTPResponse) async throws {
        if hasAdvanced() { used = 1 }
        let last = attempts.indices.last
        if let last { attempts[last].failure = failure.kind }
        let isOnce = !request.method.isIdempotent && (request.fields[.idempotencyKey] ?? "").isEmpty
        let situation = RetrySituation(
            attempt: used, kind: failure.kind, isUnsafe: isOnce, isReplayable: request.body?.isReplayable ?? true,
            remaining: request.deadline?.remaining(at: configuration.clock.now))
        let verdict = policy.verdict(for: situation, date: configuration.clock.date, random: configuration.random)
        guard case .retry(let wait) = verdict else {
            var failure = failure
            failure.response = failure.response ?? response.withoutBody
            failure.attempts = attempts
            throw failure
        }
        if let last { attempts[last].delay = wait }
        try await configuration.clock.sleep(until: configuration.clock.now + wait, tolerance: nil)
    }
}

// MARK: - The end

extension DownloadRun {
    /// The file in its place.
    private mutating func finished(_ response: HTTPResponse) throws -> Download {
        try Task.checkCancellation()
        if let mismatch = check?.mismatch {
            var error = APIError(.malformedResponse, mismatch.description, request: request, underlying: mismatch)
            error.response = response.withoutBody
            error.attempts = attempts
            throw error
        }
        let path = try place()
        tell(meter.last(part.length, of: part.length, at: configuration.clock.now))
        var last = response.withoutBody
        last.attempts = attempts
        if case .stream(let stream) = response.body, let metrics = stream.metrics { last.metrics = metrics }
        return Download(path: path, bytes: part.length, continuedFrom: kept, response: last)
    }

    /// Gives the file its name: the first of its kind that is not taken.
    private func place() throws(FileFailure) -> String {
        var number = 0
        while true {
            guard number < 10_000, let path = target.path(fileName, number: number) else {
                throw FileFailure(target.path(fileName) ?? fileName, "is there already")
            }
            do throws(FileFailure) {
                try part.finish(as: path, replaces: options.overwrites)
                return path
            } catch {
                guard error.isTaken else { throw error }
                number += 1
            }
        }
    }

    /// Removes what cannot be continued; the failure then says what is left.
    private func left(_ failure: any Error) -> any Error {
        let isKept = part.length > 0 && (!isTouched || (note != nil && !Self.spoils(failure)))
        guard isKept else {
            part.discard()
            return failure
        }
        guard isTouched, var known = failure as? APIError else { return failure }
        let whole = total.map { " of \($0)" } ?? ""
        known.detail += "; \(part.length)\(whole) bytes are kept in \(part.path)"
        return known
    }

    /// Whether a failure says that the bytes are no good.
    private static func spoils(_ failure: any Error) -> Bool {
        switch (failure as? APIError)?.kind {
        case .malformedResponse, .tooLarge, .decompression: true
        default: false
        }
    }
}

extension HTTPResponse {
    fileprivate var withoutBody: HTTPResponse {
        var response = self
        response.body = .complete(Data())
        return response
    }
}
