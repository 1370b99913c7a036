#if os(Linux)
import CCurl

/// libcurl itself, set up once for the process before any thread uses it.
enum CurlLibrary {
    /// What came of the set-up; a failure is told to the first request.
    static let startUp: CURLcode = {
        keepOpenSSL()
        return curl_global_init(Int(CURL_GLOBAL_ALL))
    }()

    /// OpenSSL would take itself apart when the process exits, under the hands of threads that still make calls, which
    /// ends in a crash instead of an exit. It is told not to (`OPENSSL_INIT_NO_ATEXIT`): the system takes all back.
    private static func keepOpenSSL() {
        typealias Start = @convention(c) (UInt64, UnsafeRawPointer?) -> Int32
        _ = SharedLibrary.ofProcess.function("OPENSSL_init_crypto", as: Start.self)?(0x0008_0000, nil)
    }

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
