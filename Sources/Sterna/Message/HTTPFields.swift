/// The fields of a message, in their order, with their writing kept and their names found in any case (RFC 9110 §5).
///
/// An illegal field is never stored. Where an assignment cannot throw, the refusal is kept in ``invalid``, and whoever
/// sends the message throws it: nothing is dropped in silence.
public struct HTTPFields: Sendable {
    private enum Storage: Sendable {
        case list([HTTPField])
        case head(ResponseHead)
    }

    private var storage: Storage
    /// The first field that was refused because it may not be sent; a message that has one is never sent.
    public private(set) var invalid: InvalidField?
    /// What must not be shown of them beside what has a secret name: secrets of the request that a server sent back.
    var secrets: Set<Secret> = []

    /// No fields.
    public init() {
        storage = .list([])
    }

    /// The given fields, in this order.
    public init(_ fields: some Sequence<HTTPField>) {
        storage = .list(Array(fields))
    }

    /// The fields of a head as it came from the wire, parsed when they are asked for.
    package init(head: ResponseHead) {
        storage = .head(head)
    }

    private var list: [HTTPField] {
        get {
            switch storage {
            case .list(let fields): fields
            case .head(let head): head.fields
            }
        }
        set { storage = .list(newValue) }
    }

    /// The value of the field; several lines are joined with a comma (RFC 9110 §5.2), those of `Set-Cookie` never are:
    /// of them this is the first.
    ///
    /// Setting a value replaces every line of that name; `nil` removes them.
    public subscript(name: HTTPField.Name) -> String? {
        get {
            if case .head(let head) = storage { return head.value(of: name) }
            return name.joined(list.lazy.filter { $0.name == name }.map(\.value))
        }
        set { self[values: name] = newValue.map { [$0] } ?? [] }
    }

    /// The value of the field with a name of one's own: `fields["X-Trace"] = id`.
    ///
    /// A name that is no token is never stored, but kept in ``invalid``.
    public subscript(name: String) -> String? {
        get { HTTPField.Name(name).flatMap { self[$0] } }
        set {
            guard let known = HTTPField.Name(name) else { return refuse(InvalidField(name: name, reason: .name)) }
            self[known] = newValue
        }
    }

    /// The values of every line of that name, in their order. Setting them replaces the lines.
    public subscript(values name: HTTPField.Name) -> [String] {
        get { list.lazy.filter { $0.name == name }.map(\.value) }
        set {
            var fields = list
            let place = fields.firstIndex { $0.name == name } ?? fields.endIndex
            fields.removeAll { $0.name == name }
            fields.insert(contentsOf: checked(name, newValue), at: Swift.min(place, fields.endIndex))
            list = fields
        }
    }

    /// Adds a line after all others, also when the name is there already.
    public mutating func append(_ field: HTTPField) {
        list.append(field)
    }

    /// Adds a line from text; an illegal one is refused and kept in ``invalid``.
    public mutating func append(name: String, value: String) {
        do throws(InvalidField) { list.append(try HTTPField(name: name, value: value)) } catch { refuse(error) }
    }

    /// Adds a line unless one of its name is there.
    package mutating func addMissing(_ field: HTTPField) {
        if !contains(field.name) { list.append(field) }
    }

    /// Whether a line of that name is there.
    public func contains(_ name: HTTPField.Name) -> Bool {
        list.contains { $0.name == name }
    }

    /// Replaces the lines of each name in `other` by those of `other`; the rest stays.
    public func merging(_ other: HTTPFields) -> HTTPFields {
        guard !other.isEmpty || other.invalid != nil else { return self }
        var result = self
        for name in Set(other.list.map(\.name)) { result[values: name] = [] }
        result.list.append(contentsOf: other.list)
        result.invalid = invalid ?? other.invalid
        return result
    }

    private mutating func checked(_ name: HTTPField.Name, _ values: [String]) -> [HTTPField] {
        values.compactMap { value in
            do throws(InvalidField) { return try HTTPField(name, value) } catch {
                refuse(error)
                return nil
            }
        }
    }

    private mutating func refuse(_ error: InvalidField) {
        invalid = invalid ?? error
    }
}

extension HTTPFields: RandomAccessCollection {
    /// The position of the first field.
    public var startIndex: Int { 0 }
    /// The position after the last field.
    public var endIndex: Int { list.count }
    /// The field at a position.
    public subscript(position: Int) -> HTTPField { list[position] }
}

extension HTTPFields: Hashable {
    /// Whether the same lines stand in the same order.
    public static func == (a: HTTPFields, b: HTTPFields) -> Bool {
        a.list == b.list && a.invalid == b.invalid
    }

    /// Hashes the lines.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(list)
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    /// Fields from text: `["X-Trace": id]`. An illegal one is refused and kept in ``invalid``.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init()
        for (name, value) in elements { append(name: name, value: value) }
    }
}

extension HTTPFields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The fields as lines, with the values of secret ones masked.
    public var description: String {
        let known = Redaction.known.adding(values: Array(secrets))
        return map { known.redacting($0).line }.joined(separator: "\n")
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Nothing beside the ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
