/// A link from one resource to another, as a `Link` field states it (RFC 8288): the next page, the first, the author.
public struct Link: Hashable, Sendable {
    /// Where it leads.
    public let target: URI
    /// Where it starts: the resource that was asked for, unless the link has an `anchor`.
    public let context: URI
    /// What the target is to the context, in lower case: `next`, or a URI for a relation that is not registered.
    public let relations: [String]
    /// All parameters, names in lower case.
    public let parameters: FieldParameters

    /// The title for people; `nil` when there is none. `title*` is preferred (RFC 8288 §3.4.1).
    public var title: String? {
        parameters["title*"].flatMap(ExtendedValue.decoded) ?? parameters["title"]
    }

    /// Reads `Link` fields as RFC 8288 appendix B.2 does, each of which may hold several links.
    ///
    /// A link whose target is not of http or https, such as `mailto:`, is passed over, and so is one that is malformed.
    ///
    /// - Parameters:
    ///   - values: the values of the fields, in their order.
    ///   - url: the URI of the resource that came with them; relative targets are resolved against it.
    public static func links(in values: [String], of url: URI) -> [Link] {
        values.flatMap { value in
            var scanner = FieldScanner(value)
            var links: [Link] = []
            while scanner.next != nil {
                scanner.skipBlanks()
                if let link = one(&scanner, url) { links.append(link) }
                _ = scanner.text { $0 == UInt8(ascii: ",") }
                _ = scanner.take(",")
            }
            return links
        }
    }

    /// Where the first link of a relation leads that starts at the resource itself.
    package static func target(_ relation: String, in values: [String], of url: URI) -> URI? {
        var own = url
        own.fragment = nil
        let folded = relation.lowercased()
        return links(in: values, of: url).first { $0.context == own && $0.relations.contains(folded) }?.target
    }

    private static func one(_ scanner: inout FieldScanner, _ url: URI) -> Link? {
        let isReference = scanner.take("<")
        let reference = scanner.text {
            isReference ? $0 == UInt8(ascii: ">") : $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",")
        }
        let isClosed = isReference && scanner.take(">")
        let parameters = FieldParameters(&scanner, endsAtComma: true)
        guard isClosed, let target = resolved(reference, url) else { return nil }
        let anchor = parameters["anchor"]
        guard let context = anchor.map({ resolved($0, url) }) ?? resolved("", url) else { return nil }
        let relations = (parameters["rel"] ?? "").split { $0 == " " || $0 == "\t" }.map { $0.lowercased() }
        return Link(target: target, context: context, relations: relations, parameters: parameters)
    }

    private static func resolved(_ reference: String, _ url: URI) -> URI? {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let head = reference.drop(while: isBlank)
        guard let end = head.lastIndex(where: { !isBlank($0) }) else { return try? url.resolving("") }
        return try? url.resolving(String(head[...end]))
    }
}
