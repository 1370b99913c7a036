import Sterna
import Testing

@Suite struct JSONKeysTests {
    struct Odd: Codable, Equatable {
        var imageURL: String?
        var _a_b_: Int?
        var a__b: Int?
        var already_Camel: Int?
        var userID2: Int?
        var userIDs: [Int]?
        var URLPath: String?
        var iOSVersion: Int?
        var plain: Int?
        var HTTP2Server: Bool?
        var x509Cert: String?
    }

    enum Place: String, Codable, CodingKeyRepresentable { case upperLeft }

    struct Holder: Codable, Equatable {
        var byName: [String: Odd]
        var byPlace: [Place: Int]
        var byNumber: [Int: Int]
    }

    enum Event: Codable, Equatable {
        case userJoined(userID: Int, atTime: Int)
        case imageURL(String)
        case none
    }

    private let odd = Odd(
        imageURL: "x", _a_b_: 1, a__b: 2, already_Camel: 3, userID2: 4, userIDs: [5], URLPath: "/", iOSVersion: 6,
        plain: 7,
        HTTP2Server: true, x509Cert: "y")

    private var snake: JSONOptions {
        var options = JSONOptions()
        options.keys = .snakeCase
        return options
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ text: String, _ options: JSONOptions) throws -> Value {
        try BodyDecoder(options).decode(type, from: Data(text.utf8))
    }

    private func written(_ value: any Encodable, _ options: JSONOptions) throws -> String {
        String(decoding: try BodyEncoder(options).jsonData(value), as: UTF8.self)
    }

    // B27
    @Test func `snake_case keys come back, acronyms and underscores too`() throws {
        let text = try written(odd, snake)
        #expect(text.hasPrefix(#"{"image_url":"x","_a_b_":1,"a__b":2,"already_camel":3,"user_id2":4,"user_ids":[5],"#))
        #expect(text.hasSuffix(#""url_path":"/","i_os_version":6,"plain":7,"http2_server":true,"x509_cert":"y"}"#))
        #expect(try read(Odd.self, text, snake) == odd)
    }

    @Test func `keys as written come back as they are`() throws {
        let text = try written(odd, JSONOptions())
        #expect(text.contains(#""imageURL":"x""#))
        #expect(try read(Odd.self, text, JSONOptions()) == odd)
    }

    @Test func `keys of dictionaries are data and stay as they are`() throws {
        let holder = Holder(byName: ["userName": odd, "user_name": odd], byPlace: [.upperLeft: 1], byNumber: [3: 4])
        let text = try written(holder, snake)
        #expect(text.contains(#"{"by_name":{"userName":{"image_url""#))
        #expect(text.contains(#""by_place":{"upperLeft":1}"#))
        #expect(try read(Holder.self, text, snake) == holder)
    }

    @Test func `an enum with payloads comes back`() throws {
        let events = [Event.userJoined(userID: 1, atTime: 2), .imageURL("x"), .none]
        let text = try written(events, snake)
        #expect(text == #"[{"user_joined":{"user_id":1,"at_time":2}},{"image_url":{"_0":"x"}},{"none":{}}]"#)
        #expect(try read([Event].self, text, snake) == events)
    }

    @Test(arguments: ["image_url", "imageURL", "imageUrl", "image_URL", "ImageUrl", "image-url"])
    func `a member is found by its exact name, its snake_case or a spelling`(name: String) throws {
        #expect(try read(Odd.self, "{\"other\":1,\"\(name)\":\"x\"}", snake).imageURL == "x")
    }

    @Test func `the exact name wins, and two spellings are nobody's`() throws {
        let both = #"{"image_url":"snake","imageURL":"exact"}"#
        #expect(try read(Odd.self, both, snake).imageURL == "exact")
        #expect(try read(Odd.self, #"{"imageUrl":"a","imageurl":"b"}"#, snake).imageURL == nil)
    }

    @Test func `objects of many members are searched alike`() throws {
        let noise = (0..<100).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
        #expect(try read(Odd.self, "{\(noise),\"image_url\":\"x\",\"Plain\":7}", snake) == Odd(imageURL: "x", plain: 7))
        let numbers = try read([String: Int].self, "{\(noise)}", snake)
        #expect(numbers.count == 100 && numbers["n42"] == 42)
    }

    @Test func `two properties that are written alike are refused`() {
        struct Twins: Encodable { var userName = 1, user_name = 2 }
        #expect {
            try written(["a": Twins()], snake)
        } throws: { error in
            let failure = error as? EncodingFailure
            return failure?.path == "$.a"
                && failure?.reason == "“userName” and “user_name” are both written as “user_name”"
        }
    }

    // B27
    @Test func `a missing key names the near match and what to set`() {
        struct Strict: Decodable { let imageURL: String }
        #expect {
            try read([Strict].self, #"[{"id":1,"image_url":"x"}]"#, JSONOptions())
        } throws: { error in
            let failure = error as? DecodingFailure
            #expect(failure?.path == "$[0].imageURL")
            #expect(failure?.expected == "String")
            return failure?.reason
                == "there is no “imageURL”; “image_url” comes near (json.keys = .snakeCase reads snake_case)"
        }
    }

    @Test func `a missing key without a near match shows what is there`() {
        struct Strict: Decodable { let name: String }
        #expect {
            try read(Strict.self, #"{"id":1,"title":"x"}"#, snake)
        } throws: { error in
            (error as? DecodingFailure)?.reason == "there is no “name”; the object has id, title"
        }
    }

    @Test func `classes keep the members of their parents`() throws {
        final class Dog: Animal {
            var barkVolume = 0
            enum CodingKeys: CodingKey { case barkVolume }
            override init(_ name: String) { super.init(name) }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                barkVolume = try container.decode(Int.self, forKey: .barkVolume)
                try super.init(from: container.superDecoder())
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(barkVolume, forKey: .barkVolume)
                try super.encode(to: container.superEncoder())
            }
        }
        let text = try written(Dog("Rex"), snake)
        #expect(text == #"{"bark_volume":0,"super":{"pet_name":"Rex"}}"#)
        #expect(try read(Dog.self, text, snake).petName == "Rex")
    }

    class Animal: Codable {
        var petName: String
        init(_ name: String) { petName = name }
    }
}
