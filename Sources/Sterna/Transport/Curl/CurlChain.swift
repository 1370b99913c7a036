#if os(Linux)
import CCurl

/// The certificates by which OpenSSL came to trust a server, through the very library that libcurl runs on.
struct CurlChain: Sendable {
    typealias Chain = @convention(c) @Sendable (UnsafeRawPointer?) -> UnsafeRawPointer?
    typealias Verdict = @convention(c) @Sendable (UnsafeRawPointer?) -> Int
    typealias Count = @convention(c) @Sendable (UnsafeRawPointer?) -> Int32
    typealias Value = @convention(c) @Sendable (UnsafeRawPointer?, Int32) -> UnsafeRawPointer?
    typealias Key = @convention(c) @Sendable (UnsafeRawPointer?) -> UnsafeRawPointer?
    typealias Encode =
        @convention(c) @Sendable (UnsafeRawPointer?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32

    private let chain: Chain
    private let verdict: Verdict
    private let count: Count
    private let value: Value
    private let key: Key
    private let encode: Encode

    /// `nil` where libcurl runs on another library, or on an OpenSSL older than 1.1.
    static let openSSL = CurlChain()

    private init?() {
        // Never another version beside it: one's pointers mean nothing to the other.
        let loaded = SharedLibrary.ofProcess
        guard
            let chain = loaded.function("SSL_get0_verified_chain", as: Chain.self),
            let verdict = loaded.function("SSL_get_verify_result", as: Verdict.self),
            let count = loaded.function("OPENSSL_sk_num", as: Count.self),
            let value = loaded.function("OPENSSL_sk_value", as: Value.self),
            let key = loaded.function("X509_get_X509_PUBKEY", as: Key.self),
            let encode = loaded.function("i2d_X509_PUBKEY", as: Encode.self)
        else { return nil }
        self.chain = chain
        self.verdict = verdict
        self.count = count
        self.value = value
        self.key = key
        self.encode = encode
    }

    /// The keys of the chain, the server's own first; empty when nothing was verified.
    func pins(of connection: UnsafeRawPointer) throws(MissingLibrary) -> [Pin] {
        guard verdict(connection) == 0, let list = chain(connection) else { return [] }
        var pins: [Pin] = []
        for index in 0..<max(0, count(list)) {
            let info = key(value(list, index))
            let length = encode(info, nil)
            guard length > 0 else { continue }
            var bytes = [UInt8](repeating: 0, count: Int(length))
            bytes.withUnsafeMutableBufferPointer { space in
                var place = space.baseAddress
                _ = encode(info, &place)
            }
            pins.append(Pin(try Digest.sha256(bytes)))
        }
        return pins
    }
}

extension CurlHandle {
    /// Why the connection may not be used, given the pins of its host; `nil` when it may.
    var pinFailure: String? {
        guard !pins.isEmpty else { return nil }
        guard let openSSL = CurlChain.openSSL, let connection = sterna_get_openssl(easy) else {
            return "the server's keys cannot be seen: pins need a libcurl that is built with OpenSSL 1.1 or newer"
        }
        let seen: [Pin]
        do throws(MissingLibrary) { seen = try openSSL.pins(of: connection) } catch { return String(describing: error) }
        guard !seen.isEmpty else { return "the server's certificate was not verified, so that no pin can hold" }
        guard !seen.contains(where: pins.contains) else { return nil }
        return "none of the host's keys is pinned; they are \(seen.map(\.description).joined(separator: ", "))"
    }
}
#endif
