#if os(Linux)
/// Which stage undoes which coding.
enum DecoderStages {
    /// What undoes the coding; `nil` when its library is not there.
    static func make(_ coding: ContentCoding) -> (any DecoderStage)? {
        switch coding {
        case .gzip: ZlibStage(.gzip)
        case .deflate: ZlibStage(.deflate)
        case .br: BrotliStage()
        case .zstd: ZstandardStage()
        }
    }

    /// What is sent as `Accept-Encoding`: the codings whose libraries are there.
    static let accepted: String = {
        let known = ContentCoding.allCases.filter { make($0) != nil }
        return known.isEmpty ? "identity" : known.map(\.rawValue).joined(separator: ", ")
    }()
}
#endif
