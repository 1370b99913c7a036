import Sterna
import SternaImages

/// The one table of options: the parser, `--help` and the completions are made from it.
enum OptionTable {
    /// Every option of a request, in the order of the help.
    static let request: [CommandOption] = body + output + policy + credentials + tls + network + general

    /// Every option of `sterna serve`.
    static let serve: [CommandOption] =
        [
            CommandOption(
                "port", "p", .server, "the port on 127.0.0.1; default 8080, 0 for any free one",
                .value("N") { text, options in options.port = try Quantity.count(text, in: 0...65535) })
        ] + general

    /// Every option of `sterna image`.
    static let image: [CommandOption] =
        [
            CommandOption(
                "max", "m", .image, "the longest side in pixels; a smaller photo stays as it is; default 1600",
                .value("PX") { text, options in options.photo.longestSide = try Quantity.count(text, in: 1...65_500) }),
            CommandOption(
                "quality", nil, .image, "the quality of the JPEG, from 0 to 1; default 0.7",
                .value("Q") { text, options in options.photo.quality = try Quantity.fraction(text) }),
            CommandOption(
                "keep-metadata", nil, .image, "keep what the camera wrote, the place included; default: leave it out",
                .flag { $0.photo.keepsMetadata = true }),
            CommandOption(
                "output", "o", .image, "write the smaller photo to OUT; - is standard output",
                .value("OUT") { text, options in options.output = try named(text, "the path of a file, or -") }),
        ] + general

    /// Every option of `sterna network`.
    static let watching: [CommandOption] =
        [
            CommandOption(
                "watch", "w", .watching, "go on and print each change, until Ctrl-C", .flag { $0.watches = true })
        ] + general

    /// The options that every command has.
    static let general: [CommandOption] = [
        CommandOption("help", nil, .general, "show this page", .flag { $0.wantsHelp = true }),
        CommandOption("version", nil, .general, "show the version", .flag { $0.wantsVersion = true }),
    ]

    private static let body: [CommandOption] = [
        CommandOption("json", "j", .body, "fields become a JSON object (the default)", .flag { $0.choose(.json) }),
        CommandOption("form", "f", .body, "fields become a web form", .flag { $0.choose(.form) }),
        CommandOption(
            "multipart", nil, .body, "fields become multipart/form-data, as they do beside field@file",
            .flag { $0.choose(.multipart) }),
        CommandOption(
            "raw", nil, .body, "TEXT is the whole body", isSecret: true,
            .value("TEXT") { text, options in options.raw = text }),
    ]

    private static let output: [CommandOption] = [
        CommandOption(
            "headers", "h", .output, "print the head of the answer, not its body", .flag { $0.showsHead = true }),
        CommandOption(
            "body", "b", .output, "print the body (the default; with --headers: both)", .flag { $0.showsBody = true }),
        CommandOption(
            "verbose", "v", .output, "also show both heads and every attempt, on standard error",
            .flag { $0.isVerbose = true }),
        CommandOption(
            "quiet", "q", .output, "print nothing; the exit code and --report tell", .flag { $0.isQuiet = true }),
        CommandOption(
            "output", "o", .output, "write to FILE, which appears only when complete; - is standard output",
            .value("FILE") { text, options in options.output = try named(text, "the path of a file, or -") }),
        CommandOption(
            "download", "d", .output,
            "save as a file, with progress: FILE of --output, or the name that the server gives",
            .flag { $0.downloads = true }),
        CommandOption(
            "continue", "c", .output, "download, and go on with what an earlier one has left",
            .flag { options in
                options.downloads = true
                options.continues = true
            }),
        CommandOption(
            "stream", nil, .output, "show events and lines on a terminal as they come; a pipe gets every body so",
            .flag { $0.streams = true }),
        CommandOption(
            "curl", nil, .output, "print the curl command, secrets masked, and send nothing",
            .flag { $0.printsCurl = true }),
        CommandOption(
            "report", nil, .output, "write what happened to FILE as one JSON object",
            .value("FILE") { text, options in options.report = try named(text, "the path of a file, or -") }),
        CommandOption(
            "har", nil, .output, "record every attempt to FILE as an HTTP archive (HAR 1.2), secrets masked",
            .value("FILE") { text, options in options.har = try named(text, "the path of a file, or -") }),
    ]

    private static let policy: [CommandOption] = [
        CommandOption(
            "timeout", "t", .policy, "limit for the whole call, body included; default none, as for every stream",
            .value("S") { text, options in options.timeouts.total = try Quantity.limit(text) }),
        CommandOption(
            "connect-timeout", nil, .policy, "limit until the connection stands; default 10 s, 0 for none",
            .value("S") { text, options in options.timeouts.connect = try Quantity.limit(text) }),
        CommandOption(
            "idle-timeout", nil, .policy, "limit without a byte either way; default 30 s, 0 for none",
            .value("S") { text, options in options.timeouts.idle = try Quantity.limit(text) }),
        CommandOption(
            "max-body", nil, .policy, "the largest body taken, after decoding, as 4096, 64K or 10M; default no limit",
            .value("BYTES") { text, options in options.maxBody = try Quantity.size(text) }),
        CommandOption(
            "retry", nil, .policy, "attempts in all, for what can heal; default 3, 1 for no retry",
            .value("N") { text, options in options.attempts = try Quantity.count(text, in: 1...100) }),
        CommandOption(
            "retry-unsafe", nil, .policy, "also retry a POST or PATCH without a key, which may do it twice",
            .flag { $0.retriesUnsafe = true }),
        CommandOption(
            "follow", nil, .policy, "redirects to follow; default 20, 0 for none",
            .value("N") { text, options in options.redirects = try Quantity.count(text, in: 0...100) }),
        CommandOption(
            "idempotency-key", nil, .policy, "send this Idempotency-Key, the same in every attempt",
            .value("K") { text, options in options.idempotencyKey = try named(text, "a key") }),
        CommandOption(
            "cookie-jar", nil, .policy, "send the cookies in FILE, and keep those of the answer there",
            .value("FILE") { text, options in options.cookieJar = try named(text, "the path of a file") }),
        CommandOption(
            "shrink", nil, .policy, "make photos of field@photo smaller first: longest side in pixels",
            .value("PX") { text, options in
                options.photo.longestSide = try Quantity.count(text, in: 1...65_500)
                options.shrinks = true
            }),
    ]

    private static let credentials: [CommandOption] = [
        CommandOption(
            "auth-bearer", nil, .credentials, "send the token T; T may be @file or env:NAME", isSecret: true,
            .value("T") { text, options in options.credential = .bearer(try credential(text, "a token")) }),
        CommandOption(
            "auth-basic", nil, .credentials, "send user and password; P, or all of it, may be @file or env:NAME",
            isSecret: true,
            .value("U:P") { text, options in options.credential = try basic(text) }),
    ]

    private static let tls: [CommandOption] = [
        CommandOption(
            "cacert", nil, .tls, "trust the certificates in FILE (PEM) instead of the system's",
            .value("FILE") { text, options in
                options.transport.tls.authorities = try named(text, "the path of a PEM file")
            }),
        CommandOption(
            "pin", nil, .tls, "demand this public key of the URL's host: sha256/BASE64; repeatable, one must match",
            .value("KEY") { text, options in options.pins.append(try pin(text)) }),
        CommandOption(
            "cert", nil, .tls, "present the certificate in FILE (PEM)",
            .value("FILE") { text, options in options.certificate = try named(text, "the path of a PEM file") }),
        CommandOption(
            "key", nil, .tls, "the private key of --cert; default: it is in the same file",
            .value("FILE") { text, options in options.key = try named(text, "the path of a PEM file") }),
        CommandOption(
            "min-tls", nil, .tls, "the lowest version of TLS: 1.2 or 1.3; default 1.2",
            .value("VERSION") { text, options in
                options.transport.tls.minimumVersion = try tlsVersion(text)
            }),
        CommandOption(
            "insecure", "k", .tls, "do not check the server's certificate: anyone on the way can read everything",
            .flag { $0.transport.tls.verifiesServer = false }),
    ]

    private static let network: [CommandOption] = [
        CommandOption(
            "wait-network", nil, .network,
            "how long each attempt waits for a network; default: not at all",
            .value("S") { text, options in options.networkWait = try Quantity.limit(text) }),
        CommandOption(
            "proxy", nil, .network, "go through the proxy at URL; default: http_proxy, https_proxy, all_proxy",
            isSecret: true, .value("URL") { text, options in options.proxy = try proxy(text) }),
        CommandOption(
            "no-proxy", nil, .network, "hosts to reach without a proxy, as a,b,.c; * is all",
            .value("LIST") { text, options in options.bypass = text }),
        CommandOption(
            "unix-socket", nil, .network, "connect to the socket at PATH, whatever the URL's host",
            .value("PATH") { text, options in options.transport.unixSocket = try named(text, "the path of a socket") }),
        CommandOption(
            "http", nil, .network, "the highest version of HTTP: 1.1 or 2; default 2",
            .value("VERSION") { text, options in
                options.transport.httpVersion = try httpVersion(text)
            }),
        CommandOption(
            "resolve", nil, .network, "connect to the address ADDR for host H and port P; repeatable",
            .value("H:P:ADDR") { text, options in options.transport.resolve.append(try resolve(text)) }),
        CommandOption(
            "transport", nil, .network, "what carries the request: curl (default), or urlsession where it is built in",
            .value("NAME") { text, options in options.carrier = try carrier(text) }),
    ]
}
