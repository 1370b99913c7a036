import Sterna

/// The options of curl that do what the options of a request do.
enum CurlOptions {
    /// One list of words for each option.
    static func words(_ options: RequestOptions, _ timeouts: Timeouts) -> [[String]] {
        limits(timeouts) + tls(options.transport.tls) + identity(options) + network(options) + output(options)
    }

    private static func limits(_ timeouts: Timeouts) -> [[String]] {
        var words = [["--compressed"]]
        if let connect = timeouts.connect { words.append(["--connect-timeout", seconds(connect)]) }
        if let total = timeouts.total { words.append(["--max-time", seconds(total)]) }
        if let idle = timeouts.idle {
            words.append(["--speed-limit", "1", "--speed-time", String(max(1, Int((idle / .seconds(1)).rounded(.up))))])
        }
        return words
    }

    private static func tls(_ tls: TLSOptions) -> [[String]] {
        var words: [[String]] = []
        if let authorities = tls.authorities { words.append(["--cacert", authorities]) }
        if tls.minimumVersion == .v1_3 { words.append(["--tlsv1.3"]) }
        if !tls.verifiesServer { words.append(["--insecure"]) }
        return words
    }

    private static func identity(_ options: RequestOptions) -> [[String]] {
        var words: [[String]] = []
        if !options.pins.isEmpty {
            let pins = options.pins.map { "sha256//\($0.digest.base64)" }
            words.append(["--pinnedpubkey", pins.joined(separator: ";")])
        }
        if let certificate = options.certificate { words.append(["--cert", certificate]) }
        if let key = options.key { words.append(["--key", key]) }
        if let jar = options.cookieJar { words += [["--cookie", jar], ["--cookie-jar", jar]] }
        return words
    }

    private static func network(_ options: RequestOptions) -> [[String]] {
        var words: [[String]] = []
        if let proxy = options.proxy { words.append(["--proxy", Redaction.known.redacting(proxy)]) }
        if let bypass = options.bypass { words.append(["--noproxy", bypass]) }
        if let socket = options.transport.unixSocket { words.append(["--unix-socket", socket]) }
        if options.transport.httpVersion == .http1 { words.append(["--http1.1"]) }
        for item in options.transport.resolve {
            let address = item.address.contains(":") ? "[\(item.address)]" : item.address
            words.append(["--resolve", "\(item.host):\(item.port):\(address)"])
        }
        return words
    }

    private static func output(_ options: RequestOptions) -> [[String]] {
        var words: [[String]] = []
        if let size = options.maxBody { words.append(["--max-filesize", String(size)]) }
        if let output = options.output, output != "-" { words.append(["--output", output]) }
        if options.downloads, options.output == nil {
            words.append(["--remote-name"])
            // curl cannot go on under a name that it does not know yet.
            if !options.continues { words.append(["--remote-header-name"]) }
        }
        if options.continues { words.append(["--continue-at", "-"]) }
        if options.showsHead { words.append(["--include"]) }
        if options.isVerbose { words.append(["--verbose"]) }
        return words
    }

    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = Int64((duration / .milliseconds(1)).rounded())
        return milliseconds % 1000 == 0 ? String(milliseconds / 1000) : String(Double(milliseconds) / 1000)
    }
}
