#if os(Linux)
/// Undoes one coding, piece by piece. One task at a time uses it.
protocol DecoderStage: AnyObject {
    /// Whether the coded stream has come to its end; bytes after it are passed over.
    var isAtEnd: Bool { get }

    /// Decodes from `input` into `output`.
    ///
    /// - Returns: how many bytes were taken and how many were made; none of either when more input is needed.
    /// - Throws: ``CodingFault`` when the bytes are not of the coding.
    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CodingFault) -> (taken: Int, made: Int)
}
#endif
