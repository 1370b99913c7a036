/// Where a monitor learns of the network: the system, or a test.
public protocol NetworkSource: Sendable {
    /// Begins to tell of the network.
    ///
    /// - Parameter update: takes the path at each change, one after the other.
    /// - Returns: the path now.
    func start(_ update: @escaping @Sendable (NetworkPath) -> Void) -> NetworkPath

    /// Ends it; nothing is told after that, and no thread or descriptor is left.
    func stop()
}
