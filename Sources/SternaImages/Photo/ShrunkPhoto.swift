/// A photo that was made smaller: a JPEG, upright, in sRGB.
public struct ShrunkPhoto: Hashable, Sendable {
    /// The JPEG.
    public let data: Data
    /// How wide it is, in pixels.
    public let width: Int
    /// How high it is, in pixels.
    public let height: Int
}
