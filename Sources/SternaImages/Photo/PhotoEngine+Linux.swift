#if os(Linux)
import Sterna

/// Shrinks one photo with libvips.
enum PhotoEngine {
    /// Kinds of photos, by the beginning of their reader's name: a page or a drawing is none, and its reader no reader
    /// for what strangers send.
    private static let readers = ["jpegload", "pngload", "webpload", "heifload", "gifload", "tiffload", "jxlload"]
    /// Those that have the whole image in memory.
    private static let wholeReaders = ["webpload", "heifload", "gifload", "jxlload"]

    static func shrink(_ path: String, _ options: ShrinkOptions) async throws -> ShrunkPhoto {
        let library = try VipsLibrary.shared.get()
        try Task.checkCancellation()
        guard let head = library.head(of: path) else {
            throw PhotoFailure(.unreadable, "\(path) is no photo that can be read here: \(library.lastWords)")
        }
        if let failure = refusal(of: head, path, options) { throw failure }
        guard
            let image = library.thumbnail(
                of: path, side: options.longestSide, convertsColours: head.hasOwnColours)
        else {
            throw PhotoFailure(.damaged, "\(path) is damaged: \(library.lastWords)")
        }
        let quality = max(1, Int((options.quality * 100).rounded()))
        let data = await withTaskCancellationHandler {
            library.jpeg(image, quality: quality, keepsMetadata: options.keepsMetadata)
        } onCancel: {
            image.stop()
        }
        try Task.checkCancellation()
        guard let data else { throw PhotoFailure(.damaged, "\(path) is damaged: \(library.lastWords)") }
        return ShrunkPhoto(data: data, width: image.width, height: image.height)
    }

    private static func refusal(
        of head: VipsLibrary.Image, _ path: String, _ options: ShrinkOptions
    ) -> PhotoFailure? {
        let reader = head.reader
        guard readers.contains(where: reader.hasPrefix) else {
            return PhotoFailure(.unreadable, "\(path) is no photo, but something for \(reader)")
        }
        let pixels = head.width * head.height
        let size = "\(path) has \(head.width) × \(head.height) pixels"
        guard pixels <= options.pixelLimit else {
            return PhotoFailure(.tooLarge, "\(size), more than the \(options.pixelLimit) that are allowed")
        }
        let isWhole =
            head.says("interlaced") || head.says("jpeg-multiscan") || wholeReaders.contains(where: reader.hasPrefix)
        guard !isWhole || pixels <= options.wholePixelLimit else {
            return PhotoFailure(
                .tooLarge,
                "\(size) that cannot be read line by line, more than the \(options.wholePixelLimit) that are allowed"
                    + " for such a photo: save it as a plain JPEG")
        }
        return nil
    }
}
#endif
