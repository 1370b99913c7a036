/// A value on its way to a body, before it is known what the body is written in.
///
/// Members stay in the order in which they were encoded, which is the order of declaration in most types: equal values
/// give equal bytes. Those of a dictionary, which has no order, are sorted.
enum EncodedValue {
    case null
    /// Not to be written where that can be: a member that is left out.
    case absent
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    /// A number by its text.
    case number(String)
    case string(String)
    case array(EncodedArray)
    case object(EncodedObject)
    /// A value whose encoder was handed out and may still be written to.
    case pending(EncodedSlot)
}

/// The elements of an array, which several containers may add to.
final class EncodedArray {
    var elements: [EncodedValue] = []
}

/// The place that one encoder writes to.
final class EncodedSlot {
    var value: EncodedValue?
    let depth: Int
    private let parent: EncodedSlot?
    private let key: (any CodingKey)?

    init(parent: EncodedSlot? = nil, key: (any CodingKey)? = nil) {
        self.parent = parent
        self.key = key
        depth = (parent?.depth ?? 0) + 1
    }

    /// The keys that lead here.
    var path: [any CodingKey] {
        var keys: [any CodingKey] = []
        var slot: EncodedSlot? = self
        while let place = slot {
            if let key = place.key { keys.append(key) }
            slot = place.parent
        }
        return keys.reversed()
    }
}

/// The members of an object, which several containers may add to.
final class EncodedObject {
    /// What a member is written as, and the key that it was encoded by.
    struct Member {
        let name: String
        let key: String
        var value: EncodedValue
    }

    /// Two different keys that are written alike.
    struct Collision: Error {
        let first, second, name: String
    }

    /// Whether the members come from a dictionary.
    let isDictionary: Bool
    private var list: [Member] = []
    /// One bit for each length and first letter that was seen, so that most names need no comparison.
    private var seen: UInt64 = 0
    private var table: [String: Int]?

    init(isDictionary: Bool) {
        self.isDictionary = isDictionary
    }

    /// The members in the order in which they are written.
    var members: [Member] {
        isDictionary ? list.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } : list
    }

    /// Adds a member, or replaces the one that was encoded by the same key.
    func set(_ name: String, key: String, _ value: EncodedValue) throws(Collision) {
        guard let index = index(name) else {
            table?[name] = list.count
            list.append(Member(name: name, key: key, value: value))
            return
        }
        guard list[index].key == key else { throw Collision(first: list[index].key, second: key, name: name) }
        list[index].value = value
    }

    /// The value that was encoded by a key.
    func value(_ name: String) -> EncodedValue? {
        list.first { $0.name == name }?.value
    }

    private func index(_ name: String) -> Int? {
        if let table { return table[name] }
        if list.count == 32 {
            let table = Dictionary(list.enumerated().map { ($1.name, $0) }) { first, _ in first }
            self.table = table
            return table[name]
        }
        let utf8 = name.utf8
        let bit: UInt64 = 1 << UInt64((utf8.count &* 31 &+ Int(utf8.first ?? 0) &* 7) & 63)
        defer { seen |= bit }
        return seen & bit == 0 ? nil : list.firstIndex { $0.name == name }
    }
}
