import Sterna
import Testing

@testable import SternaCLI

/// The request that a line states; the words are split at spaces.
func call(_ line: String) throws -> RequestCall {
    try call(words: line.split(separator: " ").map(String.init))
}

func call(words: [String]) throws -> RequestCall {
    guard case .request(let call) = try ArgumentParser.invocation(words) else {
        throw UsageError("not a request: \(words)")
    }
    return call
}

/// The refusal of a line; the words are split at spaces.
func refusal(_ line: String) throws -> UsageError {
    let words = line.split(separator: " ").map(String.init)
    return try #require(throws: UsageError.self) { try ArgumentParser.invocation(words) }
}

@Suite struct ArgumentParserTests {
    @Test func `the method is optional: GET without a body, POST with one`() throws {
        #expect(try call("example.com").method == .get)
        #expect(try call("example.com a==1 X-A:1").method == .get)
        #expect(try call("example.com a=1").method == .post)
        #expect(try call("example.com a:=1").method == .post)
        #expect(try call("example.com @file").method == .post)
        #expect(try call("example.com -").method == .post)
        #expect(try call("--raw {} example.com").method == .post)
    }

    @Test(arguments: [
        ("get :80", "GET"), ("post :80", "POST"), ("Put :80", "PUT"), ("patch :80", "PATCH"), ("delete :80", "DELETE"),
        ("head :80", "HEAD"), ("OPTIONS :80", "OPTIONS"), ("PROPFIND :80", "PROPFIND"), ("M-SEARCH :80", "M-SEARCH"),
        ("get :80 a=1", "GET"),
    ])
    func `verbs in any case and other methods in capitals are methods`(line: String, method: String) throws {
        #expect(try call(line).method.rawValue == method)
    }

    @Test(arguments: [
        (":8080/x", "http://localhost:8080/x"), (":/x", "http://localhost/x"), ("localhost/x", "http://localhost/x"),
        ("localhost:81/x", "http://localhost:81/x"), ("127.0.0.1:9/a", "http://127.0.0.1:9/a"),
        ("api.localhost/a", "http://api.localhost/a"), ("[::1]:8080/x", "http://[::1]:8080/x"),
        ("example.com/x?a=1", "https://example.com/x?a=1"), ("//example.com/x", "https://example.com/x"),
        ("http://example.com/x", "http://example.com/x"), ("localhost.example.com", "https://localhost.example.com"),
        ("127.example.com/x", "https://127.example.com/x"), ("example.com/http://a", "https://example.com/http://a"),
    ])
    func `a short URL is completed: http on this machine, https elsewhere`(text: String, url: String) {
        #expect(AddressShorthand.expanded(text) == url)
    }

    @Test func `an option takes its value as the next word, after an equals sign, or right after its letter`() throws {
        for line in ["-o out :80", "-oout :80", "-o=out :80", "--output out :80", "--output=out :80", ":80 -vo out"] {
            #expect(try call(line).options.output == "out", "\(line)")
        }
        #expect(try call("-vo out :80").options.isVerbose)
    }

    @Test func `two dashes end the options`() throws {
        let call = try call("get :80 -- --x=1 -y=2")
        #expect(call.items == [.field(name: "--x", .text("1")), .field(name: "-y", .text("2"))])
    }

    @Test func `a mistyped option is named with the nearest one`() throws {
        let error = try refusal("get :80 --tiemout 5")
        #expect(error.word == "--tiemout")
        #expect(error.advice == "did you mean --timeout?")
        #expect(try refusal(":80 --head").advice == "did you mean --headers?")
        #expect(try refusal(":80 -vz").text.contains("    -vz\n      ^\n"))
        #expect(try refusal("serve --prot 1").advice == "did you mean --port?")
    }

    @Test(arguments: [
        "--timeout nan", "--timeout inf", "--timeout -1", "--timeout 1e400", "--timeout 0x10", "--timeout 5x",
        "--timeout .", "--timeout 1.2.3", "--timeout 99999999999", "--connect-timeout ٣", "--idle-timeout=",
        "--max-body -1", "--max-body 10X", "--max-body 9223372036854775807K", "--max-body 1.5", "--follow -1",
        "--follow 2.5", "--retry 0", "--retry 99999999999999999999", "--http 3", "--min-tls 1.1",
        "--resolve example.com", "--resolve example.com:0:127.0.0.1", "--resolve example.com:443:name",
        "--resolve :443:127.0.0.1", "--transport pigeon", "--output=", "--auth-basic user",
        "--auth-bearer=", "--auth-bearer @", "--auth-bearer env:", "--verbose=1", "--report", "--output --verbose",
    ])
    func `a value out of range is refused with what was expected`(option: String) throws {
        let error = try refusal("get :80 " + option)
        let name = try #require(option.split(whereSeparator: { $0 == " " || $0 == "=" }).first)
        #expect(error.text.contains(name))
    }

    @Test(arguments: [
        ("5", 5_000), ("0.5", 500), ("500ms", 500), ("2m", 120_000), ("1h", 3_600_000), (".25", 250), ("0.0000001", 1),
    ])
    func `a time has seconds as its unit, or the unit that is written`(text: String, milliseconds: Int) throws {
        #expect(try Quantity.limit(text) == .milliseconds(milliseconds))
    }

    @Test func `a limit of zero is no limit`() throws {
        #expect(try Quantity.limit("0") == nil)
        #expect(try call(":80 --timeout 0").options.timeouts.total == .some(nil))
        #expect(try call(":80").options.timeouts.total == nil)
    }

    @Test(arguments: [
        ("0", 0), ("4096", 4096), ("64K", 65536), ("10m", 10 << 20), ("1.5K", 1536), ("2GiB", 2 << 30), ("1kb", 1024),
    ])
    func `a size has bytes as its unit, or multiples of 1024`(text: String, bytes: Int64) throws {
        #expect(try Quantity.size(text) == bytes)
    }

    @Test func `an address for a host may be IPv6`() throws {
        let call = try call(":80 --resolve a.test:443:127.0.0.2 --resolve [::1]:80:[::2]")
        let overrides = call.options.transport.resolve
        #expect(overrides.map(\.address) == ["127.0.0.2", "::2"])
        #expect(overrides.map(\.host) == ["a.test", "[::1]"])
    }

    @Test func `names and letters of options are unique`() {
        let options = OptionTable.request
        #expect(Set(options.map(\.long)).count == options.count)
        #expect(Set(options.compactMap(\.short)).count == options.compactMap(\.short).count)
    }

    @Test func `no words, help and -h alone show the help`() throws {
        for words in [[], ["help"], ["--help"], ["-h"], ["get", "--help"], ["serve", "--help"], ["demo", "--help"]] {
            #expect(try ArgumentParser.invocation(words) == .help)
        }
        #expect(try ArgumentParser.invocation(["--version"]) == .version)
        #expect(try call("-h :80").options.showsHead)
    }

    @Test func `commands are words that come first`() throws {
        #expect(try ArgumentParser.invocation(["serve"]) == .serve(port: 8080))
        #expect(try ArgumentParser.invocation(["serve", "--port=0"]) == .serve(port: 0))
        #expect(try ArgumentParser.invocation(["demo"]) == .demo)
        #expect(try ArgumentParser.invocation(["completions", "zsh"]) == .completions(.zsh))
        #expect(try call("get demo").url.host == "demo")
        #expect(try refusal("demo x").word == "x")
    }

    @Test func `a missing URL, two URLs and two bodies are refused`() throws {
        #expect(try refusal("get").message == "the URL is missing")
        #expect(try refusal("--verbose").message == "the URL is missing")
        #expect(try refusal("get :80 http://other/").message == "there are two URLs")
        #expect(try refusal("post :80 @a @b").message == "there are 2 whole bodies")
        #expect(try refusal("post :80 --raw x a=1").word == "a=…")
        #expect(try refusal("post :80 a=1 a=2").message == "the field “a” is given twice")
        #expect(try call("post :80 --form a=1 a=2").items.count == 2)
        #expect(try refusal("post :80 --form --json a=1").message.contains("exclude each other"))
    }

    @Test func `no message shows a secret`() throws {
        #expect(!(try refusal("--auth-basic hunter2 :80").text.contains("hunter2")))
        let words = [":80", "Authorization:hunter2\r\nX: 1"]
        let error = try #require(throws: UsageError.self) { try ArgumentParser.invocation(words) }
        #expect(!error.text.contains("hunter2"))
    }

    @Test func `the path of the report is found in a line that cannot be obeyed`() {
        #expect(ArgumentParser.reportPath(["--nonsense", "--report", "r.json"]) == "r.json")
        #expect(ArgumentParser.reportPath(["--report=r.json", "-?"]) == "r.json")
        #expect(ArgumentParser.reportPath(["--report"]) == nil)
        #expect(ArgumentParser.reportPath(["x", "--", "--report=r.json"]) == nil)
    }
}
