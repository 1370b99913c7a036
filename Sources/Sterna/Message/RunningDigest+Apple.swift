#if canImport(CryptoKit)
import CryptoKit

/// A SHA-256 that is taken while the bytes come, through CryptoKit. One task uses it at a time.
package final class RunningDigest {
    private var hash = SHA256()

    /// Never throws here; on Linux a library may be missing.
    package init() throws(MissingLibrary) {}

    /// Adds bytes after those that came before.
    package func update(_ data: Data) {
        hash.update(data: data)
    }

    /// The digest of all bytes. Nothing may be added after it.
    package func finish() -> Digest {
        Digest(Array(hash.finalize()))
    }
}
#endif
