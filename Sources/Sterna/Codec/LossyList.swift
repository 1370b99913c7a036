/// A list that keeps its good elements when some are broken.
///
/// Use it where an item that an old app cannot read must not hide the others. Where every item counts, use an array:
/// it fails with the place of the first bad one.
///
/// ```swift
/// let feed: LossyList<Post> = try await api.send(.feed)
/// show(feed.elements)
/// log(feed.failures)
/// ```
public struct LossyList<Element> {
    /// The elements that could be read, in their order.
    public var elements: [Element]
    /// The elements that could not, in their order.
    public let failures: [LossyListFailure]

    /// A list of elements.
    public init(_ elements: [Element] = []) {
        self.elements = elements
        failures = []
    }
}

extension LossyList: Sendable where Element: Sendable {}
extension LossyList: Equatable where Element: Equatable {}
extension LossyList: Hashable where Element: Hashable {}

extension LossyList: Decodable where Element: Decodable {
    /// Reads the elements one by one. What is not an array fails as a whole.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        elements = []
        var failures: [LossyListFailure] = []
        while !container.isAtEnd {
            let index = container.currentIndex
            // Moves on whether or not the element can be read.
            let element = try container.superDecoder()
            do {
                elements.append(try element.singleValueContainer().decode(Element.self))
            } catch {
                failures.append(LossyListFailure(index: index, error))
            }
        }
        self.failures = failures
    }
}

extension LossyList: Encodable where Element: Encodable {
    /// Writes the elements as an array.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(elements)
    }
}
