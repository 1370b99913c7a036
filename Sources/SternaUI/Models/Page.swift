/// One page of a list.
public nonisolated struct Page<Item: Sendable>: Sendable {
    /// What is on it.
    public let items: [Item]
    /// What leads to the next one: a cursor, a number, an address; `nil` on the last page.
    public let next: String?

    /// A page.
    public init(_ items: [Item], next: String?) {
        self.items = items
        self.next = next
    }
}
