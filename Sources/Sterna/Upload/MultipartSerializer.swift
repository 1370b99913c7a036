/// Puts a form together, whatever the cuts between the pieces that it is fed and pulled: a pure state machine.
package struct MultipartSerializer: Sendable {
    /// What the body is made of, in its order.
    package enum Piece: Sendable {
        /// Bytes that are known: boundaries, heads, small contents.
        case bytes(Data)
        /// The content of a part that is read while the body is sent; `length` is what was promised of it.
        case content(name: String, length: Int64?)
    }

    /// What to do next.
    package enum Step: Hashable, Sendable {
        /// Send these bytes.
        case send(Data)
        /// Feed more of the content whose turn it is, or say that it ends.
        case feed
        /// The body is complete.
        case end
    }

    private var rest: ArraySlice<Piece>
    /// What was fed and is not pulled yet.
    private var fed = Data()
    /// The bytes of the present content so far.
    private var count: Int64 = 0

    package init(_ pieces: [Piece]) {
        rest = pieces[...]
    }

    /// The next bytes, at most `limit` of them, or what is needed first.
    package mutating func next(upTo limit: Int = .max) -> Step {
        if !fed.isEmpty { return .send(Self.take(limit, of: &fed)) }
        switch rest.first {
        case nil: return .end
        case .content: return .feed
        case .bytes(var data):
            let bytes = Self.take(limit, of: &data)
            if data.isEmpty { rest.removeFirst() } else { rest[rest.startIndex] = .bytes(data) }
            return .send(bytes)
        }
    }

    /// Takes more of the present content.
    ///
    /// - Throws: `bodyEncoding` when it is more than was promised; nothing of it is sent then.
    package mutating func feed(_ chunk: Data) throws(APIError) {
        guard case .content(let name, let length) = rest.first else { return }
        count += Int64(chunk.count)
        if let length, count > length { throw Self.mismatch(name, length, "more") }
        fed = fed.isEmpty ? chunk : fed + chunk
    }

    /// Says that the present content has ended.
    ///
    /// - Throws: `bodyEncoding` when it is less than was promised, so that the body never looks complete.
    package mutating func endContent() throws(APIError) {
        guard case .content(let name, let length) = rest.first else { return }
        if let length, count < length { throw Self.mismatch(name, length, "\(count)") }
        rest.removeFirst()
        count = 0
    }

    private static func take(_ limit: Int, of data: inout Data) -> Data {
        guard data.count > limit else {
            defer { data = Data() }
            return data
        }
        let bytes = data.prefix(limit)
        data = data.dropFirst(limit)
        return bytes
    }

    private static func mismatch(_ name: String, _ length: Int64, _ seen: String) -> APIError {
        APIError(
            .bodyEncoding, "the part “\(name.escapedForDisplay)” was said to have \(length) bytes and has \(seen)")
    }
}
