/// One reading of a body in small steps, which tells a meter how many bytes were taken.
actor MeteredReading {
    private let reader: HTTPBodyReader
    private let meter: UploadMeter
    private let number: Int
    private let total: Int64?
    private let step: Int
    private var chunk = Data()
    private var given: Int64 = 0
    private var told: Int64 = 0

    init(_ reader: HTTPBodyReader, _ total: Int64?, meter: UploadMeter) async {
        self.reader = reader
        self.meter = meter
        self.total = total
        step = Self.step(total)
        number = await meter.begin(total)
    }

    /// The next bytes. Who asks for them has taken those before.
    func next() async throws -> Data? {
        if given > told {
            told = given
            await meter.tell(given, total, of: number)
        }
        while chunk.isEmpty {
            guard let next = try await reader.next() else { return nil }
            chunk = next
        }
        let bytes = chunk.prefix(step)
        chunk = chunk.count > step ? chunk.dropFirst(step) : Data()
        given += Int64(bytes.count)
        return bytes
    }

    /// A hundredth of the body, so that a bar moves; at least 16 KiB and at most 256.
    private static func step(_ total: Int64?) -> Int {
        Int(max(16 << 10, min(256 << 10, (total ?? 6_400_000) / 100)))
    }
}

extension HTTPBody {
    /// The same body, told of by a meter at each of its readings.
    func metered(by meter: UploadMeter) throws(FileFailure) -> HTTPBody {
        switch source {
        case .bytes(let data):
            return metered(by: meter, length) {
                HTTPBodyReader(
                    AsyncStream<Data> { continuation in
                        continuation.yield(data)
                        continuation.finish()
                    })
            }
        case .file(let path, let range):
            let chunks = try FileChunks(path, range: range)
            var body = metered(by: meter, chunks.length) { HTTPBodyReader(chunks) }
            body.failureOnceSent = { chunks.changeOfLength }
            return body
        case .chunks(let open):
            return metered(by: meter, length, open)
        }
    }

    private func metered(
        by meter: UploadMeter, _ length: Int64?, _ open: @escaping @Sendable () async throws -> HTTPBodyReader
    ) -> HTTPBody {
        let source = Source.chunks {
            let reading = await MeteredReading(try await open(), length, meter: meter)
            return HTTPBodyReader { try await reading.next() }
        }
        var body = HTTPBody(source: source, length: length, isReplayable: isReplayable, contentType: contentType)
        body.texts = texts
        if case .bytes(let data) = self.source { body.countedBytes = data }
        body.failureOnceSent = failureOnceSent
        return body
    }
}
