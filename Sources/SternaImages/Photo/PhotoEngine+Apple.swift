#if canImport(ImageIO)
import CoreGraphics
import ImageIO

/// Shrinks one photo with ImageIO, which reads, turns and scales in one step. Not run on this project's machines.
enum PhotoEngine {
    static func shrink(_ path: String, _ options: ShrinkOptions) async throws -> ShrunkPhoto {
        try Task.checkCancellation()
        let url = URL(fileURLWithPath: path) as CFURL
        guard let source = CGImageSourceCreateWithURL(url, [kCGImageSourceShouldCache: false] as CFDictionary),
            let head = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any],
            let width = head[kCGImagePropertyPixelWidth] as? Int,
            let height = head[kCGImagePropertyPixelHeight] as? Int
        else { throw PhotoFailure(.unreadable, "\(path) is no photo that can be read here") }
        // ImageIO does not say what it reads line by line: HEIC and progressive files have the lower limit elsewhere.
        guard width * height <= options.pixelLimit else {
            throw PhotoFailure(
                .tooLarge, "\(path) has \(width) × \(height) pixels, more than the \(options.pixelLimit) allowed")
        }
        let scaling: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true,
            kCGImageSourceCreateThumbnailWithTransform: true,
            kCGImageSourceThumbnailMaxPixelSize: min(options.longestSide, max(width, height)),
        ]
        guard let image = CGImageSourceCreateThumbnailAtIndex(source, 0, scaling as CFDictionary),
            CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete
        else { throw PhotoFailure(.damaged, "\(path) is damaged") }
        try Task.checkCancellation()
        return try written(image, path, keeping: options.keepsMetadata ? head : [:], options.quality)
    }

    private static func written(
        _ image: CGImage, _ path: String, keeping head: [CFString: Any], _ quality: Double
    ) throws -> ShrunkPhoto {
        let data = NSMutableData()
        guard let target = CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil) else {
            throw PhotoFailure(.unreadable, "this system writes no JPEG")
        }
        var properties = head
        properties[kCGImagePropertyOrientation] = 1
        properties[kCGImageDestinationLossyCompressionQuality] = quality
        properties[kCGImageDestinationBackgroundColor] = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
        CGImageDestinationAddImage(target, image, properties as CFDictionary)
        guard CGImageDestinationFinalize(target) else { throw PhotoFailure(.damaged, "\(path) cannot be written") }
        return ShrunkPhoto(data: data as Data, width: image.width, height: image.height)
    }
}
#endif
