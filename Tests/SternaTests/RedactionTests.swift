import Sterna
import Testing

@Suite struct RedactionTests {
    private let list = Redaction.standard

    @Test(arguments: [
        ("https://u:p@h/a?token=abc&q=1", "https://***@h/a?token=***&q=1"),
        ("https://h/a?%74oken=abc&TOKEN=b&a=token", "https://h/a?%74oken=***&TOKEN=***&a=token"),
        ("https://h/cb#access_token=abc&state=x", "https://h/cb#access_token=***&state=x"),
        ("https://h/a?user[password]=x&f[a]=1", "https://h/a?user%5Bpassword%5D=***&f%5Ba%5D=1"),
        ("https://h/a?token&token=&q", "https://h/a?token&token=&q"),
        ("https://h/a?X-Amz-Signature=f&X-Amz-Date=d", "https://h/a?X-Amz-Signature=***&X-Amz-Date=d"),
        ("https://h/a?q=a=b&sig=c=d", "https://h/a?q=a=b&sig=***"),
    ])
    func `secrets in a URL are masked`(_ text: String, _ shown: String) throws {
        let uri = try URI(text)
        #expect(list.redacting(uri) == shown)
        #expect(HTTPRequest(.get, uri).description == "GET \(shown)")
    }

    /// Field report B50.
    @Test(arguments: [
        ("Authorization", "Bearer abc.def", "Bearer ***"), ("proxy-authorization", "Basic dTpw", "Basic ***"),
        ("Authorization", "abc", "***"), ("Cookie", "a=b", "***"), ("X-API-KEY", "k", "***"),
        ("X-Shopify-Access-Token", "k", "***"), ("PRIVATE-TOKEN", "k", "***"), ("X-Vendor-Secret", "k", "***"),
        ("Ocp-Apim-Subscription-Key", "k", "***"), ("X-Hub-Signature", "sha1=k", "***"),
        ("Idempotency-Key", "k", "k"), ("X-Request-Id", "7", "7"), ("Accept", "a/b;q=0.5, */*", "a/b;q=0.5, */*"),
        ("Location", "https://u:p@h/?code=x&a=b", "https://***@h/?code=***&a=b"),
        ("Link", "</a?token=x&p=2>; rel=\"next\"", "</a?token=***&p=2>; rel=\"next\""),
        ("Refresh", "5; url=/a?access_token=x", "5; url=/a?access_token=***"),
        ("WWW-Authenticate", "Bearer realm=\"x\", error=\"no\"", "Bearer realm=\"x\", error=\"no\""),
        ("WWW-Authenticate", "Basic charset=\"UTF-8\"", "Basic charset=\"UTF-8\""),
    ])
    func `secrets in a field are masked`(_ name: String, _ value: String, _ shown: String) throws {
        let field = try HTTPField(name: name, value: value)
        #expect(list.redacting(field).value == shown)
        #expect(HTTPFields([field]).description == "\(name): \(shown)")
    }

    @Test(arguments: [
        "access_token", "accessToken", "AccessToken", "ACCESS_TOKEN", "authtoken", "csrfToken", "clientSecret",
        "db_password", "newPassword", "api-key", "apiKey", "APIKey", "x_api_key", "privateKey", "sessionId", "otp",
        "token2", "user[password]", "jwt",
    ])
    func `a name that says it is secret is secret`(_ name: String) {
        #expect(list.isSecret(name))
    }

    @Test(arguments: [
        "page", "pageToken", "next_page_token", "nextToken", "continuation-token", "monkey", "keyword", "keys",
        "author", "tokens", "max_tokens", "secretary", "id", "spin", "", "[]", "e-mail",
    ])
    func `a name that does not is not`(_ name: String) {
        #expect(!list.isSecret(name))
    }

    @Test func `names are declared beside the known ones`() throws {
        let own = try list.adding(fields: [#require(.init("X-Patient"))], names: ["Patient"])
        #expect(own.redacting(try HTTPField(name: "x-patient", value: "1")).value == "***")
        #expect(own.redacting(query: "patient=1&a=2") == "patient=***&a=2")
        var bare = Redaction(fields: [], names: ["a"])
        bare.includesLikelyNames = false
        #expect(bare.redacting(query: "A=1&token=2") == "A=***&token=2")
        #expect(bare.adding(names: ["b"]).includesLikelyNames == false)
    }

    @Test(arguments: [
        ("could not read https://u:p@h/a?token=x, sorry", "could not read https://***@h/a?token=***, sorry"),
        ("sent “Authorization: Bearer abcdef123” twice", "sent “Authorization: Bearer ***” twice"),
        ("password=hunter2 user=me", "password=*** user=me"),
        ("a; token=\"one two\"; b=c", "a; token=\"***\"; b=c"),
        ("token=\"never closed", "token=\"***"),
        ("Authorization: Token 0123456789abcdef", "Authorization: Token ***"),
        ("sent 'Authorization: Digest username=\"u\", response=\"abc\"' and", "sent 'Authorization: Digest ***' and"),
        ("Cookie: a=b; c=d\nAccept: */*", "Cookie: ***\nAccept: */*"),
        ("X-Api-Key: k\\r\\nHost: h", "X-Api-Key: ***\\r\\nHost: h"),
        ("with ApiKey abc123DEF, no", "with ApiKey ***, no"), ("Token expired again", "Token expired again"),
        (#"got {"password":"a\"b","id":1}"#, #"got {"password":"***","id":1}"#),
        (#"got {"token":{"a":"b}","c":[1]},"id":1}"#, #"got {"token":***,"id":1}"#),
        (#""{\"token\":\"abc\",\"id\":1}""#, #""{\"token\":\"***\",\"id\":1}""#),
        ("<a:password type='x'>one two</a:password><id>1</id>", "<a:password type='x'>***</a:password><id>1</id>"),
        ("password: hunter2", "password: ***"), ("the token: expired", "the token: expired"),
        ("error code: 28", "error code: 28"), ("a,password=x,b", "a,password=***,b"),
        ("url=//me:pw@h/x", "url=//***@h/x"), ("?%74oken=abc", "?%74oken=***"),
        ("curl 28 while in wait: timed out = yes", "curl 28 while in wait: timed out = yes"),
        ("Bearer of news", "Bearer of news"),
    ])
    func `secrets in a text are masked as far as they can be told`(_ text: String, _ shown: String) {
        #expect(list.redacting(text: text) == shown)
    }

    /// Field report B120.
    @Test(arguments: [
        "s3cr3t+/=&%\"é ü", "hunter2", "aaaaaaaa", "eyJhbGciOiJub25lIn0.e30.", "päss/wörd?", "12345678901234567890",
    ])
    func `a known secret is masked wherever it stands and however it is coded`(_ secret: String) throws {
        let own = list.adding(values: [Secret(secret)])
        let json = String(decoding: try JSONEncoder().encode(["x": secret]), as: UTF8.self)
        let escaped = secret.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined()
        let percent = secret.utf8.map { "%" + String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
        var forms = [secret, json, escaped, percent, percent.uppercased().replacing("%", with: "%25")]
        for prefix in ["", "a", "ab", "user:", "x y:"] {
            let standard = Data((prefix + secret + "~?").utf8).base64EncodedString()
            let safe = standard.replacing("+", with: "-").replacing("/", with: "_")
            forms += [standard, safe, PercentEncoding.encoded(standard)]
        }
        for form in forms {
            let shown = own.redacting(text: "before \(form) after")
            #expect(shown.hasPrefix("before ") && shown.hasSuffix(" after"))
            #expect(shown.contains("***") && !shown.contains(secret), "\(form) → \(shown)")
            for alignment in 0..<3 {
                let bytes = Data([UInt8](repeating: 0, count: alignment) + Array(secret.utf8))
                let core = bytes.base64EncodedString().replacing("=", with: "").dropFirst(alignment + 1).dropLast()
                #expect(!shown.contains(core), "\(form) → \(shown)")
            }
        }
    }

    @Test func `a secret that a cut divides is masked as well`() {
        let own = list.adding(values: ["0123456789abcdef"])
        #expect(own.redacting(text: "x 0123456789") == "x ***")
        #expect(own.redacting(text: "89abcdef y") == "*** y")
        #expect(own.redacting(text: "x 0123456789… and …89abcdef y") == "x ***… and …*** y")
        #expect(own.redacting(text: "0123 cdef") == "0123 cdef")
        #expect(list.adding(values: ["abc"]).redacting(text: "abc") == "abc")
    }

    @Test func `a text without secrets stays as it is`() {
        var noise = Noise(seed: 8)
        for _ in 0..<2000 {
            let text = noise.text(of: Array("ab=&;?#,<>\"' \n/:é"), upTo: 30)
            #expect(list.redacting(text: text) == text)
            #expect(list.redacting(link: text) == text)
        }
    }

    @Test func `a secret never shows itself`() {
        let secret: Secret = "hunter2"
        #expect("\(secret)" == "***" && String(reflecting: secret) == "***")
        var dumped = ""
        dump([secret], to: &dumped)
        #expect(!dumped.contains("hunter2"))
    }
}
