import Sterna
import Testing

@Suite struct JSONNumbersTests {
    private func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try BodyDecoder().decode([Value].self, from: Data("[\(text)]".utf8))[0]
    }

    private func failure<Value: Decodable>(_ type: Value.Type, _ text: String) -> DecodingFailure? {
        do {
            _ = try BodyDecoder().decode([String: [Value]].self, from: Data("{\"ids\":[\(text)]}".utf8))
            return nil
        } catch {
            return error as? DecodingFailure
        }
    }

    // B31
    @Test func `big integers are exact`() throws {
        #expect(try read(Int.self, "9007199254740993") == 9_007_199_254_740_993)
        #expect(try read(Int.self, "9007199254740993.0") == 9_007_199_254_740_993)
        #expect(try read(Int.self, "9223372036854775807") == .max)
        #expect(try read(Int.self, "-9223372036854775808") == .min)
        #expect(try read(UInt64.self, "18446744073709551615") == .max)
        #expect(try read(UInt8.self, "255") == 255)
        #expect(try read(Int.self, "1.0") == 1)
        #expect(try read(Int.self, "1e3") == 1000)
        #expect(try read(Int.self, "1200e-2") == 12)
        #expect(try read(Int.self, "-0") == 0)
        #expect(try read(Int.self, "0e999999999999999999999") == 0)
        #expect(try read(Int.self, "0.00000000000000000001e20") == 1)
    }

    // B31
    @Test(arguments: [
        ("9223372036854775808", "9223372036854775808 does not fit in Int"), ("1.5", "1.5 is not a whole number"),
        ("1e400", "1e400 does not fit in Int"), ("1e-1", "1e-1 is not a whole number"),
        ("-9223372036854775809", "does not fit"), ("1e99999999999999999999999", "does not fit"),
        ("1e-99999999999999999999999", "is not a whole number"), ("100000000000000000000000", "does not fit"),
    ])
    func `an integer that does not fit is refused with its path`(text: String, reason: String) {
        let failure = failure(Int.self, "1,\(text)")
        #expect(failure?.path == "$.ids[1]")
        #expect(failure?.expected == "Int")
        #expect(failure?.reason.contains(reason) == true)
        #expect(failure?.excerpt.contains(text) == true)
    }

    @Test func `small and unsigned types have their own limits`() {
        #expect(failure(UInt8.self, "256")?.reason == "256 does not fit in UInt8")
        #expect(failure(UInt8.self, "1e3")?.reason == "1e3 does not fit in UInt8")
        #expect(failure(UInt64.self, "-1")?.reason == "-1 does not fit in UInt64")
        #expect(failure(UInt64.self, "-1.0")?.reason == "-1.0 does not fit in UInt64")
        #expect(failure(Int8.self, "-129")?.reason == "-129 does not fit in Int8")
    }

    @Test func `doubles are the nearest ones`() throws {
        for text in ["0.1", "3.133", "1.7976931348623157e308", "5e-324", "-2.5", "123456.789e3", "9007199254740993"] {
            #expect(try read(Double.self, text) == Double(text))
        }
        for _ in 0..<1000 {
            let number = Double(bitPattern: .random(in: 0...(.max)))
            guard number.isFinite else { continue }
            #expect(try read(Double.self, number.description) == number)
            let written = try BodyEncoder().jsonData([number])
            #expect(try BodyDecoder().decode([Double].self, from: written) == [number])
        }
        #expect(try read(Float.self, "0.1") == 0.1)
        #expect(failure(Double.self, "1e400")?.reason == "1e400 is too large for Double")
        #expect(failure(Float.self, "1e39")?.reason == "1e39 is too large for Float")
    }

    // B32
    @Test(arguments: [
        "0.1", "3.133", "1.1172404971672576", "12345678901234567890123456789012345678", "0", "-5", "1000000",
        "0.00000000000000000000000000000000000001", "-99999999999999999999.999999999999999999",
    ])
    func `decimals come back digit for digit`(text: String) throws {
        let number = try read(Decimal.self, text)
        #expect(number.description == text)
        #expect(String(decoding: try BodyEncoder().jsonData([number]), as: UTF8.self) == "[\(text)]")
    }

    // B32
    @Test(arguments: [
        "123456789012345678901234567890123456789012", "1e400", "1e-400", "0.\(String(repeating: "7", count: 39))",
    ])
    func `a decimal that cannot be held exactly is refused`(text: String) {
        #expect(failure(Decimal.self, text)?.path == "$.ids[0]")
    }

    @Test func `integers of 128 bits are exact`() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let text = "170141183460469231731687303715884105727"
        #expect(try read(Int128.self, text) == .max)
        #expect(try BodyDecoder().decode([String: Int128].self, from: Data("{\"a\":\(text)}".utf8)) == ["a": .max])
        #expect(String(decoding: try BodyEncoder().jsonData([UInt128.max]), as: UTF8.self) == "[\(UInt128.max)]")
    }

    @Test func `floats and whole doubles are written short`() throws {
        struct Numbers: Encodable {
            let a: Float = 0.1, b = 3.0, c = -0.0, d = 1e22, e: Float = 16_777_216, f = UInt64.max
        }
        let text = String(decoding: try BodyEncoder().jsonData(Numbers()), as: UTF8.self)
        #expect(text == #"{"a":0.1,"b":3,"c":-0,"d":1e+22,"e":16777216,"f":18446744073709551615}"#)
    }
}
