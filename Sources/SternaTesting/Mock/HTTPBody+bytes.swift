public import Sterna

extension HTTPBody {
    /// All bytes of the body, read as a transport would read them, for a test that looks at what was sent.
    ///
    /// A body that is not replayable is used up by this.
    ///
    /// - Throws: what the source of the body throws; of a file that cannot be read, the system's error.
    public func bytes() async throws -> Data {
        switch source {
        case .bytes(let data):
            return data
        case .file(let path, let range):
            let data = try Data(contentsOf: URL(filePath: path))
            guard let range else { return data }
            let part = Range(uncheckedBounds: (Int(range.lowerBound), Int(range.upperBound)))
            return data.subdata(in: part.clamped(to: 0..<data.count))
        case .chunks(let open):
            let reader = try await open()
            var data = Data()
            while let chunk = try await reader.next() { data.append(chunk) }
            return data
        }
    }
}
