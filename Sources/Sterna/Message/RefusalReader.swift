/// Reads values from the body of a refusal; the client's decoder, which an error does not know.
package protocol RefusalReader: Sendable {
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data, contentType: MediaType?) throws -> Value
}
