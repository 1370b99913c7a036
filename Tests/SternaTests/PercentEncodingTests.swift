import Sterna
import Testing

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("azAZ09-._~", "azAZ09-._~"), ("", ""), ("a/b", "a%2Fb"), ("a%2Fb", "a%252Fb"), ("50%", "50%25"),
        ("a+b c&d=é;#", "a%2Bb%20c%26d%3D%C3%A9%3B%23"), ("?", "%3F"), ("\u{0}\r\n", "%00%0D%0A"),
        ("!$&'()*+,;=:@", "%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%40"), ("😀", "%F0%9F%98%80"),
    ])
    func `data is encoded once, and no delimiter is left in it`(_ text: String, _ encoded: String) {
        #expect(PercentEncoding.encoded(text) == encoded)
        #expect(PercentEncoding.decoded(encoded) == text)
    }

    @Test func `an escape that is none stands for itself`() {
        #expect(PercentEncoding.decoded("100%&%zz%4%41") == "100%&%zz%4A")
        #expect(PercentEncoding.decoded("%ff%C3") == "\u{FFFD}\u{FFFD}")
        #expect(PercentEncoding.decoded("a+b%2B") == "a+b+")
        #expect(PercentEncoding.decoded("a+b%2B", plusIsSpace: true) == "a b+")
    }

    @Test func `any text comes back`() {
        var noise = Noise(seed: 2)
        for _ in 0..<500 {
            let text = noise.text(of: Array("a%2+ /é\u{0}😀&="), upTo: 20)
            #expect(PercentEncoding.decoded(PercentEncoding.encoded(text), plusIsSpace: true) == text)
        }
    }
}
