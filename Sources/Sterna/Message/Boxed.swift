/// A value behind one reference, copied when one of several holders changes it.
///
/// For large values that pass through many hands: a call's request and answer lie in the frame of every step of the
/// chain, and to copy them, with all that they refer to, was a fifth of what a small call costs.
struct Boxed<Value: Sendable>: @unchecked Sendable {
    private final class Place {
        // Its only holder changes it, which need not be looked at again at each access.
        @exclusivity(unchecked) var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var place: Place

    init(_ value: Value) {
        place = Place(value)
    }

    @inline(__always) var value: Value {
        _read { yield place.value }
        _modify {
            if !isKnownUniquelyReferenced(&place) { place = Place(place.value) }
            yield &place.value
        }
    }
}

extension Boxed: Equatable where Value: Equatable {
    static func == (a: Boxed, b: Boxed) -> Bool {
        a.place === b.place || a.value == b.value
    }
}

extension Boxed: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }
}
