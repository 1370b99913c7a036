#if os(Linux)
import CCurl

/// One easy handle of libcurl, used for one transfer after the other. Only the loop's thread touches it.
final class CurlHandle {
    let easy: UnsafeMutableRawPointer
    /// The transfer that runs on the handle; the callbacks find it here.
    @exclusivity(unchecked) var transfer: CurlTransfer?
    /// The keys of which the server must have one; empty when its host is not pinned.
    @exclusivity(unchecked) var pins: Set<Pin> = []
    /// The proxy through which the transfer goes; `nil` when it goes straight to its host.
    @exclusivity(unchecked) var proxy: ProxyChoice.Proxy?
    unowned(unsafe) let loop: CurlLoop
    /// What is set for the last request, when that was a plain one.
    @exclusivity(unchecked) var known: CurlPlainRequest?
    /// The request's field lines, owned until the transfer is over.
    @exclusivity(unchecked) var lines: UnsafeMutablePointer<curl_slist>?
    @exclusivity(unchecked) var resolve: UnsafeMutablePointer<curl_slist>?
    /// The field lines that are for the proxy alone.
    @exclusivity(unchecked) var proxyLines: UnsafeMutablePointer<curl_slist>?
    /// Where libcurl writes its words about a failure.
    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    init(loop: CurlLoop) throws(CurlRefusal) {
        guard let easy = curl_easy_init() else { throw CurlRefusal(option: "handle", code: CURLE_OUT_OF_MEMORY) }
        self.easy = easy
        self.loop = loop
        errorText.pointee = 0
        try applyFixedOptions()
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(lines)
        curl_slist_free_all(resolve)
        curl_slist_free_all(proxyLines)
        errorText.deallocate()
    }

    /// Makes the handle ready for the next transfer. What a plain request set is kept, as the next one will mostly be
    /// like it.
    func recycle() throws(CurlRefusal) {
        transfer = nil
        if known == nil { try reset() }
    }

    /// Brings the handle back to its fixed options.
    func reset() throws(CurlRefusal) {
        known = nil
        curl_easy_reset(easy)
        curl_slist_free_all(lines)
        lines = nil
        curl_slist_free_all(resolve)
        resolve = nil
        curl_slist_free_all(proxyLines)
        proxyLines = nil
        errorText.pointee = 0
        try applyFixedOptions()
    }

    /// A connection for the present transfer is about to be made by this socket.
    func adopt(_ socket: Int32) {
        loop.sockets.adopt(socket, isSecure: transfer?.request.url.isSecure ?? true)
    }

    /// libcurl's words about the last failure; empty when it has none.
    var words: String { String(cString: errorText) }

    func set(_ option: CURLoption, _ value: Int) throws(CurlRefusal) {
        try check(option, sterna_set_long(easy, option, value))
    }

    func set(_ option: CURLoption, offset value: Int64) throws(CurlRefusal) {
        try check(option, sterna_set_offset(easy, option, curl_off_t(value)))
    }

    func set(_ option: CURLoption, _ value: String?) throws(CurlRefusal) {
        try check(option, sterna_set_text(easy, option, value))
    }

    func set(_ option: CURLoption, pointer: UnsafeRawPointer?) throws(CurlRefusal) {
        try check(option, sterna_set_pointer(easy, option, pointer))
    }

    func set(_ option: CURLoption, list: UnsafeMutablePointer<curl_slist>?) throws(CurlRefusal) {
        try check(option, sterna_set_list(easy, option, list))
    }

    private func check(_ option: CURLoption, _ code: CURLcode) throws(CurlRefusal) {
        guard code == CURLE_OK else { throw CurlRefusal(option: String(option.rawValue), code: code) }
    }

    private func check(_ option: StaticString, _ code: CURLcode) throws(CurlRefusal) {
        guard code == CURLE_OK else { throw CurlRefusal(option: option.description, code: code) }
    }

    /// What is the same for every transfer.
    private func applyFixedOptions() throws(CurlRefusal) {
        let own = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_PATH_AS_IS, 1)
        try set(CURLOPT_NOPROGRESS, 1)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_HTTP_CONTENT_DECODING, 0)
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(CURLOPT_PRIVATE, pointer: own)
        try set(CURLOPT_WRITEDATA, pointer: own)
        try set(CURLOPT_HEADERDATA, pointer: own)
        try set(CURLOPT_READDATA, pointer: own)
        try set(CURLOPT_SEEKDATA, pointer: own)
        try set(CURLOPT_PREREQDATA, pointer: own)
        let runner = UnsafeRawPointer(Unmanaged.passUnretained(loop).toOpaque())
        try set(CURLOPT_OPENSOCKETDATA, pointer: own)
        try set(CURLOPT_CLOSESOCKETDATA, pointer: runner)
        try set(CURLOPT_ERRORBUFFER, pointer: errorText)
        try check("PROTOCOLS", sterna_set_http_only(easy))
        try check("QUICK_EXIT", sterna_set_quick_exit(easy))
        try check("WRITEFUNCTION", sterna_set_data(easy, CURLOPT_WRITEFUNCTION, CurlCallbacks.write))
        try check("HEADERFUNCTION", sterna_set_data(easy, CURLOPT_HEADERFUNCTION, CurlCallbacks.header))
        try check("READFUNCTION", sterna_set_data(easy, CURLOPT_READFUNCTION, CurlCallbacks.read))
        try check("SEEKFUNCTION", sterna_set_seek(easy, CurlCallbacks.seek))
        try check("PREREQFUNCTION", sterna_set_prereq(easy, CurlCallbacks.prereq))
        try check("OPENSOCKETFUNCTION", sterna_set_open(easy, CurlCallbacks.openSocket))
        try check("CLOSESOCKETFUNCTION", sterna_set_close(easy, CurlCallbacks.closeSocket))
    }
}

/// What was set for a request that had no body and no method of its own.
struct CurlPlainRequest {
    let url: URI
    let fields: HTTPFields
    let connectLimit: Duration?
    let isStreamed: Bool

    /// `nil` of a request that needs more.
    init?(_ request: HTTPRequest) {
        guard Self.fits(request) else { return nil }
        url = request.url
        fields = request.fields
        connectLimit = request.timeouts.connect
        isStreamed = request.delivery == .streamed
    }

    static func fits(_ request: HTTPRequest) -> Bool {
        request.method == .get && request.body == nil
    }
}

/// libcurl refused an option: never ignored, always the end of the request.
struct CurlRefusal: Error {
    let option: String
    let code: CURLcode

    var description: String {
        "libcurl refused its option \(option): \(CurlLibrary.words(for: code)) (code \(code.rawValue))"
    }
}
#endif
