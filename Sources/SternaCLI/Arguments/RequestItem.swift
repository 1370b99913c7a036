import Sterna

/// One ITEM of a command line, after the URL.
enum RequestItem: Hashable, Sendable {
    /// `Header:value` sets a field; the value may be empty only with `Header;`.
    case header(name: String, value: String)
    /// `Header:` leaves out a field that would be sent by default.
    case removal(name: String)
    /// `query==value` adds to the query.
    case query(name: String, value: String)
    /// `field=text` and its three relatives add to the body.
    case field(name: String, FieldValue)
    /// `field@file` uploads a file as a part of a form; `;type=` and `;filename=` after it say what it is.
    case upload(name: String, path: String, type: MediaType? = nil, fileName: String? = nil)
    /// `@file` sends a file as the whole body.
    case bodyFile(String)
    /// `-` or `@-` sends standard input as the whole body.
    case bodyInput

    /// What stands on the right of a field.
    enum FieldValue: Hashable, Sendable {
        /// `field=text`
        case text(String)
        /// `field=@file`: the file's text.
        case textFile(String)
        /// `field:=json`
        case json(String)
        /// `field:=@file`: the file's JSON.
        case jsonFile(String)
    }
}
