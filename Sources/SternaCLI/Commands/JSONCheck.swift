import Sterna

/// Tells whether bytes are one JSON text (RFC 8259).
enum JSONCheck {
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    static func isJSON(_ data: Data) -> Bool {
        (try? JSONDecoder().decode(Anything.self, from: data)) != nil
    }
}
