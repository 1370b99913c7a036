/// A transport with a thread of its own on which its callers can run as well.
public protocol ExecutingTransport: Transport {
    /// Runs `operation`, the tasks of its groups and every call that they make on the transport's own thread.
    ///
    /// A call then wakes no other thread, which is most of what a small call costs. In return nothing of the operation
    /// may block or compute for long: every transfer of the transport waits meanwhile. Code that belongs to an actor
    /// with an executor of its own, such as the main actor, stays there; so do unstructured tasks.
    ///
    /// - Throws: what `operation` throws, and ``APIError`` where the thread cannot be started.
    func withTransportExecutor<Value>(_ operation: () async throws -> Value) async throws -> Value
}
