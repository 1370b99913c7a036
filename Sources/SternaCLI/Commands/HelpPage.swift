/// The page that `--help` shows, made from the same table as the parser.
struct HelpPage {
    let paint: Paint

    /// The whole page.
    var text: String {
        ([usage, examples, items] + CommandOption.Group.allCases.compactMap(options) + [exitCodes, notes])
            .joined(separator: "\n\n") + "\n"
    }

    private var usage: String {
        let commands = CommandWord.allCases.filter(\.isBuilt).map { ($0.synopsis, $0.summary) }
        return """
            \(paint(.bold, "sterna")) sends a request and shows the answer.

            \(heading("Usage"))
            \(rows([("sterna [METHOD] URL [ITEM…]", "GET, or POST when there is something to send")] + commands))
            """
    }

    private var examples: String {
        let examples = [
            ("sterna :8080/posts userId==1", "a query"),
            ("sterna post :8080/posts title='Hello 👋' userId:=1", "{\"title\":\"Hello 👋\",\"userId\":1}"),
            ("sterna put api.example.com/me X-Trace:7 @me.json", "a field of the head, a file as the body"),
            ("sterna :8080/me --auth-bearer env:TOKEN -v", "a token that stays out of the history"),
            ("sterna example.com/big.iso -o big.iso", "a file that appears only when complete"),
            ("sterna post :8080/posts a=1 --curl", "the same as a curl command"),
        ]
        return "\(heading("Examples"))\n\(rows(examples, width: 52))"
    }

    private var items: String {
        let forms = [
            ("Header:value", "set a field of the head; Header: leaves it out, Header; sends it empty"),
            ("query==value", "add to the query"),
            ("field=text", "add a text to the body"),
            ("field:=json", "add a number, true, null, a list or an object to the body"),
            ("field=@file", "add the text of a file; field:=@file its JSON"),
            ("@file  -  @-", "send a file, or standard input, as the whole body"),
            ("\\:  \\=  \\@", "stand for the characters themselves"),
        ]
        let urls = [
            (":8080/x", "http://localhost:8080/x"), ("localhost/x", "http://localhost/x, so too 127.0.0.1 and [::1]"),
            ("example.com/x", "https://example.com/x"),
        ]
        return "\(heading("Items"))\n\(rows(forms))\n\n\(heading("URLs"))\n\(rows(urls))"
    }

    private func options(_ group: CommandOption.Group) -> String? {
        let table = group == .server ? OptionTable.serve : OptionTable.request
        let options = table.filter { $0.group == group && $0.isBuilt }
        guard !options.isEmpty else { return nil }
        let title = group == .server ? "Options of sterna serve" : group.rawValue
        return heading(title) + "\n" + rows(options.map { (Self.synopsis($0), $0.help) })
    }

    private static func synopsis(_ option: CommandOption) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        return short + "--" + option.long + (option.valueName.map { " " + $0 } ?? "")
    }

    private var exitCodes: String {
        let codes = [
            ("0", "2xx, or 304 when asked for; also when the reader of the pipe has had enough"),
            ("2", "the command line or the request is wrong; nothing was sent"),
            ("3", "a redirect was not followed"), ("4", "4xx, or a status that was not expected"), ("5", "5xx"),
            ("6", "no connection: network, name, proxy, TLS, or lost"), ("7", "a limit in time struck"),
            ("8", "the answer is broken, cut short or too large"), ("9", "a file could not be read or written"),
            ("130, 143", "Ctrl-C, SIGTERM; a second Ctrl-C ends at once"),
        ]
        return "\(heading("Exit codes"))\n\(rows(codes))"
    }

    private var notes: String {
        let variables = [
            ("NO_COLOR", "no colours, when set"),
            ("http_proxy, https_proxy, all_proxy, no_proxy", ""),
            ("", "the proxies, as curl reads them"),
        ]
        return """
            \(heading("Environment"))
            \(rows(variables))

            The body goes to standard output, all else to standard error. Secrets are masked wherever they would show.
            Times are in seconds unless ms, m or h follows; sizes are in bytes, K is 1024. “--” ends the options.
            """
    }

    private func heading(_ text: String) -> String { paint(.bold, text) }

    /// Two columns; a long entry of the first stands on a line of its own.
    private func rows(_ rows: [(String, String)], width: Int = 30) -> String {
        rows.map { left, right in
            if right.isEmpty { return "  " + left }
            if left.count > width { return "  \(left)\n  " + String(repeating: " ", count: width + 2) + right }
            return "  " + left + String(repeating: " ", count: width + 2 - left.count) + right
        }.joined(separator: "\n")
    }
}
