#if os(Linux)
import CCurl

/// libcurl itself, set up once for the process before any thread uses it.
enum CurlLibrary {
    /// What came of the set-up; a failure is told to the first request.
    static let startUp: CURLcode = curl_global_init(Int(CURL_GLOBAL_ALL))

    /// Why libcurl cannot be used here; `nil` when it can.
    static let refusal: String? = {
        guard startUp == CURLE_OK else { return "libcurl could not be set up (code \(startUp.rawValue))" }
        let oldest: UInt32 = 0x075000
        guard sterna_version() >= oldest else {
            return "this libcurl is older than 7.80: install a newer libcurl4"
        }
        return nil
    }()

    /// Whether no write of libcurl, of TLS neither, can raise a signal: callers' threads do not block SIGPIPE. Older
    /// versions let OpenSSL write by itself.
    static let writesWithoutSignals = sterna_version() >= 0x075800

    /// The words of libcurl for a code.
    static func words(for code: CURLcode) -> String {
        String(cString: curl_easy_strerror(code))
    }
}
#endif
