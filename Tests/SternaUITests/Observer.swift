import Observation

/// Notes every state of a model, and what a view would see of them, which is told of changes and looks when it can.
@MainActor final class Observer {
    /// Every state, in its order.
    private var states: [String] = []
    /// What a view saw.
    private var seen: [String] = []
    private let look: () -> String

    init(_ look: @escaping () -> String) {
        self.look = look
        record()
        watch()
    }

    /// Told before each change, on the main actor: what is there is the state that ends.
    private func record() {
        withObservationTracking {
            _ = look()
        } onChange: { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.note(self.look(), in: \.states)
                self.record()
            }
        }
    }

    private func watch() {
        let now = withObservationTracking(look) { [weak self] in
            Task { @MainActor in self?.watch() }
        }
        note(now, in: \.seen)
    }

    private func note(_ state: String, in list: ReferenceWritableKeyPath<Observer, [String]>) {
        if self[keyPath: list].last != state { self[keyPath: list].append(state) }
    }

    /// All that was told has been looked at: a view has seen some of the states in their order, and the last.
    func settle() async -> [String] {
        for _ in 0..<50 { await Task.yield() }
        note(look(), in: \.states)
        var rest = states[...]
        let isSubsequence = seen.allSatisfy { state in
            guard let place = rest.firstIndex(of: state) else { return false }
            rest = rest[(place + 1)...]
            return true
        }
        return isSubsequence && seen.last == states.last ? states : ["a view saw \(seen) of \(states)"]
    }
}
