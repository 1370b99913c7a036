/// How a photo is made smaller before it is sent.
public struct ShrinkOptions: Hashable, Sendable {
    /// The longest side that it may have afterwards, in pixels; a smaller photo is not made larger. Default: 1600.
    public var longestSide: Int
    /// The quality of the JPEG, from 0 to 1. Default: 0.7.
    public var quality: Double
    /// Whether what the camera wrote into it stays, the place where it was taken included. Default: `false`.
    public var keepsMetadata: Bool
    /// The most pixels that a photo may have. Default: 400 million.
    public var pixelLimit: Int
    /// The most pixels of a photo that cannot be read line by line, so that all of it has to be in memory: a
    /// progressive JPEG, an interlaced PNG, WebP and HEIC. Default: 50 million, which take up to 200 MB.
    public var wholePixelLimit: Int

    /// Options, each with its default.
    public init(
        longestSide: Int = 1600, quality: Double = 0.7, keepsMetadata: Bool = false, pixelLimit: Int = 400_000_000,
        wholePixelLimit: Int = 50_000_000
    ) {
        self.longestSide = longestSide
        self.quality = quality
        self.keepsMetadata = keepsMetadata
        self.pixelLimit = pixelLimit
        self.wholePixelLimit = wholePixelLimit
    }

    /// Why nothing can be made of these options; `nil` when they are sound.
    var flaw: String? {
        if longestSide < 1 || longestSide > 65_500 {
            return "the longest side is \(longestSide): give 1 to 65500 pixels"
        }
        if !(quality >= 0 && quality <= 1) { return "the quality is \(quality): give 0 to 1" }
        return nil
    }
}
