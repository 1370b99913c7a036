/// A form of several parts, `multipart/form-data` (RFC 7578): texts and files in one body.
///
/// ```swift
/// let form: MultipartForm = [
///     .text("title", "On the beach"),
///     .file("photo", "/tmp/beach.jpg", contentType: MediaType("image/jpeg")),
/// ]
/// let photo = try await api.send(Endpoint<Photo>(.post, "/photos", body: .multipart(form)))
/// ```
///
/// Files and streams are read while the form is sent and are never held in memory. The form can be sent again when each
/// of its parts can, and it has a `Content-Length` when each of them knows its length; otherwise it is sent chunked.
/// Never set `Content-Type` or `Content-Length` by hand: they follow from the form.
public struct MultipartForm: Sendable {
    /// The parts, in the order in which they are sent. Several may have one name.
    public var parts: [Part]
    /// The line between the parts: 1 to 70 characters of RFC 2046 §5.1.1 that occur in none of them. Default: `nil`,
    /// which draws one for each request from the system's secure source of chance.
    public var boundary: String?

    /// A form without parts.
    public init() {
        self.init([])
    }

    /// A form of these parts.
    public init(_ parts: [Part], boundary: String? = nil) {
        self.parts = parts
        self.boundary = boundary
    }

    /// Adds a part at the end.
    public mutating func append(_ part: Part) {
        parts.append(part)
    }
}

extension MultipartForm: ExpressibleByArrayLiteral {
    /// A form of these parts.
    public init(arrayLiteral elements: Part...) {
        self.init(elements)
    }
}
