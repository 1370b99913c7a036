/// Marks the calls that are made while a step waits for them: a refresh of a token, or a call that an app's own step
/// makes. They must not wait in turn for what that step holds.
///
/// The mark goes along with the task and with the tasks that it starts.
struct Errand: Hashable, Sendable {
    private let step: ObjectIdentifier
    private let origin: Origin?

    @TaskLocal private static var current: Set<Errand> = []

    /// The errands of a step, at an origin where that matters.
    init(of step: AnyObject, at origin: Origin? = nil) {
        self.step = ObjectIdentifier(step)
        self.origin = origin
    }

    /// Whether this task runs on such an errand.
    var isUnderWay: Bool { Self.current.contains(self) }

    /// Runs the body on the errand.
    func run<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await Self.$current.withValue(Self.current.union([self])) { try await body() }
    }
}
