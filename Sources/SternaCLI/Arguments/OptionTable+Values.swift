import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How the values of options are read.
extension OptionTable {
    static func named(_ text: String, _ expected: String) throws(CommandOption.Refusal) -> String {
        guard !text.isEmpty, !text.utf8.contains(0) else { throw CommandOption.Refusal(expected: expected) }
        return text
    }

    static func pin(_ text: String) throws(CommandOption.Refusal) -> Pin {
        guard let pin = Pin(text) else {
            throw CommandOption.Refusal(expected: "sha256/ and the 44 characters of a SHA-256 in base64")
        }
        return pin
    }

    static func tlsVersion(_ text: String) throws(CommandOption.Refusal) -> TLSVersion {
        guard let version = TLSVersion(rawValue: text) else { throw CommandOption.Refusal(expected: "1.2 or 1.3") }
        return version
    }

    static func carrier(_ text: String) throws(CommandOption.Refusal) -> Carrier {
        switch text {
        case "curl": return .platform
        case "urlsession" where Carrier.isURLSessionThere: return .urlSession
        case "urlsession":
            throw CommandOption.Refusal(
                expected: "curl: URLSession is not built in; swift build --traits URLSession builds a program with it")
        default: throw CommandOption.Refusal(expected: "curl or urlsession")
        }
    }

    static func httpVersion(_ text: String) throws(CommandOption.Refusal) -> HTTPVersion {
        guard let version = HTTPVersion(rawValue: text) else { throw CommandOption.Refusal(expected: "1.1 or 2") }
        return version
    }

    static func credential(_ text: String, _ expected: String) throws(CommandOption.Refusal) -> CredentialText {
        let credential = CredentialText(text)
        guard !credential.isEmpty else {
            throw CommandOption.Refusal(expected: "\(expected), @file or env:NAME")
        }
        return credential
    }

    /// `U:P`, `U:@file`, `U:env:NAME`, `@file` or `env:NAME`; the last two hold `U:P`.
    static func basic(_ text: String) throws(CommandOption.Refusal) -> CredentialOption {
        let refusal = CommandOption.Refusal(expected: "user:password, where the password may be @file or env:NAME")
        if text.hasPrefix("@") || text.hasPrefix("env:") {
            return .basic(user: nil, try credential(text, "user:password"))
        }
        guard let colon = text.firstIndex(of: ":") else { throw refusal }
        return .basic(user: String(text[..<colon]), CredentialText(String(text[text.index(after: colon)...])))
    }

    static func proxy(_ text: String) throws(CommandOption.Refusal) -> URI {
        do throws(InvalidURI) {
            return try URI(text.contains("://") ? text : "http://" + text)
        } catch {
            throw CommandOption.Refusal(expected: "the URL of a proxy, such as http://127.0.0.1:3128 (\(error.reason))")
        }
    }

    /// `H:P:ADDR`, where H and ADDR may be IPv6 addresses, with or without brackets around ADDR.
    static func resolve(_ text: String) throws(CommandOption.Refusal) -> ResolveOverride {
        let refusal = CommandOption.Refusal(expected: "host:port:address, such as example.com:443:127.0.0.1")
        let hostEnd = text.hasPrefix("[") ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        guard let hostEnd, hostEnd < text.endIndex, text[hostEnd] == ":" else { throw refusal }
        let host = text[..<hostEnd]
        let rest = text[hostEnd...].dropFirst().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard !host.isEmpty, rest.count == 2, let port = Int(rest[0]), (1...65535).contains(port) else { throw refusal }
        var address = rest[1]
        if address.hasPrefix("["), address.hasSuffix("]") { address = address.dropFirst().dropLast() }
        guard isAddress(String(address)) else { throw refusal }
        return ResolveOverride(host: String(host), port: port, address: String(address))
    }

    private static func isAddress(_ text: String) -> Bool {
        var storage = in6_addr()
        return inet_pton(AF_INET, text, &storage) == 1 || inet_pton(AF_INET6, text, &storage) == 1
    }
}
