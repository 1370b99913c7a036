#if canImport(Darwin) || URLSession
/// What an exchange may do with the task that carries it; all of it is done later, in order, on another queue.
struct TaskControls: Sendable {
    let cancel: @Sendable () -> Void
    let suspend: @Sendable () -> Void
    let resume: @Sendable () -> Void
}
#endif
