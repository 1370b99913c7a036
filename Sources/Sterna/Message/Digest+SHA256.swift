extension Digest {
    /// The SHA-256 of bytes in memory.
    ///
    /// - Throws: `MissingLibrary` on Linux when there is no libcrypto.
    public static func sha256(_ bytes: some Sequence<UInt8>) throws(MissingLibrary) -> Digest {
        let running = try RunningDigest()
        running.update(Data(bytes))
        return running.finish()
    }
}
