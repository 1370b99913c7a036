#if canImport(Glibc)
/// A SHA-256 that is taken while the bytes come, through libcrypto. One task uses it at a time.
package final class RunningDigest {
    private let library: CryptoLibrary
    private let context: OpaquePointer

    /// - Throws: `MissingLibrary` when there is no libcrypto.
    package init() throws(MissingLibrary) {
        guard let library = CryptoLibrary.shared, let context = library.new(),
            library.start(context, library.sha256(), nil) == 1
        else { throw MissingLibrary(file: "libcrypto.so.3", package: "libssl3", purpose: "a SHA-256") }
        self.library = library
        self.context = context
    }

    deinit { library.free(context) }

    /// Adds bytes after those that came before.
    package func update(_ data: Data) {
        data.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            _ = library.update(context, start, bytes.count)
        }
    }

    /// The digest of all bytes. Nothing may be added after it.
    package func finish() -> Digest {
        var bytes = [UInt8](repeating: 0, count: 32)
        _ = bytes.withUnsafeMutableBufferPointer { library.finish(context, $0.baseAddress, nil) }
        return Digest(bytes)
    }
}

/// The functions of libcrypto that take a digest (`openssl/evp.h`).
private struct CryptoLibrary: Sendable {
    typealias New = @convention(c) @Sendable () -> OpaquePointer?
    typealias Free = @convention(c) @Sendable (OpaquePointer?) -> Void
    typealias Algorithm = @convention(c) @Sendable () -> OpaquePointer?
    typealias Start = @convention(c) @Sendable (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32
    typealias Update = @convention(c) @Sendable (OpaquePointer?, UnsafeRawPointer?, Int) -> Int32
    typealias Finish =
        @convention(c) @Sendable (OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>?) -> Int32

    let new: New
    let free: Free
    let sha256: Algorithm
    let start: Start
    let update: Update
    let finish: Finish

    static let shared = CryptoLibrary()

    private init?() {
        guard let file = SharedLibrary("libcrypto.so.3", "libcrypto.so.1.1"),
            let new = file.function("EVP_MD_CTX_new", as: New.self),
            let free = file.function("EVP_MD_CTX_free", as: Free.self),
            let sha256 = file.function("EVP_sha256", as: Algorithm.self),
            let start = file.function("EVP_DigestInit_ex", as: Start.self),
            let update = file.function("EVP_DigestUpdate", as: Update.self),
            let finish = file.function("EVP_DigestFinal_ex", as: Finish.self)
        else { return nil }
        self.new = new
        self.free = free
        self.sha256 = sha256
        self.start = start
        self.update = update
        self.finish = finish
    }
}
#endif
