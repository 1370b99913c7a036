import Sterna
import Testing

@Suite struct DigestTests {
    private let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    @Test func `the examples of FIPS 180-4 come out`() throws {
        #expect(try Digest.sha256("abc".utf8).hexadecimal == abc)
        #expect(try Digest.sha256([]).description == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
        #expect(
            try Digest.sha256(long.utf8).hexadecimal
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(try Digest.sha256("abc".utf8).base64 == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    }

    @Test func `bytes that come one at a time give the same digest`() throws {
        let bytes = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) })
        let running = try RunningDigest()
        running.update(Data())
        for byte in bytes { running.update(Data([byte])) }
        #expect(running.finish() == (try Digest.sha256(bytes)))
    }

    @Test func `a digest is read from its text`() throws {
        #expect(Digest(hexadecimal: abc) == (try Digest.sha256("abc".utf8)))
        #expect(Digest(hexadecimal: abc.uppercased())?.hexadecimal == abc)
        for text in ["", "ab", abc + "0", String(abc.dropLast()), String(abc.dropLast()) + "g", abc.dropLast() + "é"] {
            #expect(Digest(hexadecimal: text) == nil)
        }
    }
}
