import Testing

@testable import Sterna

/// The field `Set-Cookie`, line by line.
struct SetCookieTests {
    @Test(arguments: [
        ("a=b", "a", "b"), ("  a = b  ; Path=/", "a", "b"), ("a=", "a", ""), ("=b", "", "b"), ("b", "", "b"),
        ("a=b=c", "a", "b=c"), ("a=\"b c\"", "a", "\"b c\""), ("a=b, c=d", "a", "b, c=d"), ("a=ü", "a", "ü"),
        ("a=b;\u{301}Secure", "a", "b"), ("\ta\t=\tb\t", "a", "b"),
    ])
    func `name and value are what stands around the first equals sign`(line: String, name: String, value: String) {
        let cookie = SetCookie(line)
        #expect(cookie?.name == name && cookie?.value == value)
        #expect(cookie?.isSecure == false)
    }

    @Test(arguments: ["", ";", "=", " ; Path=/", "a\u{1}=b", "a=b\u{7F}", "a=b; Path=/\u{0}", "a=b\tc"])
    func `a line that sets no cookie is passed over`(line: String) {
        #expect(SetCookie(line) == nil)
    }

    @Test func `a cookie of 4096 bytes is taken, a longer one is not`() {
        #expect(SetCookie("a=" + String(repeating: "x", count: 4095)) != nil)
        #expect(SetCookie("a=" + String(repeating: "x", count: 4096)) == nil)
        let long = String(repeating: "/x", count: 600)
        #expect(SetCookie("a=b; Path=\(long); Secure")?.path == nil)
    }

    @Test func `attributes are found in any case, the last one counts, unknown ones do not`() {
        let cookie = SetCookie(
            "a=b; PATH=/x; path=/y; sEcUrE; HttpOnly=1; SAMESITE=lax; Domain=.Shop.Example; Priority=High; Max-Age=60")
        #expect(cookie?.path == "/y" && cookie?.isSecure == true && cookie?.isHTTPOnly == true)
        #expect(cookie?.sameSite == .lax && cookie?.domain == "shop.example" && cookie?.maxAge == 60)
        #expect(SetCookie("a=b; Domain=; Domain")?.domain == nil)
    }

    @Test(
        arguments: [
            ("60", 60), ("-1", -1), ("0", 0), ("+1", nil), ("1.5", nil), ("", nil), ("-", nil), ("1e9", nil),
            ("٣", nil),
        ] as [(String, Double?)])
    func `an age is digits`(text: String, seconds: Double?) {
        #expect(SetCookie("a=b; Max-Age=\(text)")?.maxAge == seconds)
    }

    @Test(arguments: [
        // B102: a date with a comma is one date.
        "Wed, 21 Oct 2026 07:28:00 GMT", "Wednesday, 21-Oct-26 07:28:00 GMT", "Wed Oct 21 07:28:00 2026",
        "21 Oct 2026 7:28:0", "2026 oct 21 07:28:00", "07:28:00 21 october 26", "21;Oct;2026;07:28:00",
        "Wed, 21-Oct-2026 07:28:00 -0700", "21th Oct 2026x 07:28:00x",
    ])
    func `a date is read however it is written`(text: String) {
        #expect(CookieDate.date(text) == Date(timeIntervalSince1970: 1_792_567_680))
    }

    @Test(arguments: [
        "", "tomorrow", "21 Oct 2026", "21 Oct 07:28:00", "Oct 2026 07:28:00", "21 2026 07:28:00",
        "31 Feb 2026 07:28:00", "0 Oct 2026 07:28:00", "32 Oct 2026 07:28:00", "21 Oct 1600 07:28:00",
        "21 Oct 2026 24:00:00", "21 Oct 2026 07:60:00", "21 Oct 2026 07:28:61", "21 Oct 2026 007:28:00",
        "21 Oct 20266 07:28:00",
    ])
    func `a date that is none is no date`(text: String) {
        #expect(CookieDate.date(text) == nil)
    }

    @Test func `years of two digits are those around 2000`() {
        #expect(CookieDate.date("1 Jan 69 00:00:00") == CookieDate.date("1 Jan 2069 00:00:00"))
        #expect(CookieDate.date("1 Jan 70 00:00:00") == Date(timeIntervalSince1970: 0))
    }
}
