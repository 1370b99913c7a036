/// A name, or an index, as a key.
struct JSONName: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String, intValue: Int? = nil) {
        stringValue = name
        self.intValue = intValue
    }

    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init("Index \(intValue)", intValue: intValue) }
}
