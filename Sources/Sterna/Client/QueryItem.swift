/// A named value of a query, or of a form.
///
/// ```swift
/// Endpoint(.get, "/search", query: [QueryItem("q", "a+b"), QueryItem("page", 2), QueryItem("tag", tags)])
/// ```
///
/// Name and value are data: they are escaped when the request is made, `+` and `;` too, so that every server reads
/// what was given. How lists and objects are written is the client's ``QueryStyle``.
public struct QueryItem: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value, a list, an object, or nothing.
    public var content: QueryValue

    /// An item; one whose value is `nil` is left out of the query.
    public init(_ name: String, _ value: some QueryRepresentable) {
        self.name = name
        content = value.queryValue
    }

    /// An item without `=` and value, such as `?verbose`.
    public static func flag(_ name: String) -> QueryItem {
        QueryItem(name, QueryValue.flag)
    }

    /// A list of values, which may be objects: `.list("filter", [["a": 1, "b": 2], ["a": 3, "b": 4]])`.
    public static func list(_ name: String, _ values: [QueryValue]) -> QueryItem {
        QueryItem(name, QueryValue.list(values))
    }

    /// An object, its members in the order in which they are written: `.object("page", ["size": 10, "number": 2])`.
    public static func object(_ name: String, _ members: KeyValuePairs<String, QueryValue>) -> QueryItem {
        QueryItem(name, QueryValue.object(members.map { QueryValue.Member($0.key, $0.value) }))
    }

    /// The value when it is one text; `nil` of a flag, an omitted value, a list and an object. Setting `nil` leaves the
    /// item out.
    public var value: String? {
        get { if case .text(let text) = content { text } else { nil } }
        set { content = newValue.map(QueryValue.text) ?? .omitted }
    }
}
