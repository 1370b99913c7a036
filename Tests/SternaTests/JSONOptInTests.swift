import Sterna
import Testing

@Suite struct JSONOptInTests {
    enum Vehicle: String, Codable, Sendable { case car, bike }
    struct Trip: Codable, Equatable {
        var vehicle: Open<Vehicle>
        var next: Open<Vehicle>?
    }
    struct Closed: Codable, Equatable { var vehicle: Vehicle? }

    struct Patch: Codable, Equatable {
        var name: Nullable<String> = .absent
        var birthDay: Nullable<Date> = .absent
        var age: Nullable<Int> = .absent
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try BodyDecoder().decode(type, from: Data(text.utf8))
    }

    private func written(_ value: any Encodable, _ keys: JSONKeys = .asWritten) throws -> String {
        var options = JSONOptions()
        options.keys = keys
        return String(decoding: try BodyEncoder(options).jsonData(value), as: UTF8.self)
    }

    // B36
    @Test func `an unknown case is kept by its raw value, in lists, optionals and as a key`() throws {
        let text = #"[{"vehicle":"car","next":"bus"},{"vehicle":"bus"},{"vehicle":"bike","next":null}]"#
        let trips = try read([Trip].self, text)
        #expect(trips.map(\.vehicle) == [.known(.car), .unknown("bus"), .known(.bike)])
        #expect(trips.map(\.next) == [.unknown("bus"), nil, nil])
        #expect(try written(trips[0]) == #"{"vehicle":"car","next":"bus"}"#)
        let counts = try read([Open<Vehicle>: Int].self, #"{"bus":2,"car":1}"#)
        #expect(counts == [.unknown("bus"): 2, .known(.car): 1])
        #expect(throws: DecodingFailure.self) { try read([Open<Vehicle>].self, "[1]") }
    }

    // B36
    @Test func `an unknown case of a closed enum names path and value`() {
        #expect {
            try read([Closed].self, #"[{"vehicle":"car"},{"vehicle":"bus"}]"#)
        } throws: { error in
            let failure = error as? DecodingFailure
            return failure?.path == "$[1].vehicle" && failure?.reason.contains("bus") == true
        }
    }

    // B36
    @Test func `a lossy list keeps the good elements and says what is wrong with the bad`() throws {
        let list = try read(LossyList<Closed>.self, #"[{"vehicle":"car"},{"vehicle":"bus"},7,{"vehicle":"bike"}]"#)
        #expect(list.elements.map(\.vehicle) == [.car, .bike])
        #expect(list.failures.map(\.index) == [1, 2])
        #expect(list.failures.map(\.path) == ["$[1].vehicle", "$[2]"])
        #expect(list.failures[0].reason.contains("bus"))
        #expect(try written(list) == #"[{"vehicle":"car"},{"vehicle":"bike"}]"#)
        #expect(throws: DecodingFailure.self) { try read(LossyList<Int>.self, "{}") }
        let dates = try read(LossyList<Date>.self, #"["2026-11-30T00:00:00Z","2026-11-30",null]"#)
        #expect(dates.elements.count == 1 && dates.failures.count == 2)
    }

    @Test func `a long lossy list of bad elements takes no time`() throws {
        let text = "[" + Array(repeating: "\"x\"", count: 100_000).joined(separator: ",") + "]"
        struct Either: Decodable {
            init(from decoder: any Decoder) throws {
                if (try? Int(from: decoder)) == nil { _ = try? [Int](from: decoder) }
            }
        }
        let start = ContinuousClock.now
        #expect(try read([Either].self, text).count == 100_000)
        let time = ContinuousClock.now - start
        #expect(time < .seconds(20))
    }

    // B37
    @Test func `absent, null and a value are three states, both ways`() throws {
        for (text, patch) in [
            ("{}", Patch()), (#"{"name":null}"#, Patch(name: .null)),
            (#"{"name":"x","age":3}"#, Patch(name: .value("x"), age: .value(3))),
            (#"{"birthDay":"1970-01-01T00:00:00Z"}"#, Patch(birthDay: .value(Date(timeIntervalSince1970: 0)))),
        ] {
            #expect(try read(Patch.self, text) == patch)
            #expect(try written(patch) == text)
        }
        #expect(try written(Patch(birthDay: .null), .snakeCase) == #"{"birth_day":null}"#)
    }

    struct Wrapped<Value: Codable>: Codable { var value: Value }

    @Test func `the three states hold where the type is generic`() throws {
        #expect(try written(Wrapped(value: Nullable<Int>.absent)) == "{}")
        #expect(try written(Wrapped(value: Nullable<Int>.null)) == #"{"value":null}"#)
        #expect(try read(Wrapped<Nullable<Int>>.self, "{}").value == .absent)
        #expect(try read(Wrapped<Nullable<Int>>.self, #"{"value":null}"#).value == .null)
        #expect(try read(Wrapped<Nullable<Int>>.self, #"{"value":1}"#).value == .value(1))
    }

    @Test func `a nullable outside of an object is null or a value`() throws {
        #expect(try read([Nullable<Int>].self, "[1,null]") == [.value(1), .null])
        #expect(try written([Nullable.value(1), .null, .absent]) == "[1,null,null]")
        #expect(try BodyDecoder().decode(Nullable<Int>.self, from: Data()) == .absent)
    }
}
