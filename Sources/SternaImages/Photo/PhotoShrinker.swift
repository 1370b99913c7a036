import Sterna

/// Makes photos smaller before they are sent: down to a longest side, turned upright as the camera says (EXIF), without
/// what it wrote about the place, as a JPEG.
///
/// ```swift
/// let photo = try await PhotoShrinker().shrink("/tmp/beach.heic")
/// print(photo.width, photo.height, photo.data.count)
/// ```
///
/// JPEG, PNG and WebP are read, and HEIC and what else the system's library knows. Nothing is read into memory as a
/// whole where it can be read line by line; where it cannot, ``ShrinkOptions/wholePixelLimit`` bounds it. Photos are
/// shrunk one after the other, so that many at once take no more memory than one. Transparent parts become white,
/// other colour spaces sRGB.
///
/// On Apple platforms ImageIO does the work. On Linux it is libvips (Debian's `libvips42`), which is opened when it is
/// first needed.
public struct PhotoShrinker: Sendable {
    /// How small, and how good.
    public var options: ShrinkOptions

    private static let turn = FairSemaphore(1)

    /// A shrinker with its options.
    public init(_ options: ShrinkOptions = ShrinkOptions()) {
        self.options = options
    }

    /// Makes a smaller photo of a file.
    ///
    /// - Throws: ``PhotoFailure``, and `CancellationError` when the task is cancelled meanwhile.
    @concurrent
    public func shrink(_ path: String) async throws -> ShrunkPhoto {
        if let flaw = options.flaw { throw PhotoFailure(.invalidOptions, flaw) }
        if let failure = Self.obstacle(at: path) { throw failure }
        try await Self.turn.wait()
        defer { Self.turn.signal() }
        return try await PhotoEngine.shrink(path, options)
    }

    /// Makes a smaller photo of a file and writes it to another, which appears only when it is complete.
    ///
    /// - Parameters:
    ///   - path: the photo; it is never written to.
    ///   - target: where the smaller one goes; a file of that name is replaced.
    /// - Returns: what was written.
    /// - Throws: as ``shrink(_:)``; also when `target` is the photo itself, or cannot be written.
    @discardableResult
    public func shrink(_ path: String, to target: String) async throws -> ShrunkPhoto {
        let real = PartFile.resolved(target)
        if let source = Self.identity(of: path), source == Self.identity(of: real) {
            throw PhotoFailure(.file, "\(target) is the photo itself: give the smaller one another name")
        }
        if let obstacle = PartFile.obstacle(at: real, replaces: true) {
            throw PhotoFailure(.file, obstacle.description)
        }
        let photo = try await shrink(path)
        do {
            let part = try PartFile(PartFile.path(for: real))
            do {
                try part.restart(note: nil)
                try part.append(photo.data)
                try part.finish(as: real, replaces: true)
            } catch {
                part.discard()
                throw error
            }
        } catch let failure as FileFailure {
            throw PhotoFailure(.file, failure.description)
        }
        return photo
    }
}
