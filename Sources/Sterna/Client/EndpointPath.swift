/// The path of an endpoint beneath the base URL, in which no value can become more than one segment.
///
/// ```swift
/// Endpoint(.get, "/users/\(id)/posts")        // id "a/b" is sent as /users/a%2Fb/posts
/// ```
///
/// Text between the values is taken as it is: `%2F` stays, a trailing slash stays, and only what may not stand in a
/// path is encoded. Values are data, escaped once: strings, integers, UUIDs and enumerations of those. An Optional
/// does not compile, because `nil` is no segment.
///
/// A path that would ask for something else is refused when it is sent, as `invalidRequest`: one with a segment that is
/// `.` or `..`, also as `%2e`; one where an empty value leaves a segment empty; one with `?` or `#` in its text. A
/// query belongs into `query:`; a path that comes with one, such as that of a next page, is ``init(encoded:)``.
public struct EndpointPath: Hashable, Sendable {
    private let content: Result<Content, InvalidPath>

    private struct Content: Hashable {
        let path: String
        let query: String?
    }

    /// A path that is encoded already and may have a query, such as `items?page=2`: as a server gave it.
    ///
    /// Nothing in it is escaped again; what may not stand in a path or a query is encoded.
    public init(encoded text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var path = StringInterpolation(literalCapacity: text.utf8.count, interpolationCount: 0)
        path.append(encoded: String(parts.first ?? ""))
        path.refuse(controlsIn: text)
        if text.utf8.contains(UInt8(ascii: "#")) {
            path.refuse("a fragment is never sent: cut it off at “#”")
        }
        let query = parts.count > 1 ? PercentEncoding.completed(String(parts[1]), allowing: .query) : nil
        content = path.finished().map { Content(path: $0, query: query) }
    }

    /// A path of segments, each escaped as one: `["projects", "group/name"]` is `/projects/group%2Fname`.
    public init(_ segments: [String]) {
        var path = StringInterpolation(literalCapacity: 16 * segments.count, interpolationCount: segments.count)
        for segment in segments {
            path.append(encoded: "/")
            path.appendInterpolation(segment)
        }
        content = path.finished().map { Content(path: $0, query: nil) }
    }

    /// The path and the query to send, both encoded.
    ///
    /// - Throws: `InvalidPath`, kept from when the path was written.
    package func resolved() throws(InvalidPath) -> (path: String, query: String?) {
        let content = try content.get()
        return (content.path, content.query)
    }
}

extension EndpointPath: ExpressibleByStringInterpolation {
    /// A path without values.
    public init(stringLiteral text: String) {
        var path = StringInterpolation(literalCapacity: text.utf8.count, interpolationCount: 0)
        path.appendLiteral(text)
        content = path.finished().map { Content(path: $0, query: nil) }
    }

    /// A path with values.
    public init(stringInterpolation path: StringInterpolation) {
        content = path.finished().map { Content(path: $0, query: nil) }
    }

    /// Puts a path together, segment by segment.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        private var bytes: [UInt8] = []
        private var segmentStart = 0
        private var segmentHasValue = false
        private var flaw: String?

        /// Nothing yet.
        public init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// Adds text that stands in the path as it is.
        public mutating func appendLiteral(_ text: String) {
            refuse(controlsIn: text)
            if text.utf8.contains(UInt8(ascii: "?")) {
                refuse("“?” begins a query: give it as query:, or take EndpointPath(encoded:)")
            }
            if text.utf8.contains(UInt8(ascii: "#")) {
                refuse("a fragment is never sent: write %23 for “#”")
            }
            append(encoded: text)
        }

        /// Adds a text as a part of one segment.
        public mutating func appendInterpolation(_ value: some StringProtocol) {
            segmentHasValue = true
            PercentEncoding.append(value.utf8, to: &bytes)
        }

        /// Adds an integer.
        public mutating func appendInterpolation(_ value: some BinaryInteger) {
            appendInterpolation(String(value))
        }

        /// Adds a UUID, in upper case as Foundation writes it.
        public mutating func appendInterpolation(_ value: UUID) {
            appendInterpolation(value.uuidString)
        }

        /// Adds the text of an enumeration or of a type that wraps one.
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: StringProtocol {
            appendInterpolation(value.rawValue)
        }

        /// Adds the integer of an enumeration or of a type that wraps one.
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: BinaryInteger {
            appendInterpolation(value.rawValue)
        }

        /// Adds the UUID of a type that wraps one.
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue == UUID {
            appendInterpolation(value.rawValue)
        }
    }
}

extension EndpointPath.StringInterpolation {
    fileprivate mutating func append(encoded text: String) {
        for byte in PercentEncoding.completed(text, allowing: .path).utf8 {
            if byte == UInt8(ascii: "/") { endSegment() }
            bytes.append(byte)
            if byte == UInt8(ascii: "/") { segmentStart = bytes.count }
        }
    }

    fileprivate mutating func refuse(_ reason: String) {
        flaw = flaw ?? reason
    }

    fileprivate mutating func refuse(controlsIn text: String) {
        if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            refuse("a control character: remove it, or give it as a value")
        }
    }

    /// Looks at the segment that ends here.
    private mutating func endSegment() {
        let segment = bytes[segmentStart...]
        if segmentHasValue, segment.isEmpty { refuse("a value is empty, so that a segment is missing") }
        if PathSegments.dots(segment) > 0 {
            let shown = String(decoding: segment, as: UTF8.self)
            refuse("the segment “\(shown)” would move the request to another resource")
        }
        segmentHasValue = false
    }

    fileprivate func finished() -> Result<String, InvalidPath> {
        var path = self
        path.endSegment()
        let text = String(decoding: bytes, as: UTF8.self)
        let start = text.prefix(8).lowercased()
        if start.hasPrefix("http://") || start.hasPrefix("https://") {
            path.refuse("a whole URL: an endpoint has a path beneath the client's base URL")
        }
        guard let flaw = path.flaw else { return .success(text) }
        return .failure(InvalidPath(path: text, reason: flaw))
    }
}

extension EndpointPath: CustomStringConvertible {
    /// The path and its query, encoded; of a path that is refused, the reason.
    public var description: String {
        switch content {
        case .success(let content): content.query.map { "\(content.path)?\($0)" } ?? content.path
        case .failure(let invalid): invalid.description
        }
    }
}
