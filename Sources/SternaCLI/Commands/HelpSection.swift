/// One part of the help: a title and two columns. The page of `--help` and the manual page are both made from these.
struct HelpSection {
    let title: String
    let rows: [(String, String)]
    /// How wide the first column is.
    var width = 30

    /// What the program does, after its name.
    static let purpose = "sends a request and shows the answer."

    /// What stands at the end.
    static let closing = """
        The body goes to standard output, all else to standard error. Secrets are masked wherever they would show.
        Times are in seconds unless ms, m or h follows; sizes are in bytes, K is 1024. “--” ends the options.
        """

    /// All of them, in their order.
    static var all: [HelpSection] {
        [usage, examples, items, urls] + CommandOption.Group.allCases.compactMap(options) + [exitCodes, environment]
    }

    private static var usage: HelpSection {
        let commands = CommandWord.allCases.map { ($0.synopsis, $0.summary) }
        let request = ("sterna [METHOD] URL [ITEM…]", "GET, or POST when there is something to send")
        return HelpSection(title: "Usage", rows: [request] + commands)
    }

    private static let examples = HelpSection(
        title: "Examples",
        rows: [
            ("sterna :8080/posts userId==1", "a query"),
            ("sterna post :8080/posts title='Hello 👋' userId:=1", "{\"title\":\"Hello 👋\",\"userId\":1}"),
            ("sterna put api.example.com/me X-Trace:7 @me.json", "a field of the head, a file as the body"),
            ("sterna :8080/me --auth-bearer env:TOKEN -v", "a token that stays out of the history"),
            ("sterna example.com/big.iso -o big.iso", "a file that appears only when complete"),
            ("sterna :8080/photos title=Beach photo@beach.jpg --shrink 1600", "a form with a photo, made smaller"),
            ("sterna -d example.com/big.iso", "a download with progress; -c goes on with one that was cut short"),
            ("sterna post :8080/posts a=1 --curl", "the same as a curl command"),
        ], width: 52)

    private static let items = HelpSection(
        title: "Items",
        rows: [
            ("Header:value", "set a field of the head; Header: leaves it out, Header; sends it empty"),
            ("query==value", "add to the query"),
            ("field=text", "add a text to the body"),
            ("field:=json", "add a number, true, null, a list or an object to the body"),
            ("field=@file", "add the text of a file; field:=@file its JSON"),
            ("field@file", "upload a file as a part of a form; ;type=image/png and ;filename=x.png may follow"),
            ("@file  -  @-", "send a file, or standard input, as the whole body"),
            ("\\:  \\=  \\@", "stand for the characters themselves"),
        ])

    private static let urls = HelpSection(
        title: "URLs",
        rows: [
            (":8080/x", "http://localhost:8080/x"), ("localhost/x", "http://localhost/x, so too 127.0.0.1 and [::1]"),
            ("example.com/x", "https://example.com/x"),
        ])

    private static func options(_ group: CommandOption.Group) -> HelpSection? {
        let table = tables[group] ?? OptionTable.request
        let options = table.filter { $0.group == group }
        guard !options.isEmpty else { return nil }
        let title = titles[group] ?? group.rawValue
        return HelpSection(title: title, rows: options.map { (synopsis($0), $0.help) })
    }

    private static let tables = [
        CommandOption.Group.server: OptionTable.serve, .image: OptionTable.image,
        .watching: OptionTable.watching,
    ]
    private static let titles = [
        CommandOption.Group.server: "Options of sterna serve", .image: "Options of sterna image",
        .watching: "Options of sterna network",
    ]

    private static func synopsis(_ option: CommandOption) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        return short + "--" + option.long + (option.valueName.map { " " + $0 } ?? "")
    }

    private static let exitCodes = HelpSection(
        title: "Exit codes",
        rows: [
            ("0", "2xx, or 304 when asked for; also when the reader of the pipe has had enough"),
            ("2", "the command line or the request is wrong; nothing was sent"),
            ("3", "a redirect was not followed"), ("4", "4xx, or a status that was not expected"), ("5", "5xx"),
            ("6", "no connection: network, name, proxy, TLS, or lost"), ("7", "a limit in time struck"),
            ("8", "the answer is broken, cut short or too large"), ("9", "a file could not be read or written"),
            ("130, 143", "Ctrl-C, SIGTERM; a second Ctrl-C ends at once"),
        ])

    private static let environment = HelpSection(
        title: "Environment",
        rows: [
            ("NO_COLOR", "no colours, when set"),
            ("http_proxy, https_proxy, all_proxy, no_proxy", "the proxies, as curl reads them"),
        ])
}
