/// The text of a jar's file: the lines that curl and browsers' exports have, with `SameSite` in a remark of its own.
///
/// domain ⇥ whether hosts beneath it too ⇥ path ⇥ whether https alone ⇥ end in seconds since 1970, or 0 ⇥ name ⇥ value
enum CookieFile {
    private static let head = "# Netscape HTTP Cookie File\n# Written by Sterna; curl reads it too.\n\n"
    private static let httpOnly = "#HttpOnly_", sameSite = "# SameSite="

    static func data(_ store: CookieStore) -> Data {
        var text = head
        for cookie in store.cookies {
            if let site = cookie.sameSite { text += sameSite + site.rawValue + "\n" }
            let words = [
                (cookie.isHTTPOnly ? httpOnly : "") + (cookie.isHostOnly ? "" : ".") + cookie.domain,
                flag(!cookie.isHostOnly), cookie.path, flag(cookie.isSecure),
                String(cookie.expires.map(seconds) ?? 0), cookie.name, cookie.value,
            ]
            text += words.joined(separator: "\t") + "\n"
        }
        return Data(text.utf8)
    }

    /// Reads a file; none and an empty one hold no cookies.
    ///
    /// - Throws: ``FileFailure`` of a line that is no cookie: what is not understood is not written over.
    static func store(_ data: Data?, _ path: String) throws(FileFailure) -> CookieStore {
        guard let data else { return CookieStore() }
        guard let text = String(validating: data, as: UTF8.self) else { throw damaged(path, "it is no text") }
        var cookies: [Cookie] = []
        var site: Cookie.SameSite?
        // Of a carriage return and a line feed Swift makes one character.
        let lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false)
        for (index, bytes) in lines.enumerated() {
            let line = Substring(bytes.last == 13 ? bytes.dropLast() : bytes)
            if line.hasPrefix(sameSite) {
                site = Cookie.SameSite(rawValue: String(line.dropFirst(sameSite.count)))
            } else if !line.isEmpty, !line.hasPrefix("#") || line.hasPrefix(httpOnly) {
                guard var cookie = cookie(line) else { throw damaged(path, "line \(index + 1) is no cookie") }
                cookie.sameSite = site
                cookies.append(cookie)
                site = nil
            }
        }
        return CookieStore(cookies)
    }

    private static func cookie(_ line: Substring) -> Cookie? {
        let isHTTPOnly = line.hasPrefix(httpOnly)
        let words = line.dropFirst(isHTTPOnly ? httpOnly.count : 0).split(
            separator: "\t", omittingEmptySubsequences: false)
        // An empty value is left out by some.
        guard words.count == 7 || words.count == 6, let reachesBeneath = bool(words[1]), let isSecure = bool(words[3]),
            let end = Int64(words[4]), words[2].hasPrefix("/")
        else { return nil }
        let domain = words[0].hasPrefix(".") ? words[0].dropFirst() : words[0]
        let value = words.count == 7 ? words[6] : ""
        let odd = (words[5] + value).utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: ";") }
        guard !domain.isEmpty, !odd else { return nil }
        return Cookie(
            name: String(words[5]), value: String(value), domain: domain.lowercased(), isHostOnly: !reachesBeneath,
            path: String(words[2]), isSecure: isSecure, isHTTPOnly: isHTTPOnly,
            expires: end == 0 ? nil : Date(timeIntervalSince1970: Double(end)))
    }

    /// Whole seconds, never 0, which is the end of a session.
    private static func seconds(_ date: Date) -> Int64 {
        max(1, Int64(max(-1e15, min(1e15, date.timeIntervalSince1970)).rounded(.up)))
    }

    private static func flag(_ isTrue: Bool) -> String { isTrue ? "TRUE" : "FALSE" }

    private static func bool(_ word: Substring) -> Bool? {
        switch word.uppercased() {
        case "TRUE": true
        case "FALSE": false
        default: nil
        }
    }

    private static func damaged(_ path: String, _ reason: String) -> FileFailure {
        FileFailure(path, "is no cookie jar, or is damaged: \(reason); mend it, or name another file")
    }
}
