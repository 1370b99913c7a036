import Sterna
import Testing

@Suite struct RefusalTests {
    private func refusal(_ body: String, _ type: String? = "application/json") -> Refusal? {
        Refusal(Data(body.utf8), contentType: type.flatMap(MediaType.init))
    }

    @Test(arguments: [
        (#"{"type":"about:blank","title":"Not valid","detail":"Age is below 0","status":422}"#, "Age is below 0"),
        (#"{"type":"https://e/x","title":"Not enough credit"}"#, "Not enough credit"),
        (#"{"title":"One thing is wrong","status":400,"errors":{"Name":["The Name is empty"]}}"#, "One thing is wrong"),
        (#"{"message":"E-mail is taken"}"#, "E-mail is taken"),
        (#"{"Message":"An error has occurred"}"#, "An error has occurred"),
        (#"{"error":{"message":"Too short","code":7}}"#, "Too short"),
        (#"{"error":"Bad Request","message":["name is empty","b"]}"#, "name is empty"),
        (#"{"error":"It is gone"}"#, "It is gone"),
        (#"{"errors":[{"message":"First one"},{"message":"Second one"}]}"#, "First one"),
        (#"{"errors":["Plain one"]}"#, "Plain one"),
        (#"{"errors":[{"title":"A title","detail":"A detail"}]}"#, "A detail"),
        (#"{"errors":{"email":["has already been taken"]}}"#, "email has already been taken"),
        (#"{"message":"Not valid!","errors":{"email":["x y"]}}"#, "Not valid!"),
        (#"{"error":"invalid_grant","error_description":"The code is too old"}"#, "The code is too old"),
        (#"{"detail":[{"loc":["body","age"],"msg":"must be an integer"}]}"#, "must be an integer"),
        (#"{"detail":"Not found."}"#, nil),
        (#"{"detail":"Nothing found."}"#, "Nothing found."),
        (#"[{"message":"In a list"}]"#, "In a list"),
        (#""Just a text""#, "Just a text"),
        (#"{"message":"  two\n lines\u0007 "}"#, "two lines"),
        (#"{"message":"اسم المستخدم"}"#, "اسم المستخدم"),
        (#"{"message":"邮箱已被使用"}"#, "邮箱已被使用"),
        (#"{"message":"1 < 2 is false"}"#, "1 < 2 is false"),
    ])
    func `the words are found in the forms that servers use`(_ body: String, _ message: String?) {
        #expect(refusal(body)?.message == message ?? "Not found.")
        #expect(refusal(body, "application/problem+json; charset=utf-8")?.message == message ?? "Not found.")
        #expect(refusal(body, nil)?.message == message ?? "Not found." || body.first == "\"")
    }

    @Test(arguments: [
        (#"{"code":"email_taken","message":"x y"}"#, "email_taken"),
        (#"{"code":1002,"message":"x y"}"#, "1002"),
        (#"{"error":{"code":"E7","message":"x y"}}"#, "E7"),
        (#"{"error":"invalid_grant","error_description":"x y"}"#, "invalid_grant"),
        (#"{"errors":[{"code":"a","message":"x y"}]}"#, "a"),
        (#"{"error":{"code":"inner"},"code":"outer"}"#, "outer"),
    ])
    func `the server's own code is kept apart from its words`(_ body: String, _ code: String) {
        #expect(refusal(body)?.code == code)
    }

    @Test(arguments: [
        "", "{}", "[]", "null", "1", "true", "{", #"{"message":null}"#, #"{"message":""}"#, #"{"message":12}"#,
        #"{"message":"<b>Bold</b> words"}"#, #"{"message":"<!doctype html>"}"#, #"{"data":"x y"}"#,
    ])
    func `what says nothing gives no words`(_ body: String) {
        #expect(refusal(body)?.message == nil)
    }

    @Test func `a bare code is no message`() {
        #expect(refusal(#"{"message":"ERR_42"}"#) == refusal(#"{"code":"ERR_42"}"#))
        #expect(refusal(#"{"error":"not_found"}"#)?.message == nil)
    }

    @Test func `a short plain text is taken, a page never`() {
        #expect(refusal("Name is taken\n", "text/plain")?.message == "Name is taken")
        #expect(refusal("Name is taken", nil)?.message == "Name is taken")
        #expect(refusal(#"{"message":"In JSON"}"#, "text/plain")?.message == "In JSON")
        #expect(refusal("<html>Name is taken</html>", "text/plain") == nil)
        #expect(refusal("Name is taken", "text/html") == nil)
        #expect(refusal(#"{"message":"a b"}"#, "text/html") == nil)
        #expect(refusal("Name is taken", "application/pdf") == nil)
        #expect(refusal(String(repeating: "long text ", count: 500), "text/plain") == nil)
        #expect(Refusal(Data([0xFF, 0x20, 0xFE]), contentType: .plainText) == nil)
    }

    @Test func `long words are cut, and a deep body is not followed`() {
        let long = refusal(#"{"message":"\#(String(repeating: "ab ", count: 400))"}"#)?.message
        #expect(long?.count == 300 && long?.last == "…")
        let deep = String(repeating: #"{"error":"#, count: 400) + #""x y""# + String(repeating: "}", count: 400)
        #expect(refusal(deep)?.message == nil)
        #expect(refusal(String(repeating: "[", count: 100_000)) == nil)
    }

    @Test func `noise never traps`() {
        var noise = Noise(seed: 7)
        let alphabet = Array("{}[]\",: messagerrodetil<1\\é")
        for _ in 0..<2000 { _ = refusal(noise.text(of: alphabet, upTo: 40)) }
    }
}
