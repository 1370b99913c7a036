import Sterna

/// `sterna [METHOD] URL [ITEM…]`: sends one request, prints the answer, ends with the exit code that tells.
struct RequestCommand: Sendable {
    private let call: RequestCall
    private var options: RequestOptions { call.options }
    /// What is recorded for `--har`, and told by `--verbose`.
    private let recorder: ExchangeRecorder?

    init(_ call: RequestCall) {
        self.call = call
        let isRecorded = call.options.har != nil
        let lines = AttemptLines()
        recorder =
            isRecorded || call.options.isVerbose
            ? ExchangeRecorder(bodyLimit: isRecorded ? 1 << 20 : 0) { [options = call.options] exchange in
                if options.isVerbose { lines.tell(exchange) }
            } : nil
    }

    /// Runs to the end, and gives the exit code.
    func run() async -> Int32 {
        do {
            let file = try options.report.map { try ReportFile($0) }
            let archive = try options.har.map { try ReportFile($0, isPrivate: true) }
            var report = Report()
            let code = await perform(&report)
            try file?.write(report.text)
            try archive?.write(String(decoding: HAR(recorder?.exchanges ?? []).data, as: UTF8.self) + "\n")
            return code
        } catch is ClosedPipe {
            return 0
        } catch {
            return tell(Failure.apiError(error))
        }
    }

    private func perform(_ report: inout Report) async -> Int32 {
        do {
            if options.pins.count == 1 { remark("one pin and no backup: when the key changes, every call fails") }
            if !options.transport.tls.verifiesServer {
                remark("the server's certificate is not checked: anyone on the way can read and change everything")
            }
            if readsInput { remark("the body is read from standard input") }
            let plan = try await RequestAssembly(call: call).plan()
            if options.printsCurl { return try printCurl(plan) }
            return try await exchange(plan, &report)
        } catch is CancellationError {
            report.outcome = .cancelled
            remark("cancelled")
            return 130
        } catch is ClosedPipe {
            return 0
        } catch {
            return fail(error, &report)
        }
    }

    /// Whether the program waits for input and a person should know.
    private var readsInput: Bool {
        call.items.contains(where: \.readsInput) && !options.printsCurl
            && (options.isVerbose || DescriptorReader.isTerminal(0))
    }

    private func printCurl(_ plan: RequestAssembly.Plan) throws -> Int32 {
        let words = CurlOptions.words(options, plan.request.timeouts)
        try DescriptorWriter.output.write(CurlCommand(plan.request, form: plan.form, options: words).text)
        return 0
    }

    private func exchange(_ plan: RequestAssembly.Plan, _ report: inout Report) async throws -> Int32 {
        if options.downloads { return try await download(plan, &report) }
        let file = try options.output.flatMap { $0 == "-" ? nil : try OutputFile($0) }
        do {
            let client = try ClientAssembly(options).client(for: plan.request, without: plan.removed, recorder)
            if options.isVerbose { remarkHead(HeadText(plan.request, nil, .error).request(plan.request)) }
            let response = try await send(plan.request, by: client)
            report.take(response)
            let code = try await show(response, to: plan.request, file?.writer, &report)
            try file?.commit()
            return code
        } catch {
            file?.discard()
            throw error
        }
    }

    /// A person sees how far the body is.
    private func send(_ request: HTTPRequest, by client: APIClient) async throws -> HTTPResponse {
        guard request.body != nil, !options.isQuiet, let display = ProgressDisplay() else {
            return try await client.exchange(request)
        }
        defer { display.clear() }
        return try await client.upload(request, progress: display.show)
    }

    private func download(_ plan: RequestAssembly.Plan, _ report: inout Report) async throws -> Int32 {
        let client = try ClientAssembly(options).client(for: plan.request, without: plan.removed, recorder)
        if options.isVerbose { remarkHead(HeadText(plan.request, nil, .error).request(plan.request)) }
        let command = DownloadCommand(options: options, note: remark)
        let download = try await command.run(plan.request, client)
        let response = download.response
        report.take(response)
        report.take(download.bytes, of: response)
        if options.isVerbose {
            let way = Self.text(response.redirects, response.masking)
            remarkHead(way + HeadText(plan.request, response, .error).response(response))
        }
        command.remark(download)
        return 0
    }

    private func fail(_ error: any Error, _ report: inout Report) -> Int32 {
        let failure = Failure.apiError(error)
        report.outcome = .failure
        report.error = failure
        report.take(failure)
        if options.isVerbose {
            try? DescriptorWriter.error.writeUncancelled(Self.text(failure.redirects, failure.masking))
        }
        if let usage = error as? UsageError {
            try? DescriptorWriter.error.writeUncancelled(usage.text)
            return 2
        }
        return tell(failure)
    }

    private func tell(_ error: APIError) -> Int32 {
        if !options.isQuiet {
            try? DescriptorWriter.error.writeUncancelled(Diagnostic(paint: Paint(.error)).text(error))
        }
        return Verdict.exitCode(error)
    }

    private func remark(_ text: String) {
        if !options.isQuiet { try? DescriptorWriter.error.writeUncancelled("sterna: \(text)\n") }
    }

    private func remarkHead(_ text: String) {
        try? DescriptorWriter.error.write(text + "\n")
    }
}

// MARK: - The answer

extension RequestCommand {
    private func show(
        _ response: HTTPResponse, to request: HTTPRequest, _ file: DescriptorWriter?, _ report: inout Report
    ) async throws -> Int32 {
        let writer = file ?? .output
        if options.isVerbose {
            let way = Self.text(response.redirects, response.masking)
            remarkHead(way + HeadText(request, response, .error).response(response))
        }
        var progress = BodyPrinter.Progress()
        defer { report.take(progress.bytes, of: response) }
        try await show(response, request, writer, isFile: file != nil, &progress)
        guard let error = Verdict.error(response, to: request) else { return 0 }
        report.outcome = .failure
        report.error = error
        return tell(error)
    }

    private func show(
        _ response: HTTPResponse, _ request: HTTPRequest, _ writer: DescriptorWriter, isFile: Bool,
        _ progress: inout BodyPrinter.Progress
    ) async throws {
        let isHeadOnly = request.method == .head && !options.showsBody && !options.isQuiet
        if (options.showsHead && !options.isQuiet) || isHeadOnly {
            do {
                try writer.write(HeadText(request, response, writer).response(response))
            } catch is ClosedPipe {
                progress.isClosed = true
            }
        }
        let wantsBody = (!options.showsHead || options.showsBody) && (!options.isQuiet || isFile)
        guard wantsBody, !progress.isClosed else { return try await drain(response, &progress) }
        let printer = BodyPrinter(
            writer: writer, paint: Paint(writer), isForPeople: writer.isTerminal, streams: options.streams,
            limit: options.maxBody, note: remark)
        try await printer.print(response, &progress)
    }

    /// A body that nobody sees is read to its end all the same: only then is it known to have come whole.
    private func drain(_ response: HTTPResponse, _ progress: inout BodyPrinter.Progress) async throws {
        guard !progress.isClosed, case .stream(let stream) = response.body else { return }
        for try await chunk in stream {
            progress.bytes += Int64(chunk.count)
            if let limit = options.maxBody, progress.bytes > limit { throw Failure.tooLarge(limit) }
        }
    }

    /// What went before the answer, or the failure.
    private static func text(_ redirects: [Redirect], _ masking: Redaction) -> String {
        redirects.map { hop in
            let loss = hop.leavesOrigin ? ", another origin: credentials stay behind" : ""
            return "redirect: \(hop.status.label) to \(masking.redacting(hop.url).escapedForDisplay)\(loss)\n"
        }.joined()
    }
}

extension HeadText {
    init(_ request: HTTPRequest, _ response: HTTPResponse?, _ writer: DescriptorWriter) {
        let given = response.map { Array($0.masking.values) } ?? []
        self.init(paint: Paint(writer), redaction: request.masking.adding(values: given))
    }
}

extension Report {
    /// Takes over what an answer says of itself.
    mutating func take(_ response: HTTPResponse) {
        let only = Attempt(number: 1, status: response.status, metrics: response.metrics)
        status = response.status
        redaction = response.masking
        attempts = response.attempts.isEmpty ? [only] : response.attempts
        redirects = response.redirects
    }

    /// Takes over how much of the body came, and what the transfer took up to its end.
    mutating func take(_ bytes: Int64, of response: HTTPResponse) {
        bodyBytes = bytes
        var whole = response.metrics
        if case .stream(let stream) = response.body, let metrics = stream.metrics { whole = metrics }
        wireBytes = whole.wireBytes
        if let last = attempts.indices.last { attempts[last].metrics = whole }
    }

    /// Takes over what a failure says of the attempts before it.
    mutating func take(_ error: APIError) {
        redaction = redaction.adding(values: Array(error.masking.values))
        if !error.attempts.isEmpty { attempts = error.attempts }
        if let response = error.response { status = response.status }
        if !error.redirects.isEmpty { redirects = error.redirects }
        let isLocal = error.family == .caller || error.kind == .fileSystem
        if attempts.isEmpty, !isLocal { attempts = [Attempt(number: 1, failure: error.kind)] }
    }
}
