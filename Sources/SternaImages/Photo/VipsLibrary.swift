#if os(Linux)
import CVips
import Glibc
import Sterna

/// libvips, opened when it is first needed.
struct VipsLibrary: @unchecked Sendable {
    private typealias Start = @convention(c) (UnsafePointer<CChar>) -> Int32
    private typealias Set = @convention(c) (Int32) -> Void
    private typealias Source = @convention(c) (UnsafePointer<CChar>) -> UnsafeMutableRawPointer?
    private typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void
    private typealias Count = @convention(c) (UnsafeMutableRawPointer) -> Int32
    private typealias HasField = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>) -> UInt
    private typealias Number =
        @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, UnsafeMutablePointer<Int32>) -> Int32
    private typealias Listen =
        @convention(c) (UnsafePointer<CChar>, UInt32, Silence, UnsafeMutableRawPointer?) -> UInt32
    private typealias Silence =
        @convention(c) (
            UnsafePointer<CChar>?, UInt32, UnsafePointer<CChar>?, UnsafeMutableRawPointer?
        ) -> Void
    private typealias Text =
        @convention(c) (
            UnsafeMutableRawPointer, UnsafePointer<CChar>, UnsafeMutablePointer<UnsafePointer<CChar>?>
        ) -> Int32
    private typealias Stop = @convention(c) (UnsafeMutableRawPointer, Int32) -> Void
    private typealias Words = @convention(c) () -> UnsafePointer<CChar>?
    private typealias Forget = @convention(c) () -> Void

    private let source: Source
    private let open: sterna_vips_open_t
    private let thumbnail: sterna_vips_thumbnail_t
    private let save: sterna_vips_save_t
    private let doubles: sterna_vips_doubles_t
    private let (width, height, colours): (Count, Count, Count)
    private let number: Number
    private let hasField: HasField
    private let text: Text
    private let stop: Stop
    private let (release, releaseBytes, releaseArea): (Release, Release, Release)
    private let words: Words
    private let forgetWords: Forget

    /// The library, or why there is none.
    static let shared = Result { () throws(PhotoFailure) in try VipsLibrary() }

    private init() throws(PhotoFailure) {
        let missing = MissingLibrary(file: "libvips.so.42", package: "libvips42", purpose: "to shrink a photo")
        guard let file = SharedLibrary("libvips.so.42") else {
            throw PhotoFailure(.missingLibrary, missing.description)
        }
        guard let start = file.function("vips_init", as: Start.self),
            let source = file.function("vips_source_new_from_file", as: Source.self),
            let open = file.function("vips_image_new_from_source", as: sterna_vips_open_t.self),
            let thumbnail = file.function("vips_thumbnail_source", as: sterna_vips_thumbnail_t.self),
            let save = file.function("vips_jpegsave_buffer", as: sterna_vips_save_t.self),
            let doubles = file.function("vips_array_double_newv", as: sterna_vips_doubles_t.self),
            let width = file.function("vips_image_get_width", as: Count.self),
            let height = file.function("vips_image_get_height", as: Count.self),
            let colours = file.function("vips_image_get_interpretation", as: Count.self),
            let number = file.function("vips_image_get_int", as: Number.self),
            let hasField = file.function("vips_image_get_typeof", as: HasField.self),
            let text = file.function("vips_image_get_string", as: Text.self),
            let stop = file.function("vips_image_set_kill", as: Stop.self),
            let release = file.function("g_object_unref", as: Release.self),
            let releaseBytes = file.function("g_free", as: Release.self),
            let releaseArea = file.function("vips_area_unref", as: Release.self),
            let words = file.function("vips_error_buffer", as: Words.self),
            let forgetWords = file.function("vips_error_clear", as: Forget.self)
        else { throw PhotoFailure(.missingLibrary, "libvips on this machine is older than 8.9: install a newer one") }
        guard start("sterna") == 0 else { throw PhotoFailure(.missingLibrary, "libvips does not start") }
        (self.source, self.open, self.thumbnail) = (source, open, thumbnail)
        (self.save, self.doubles) = (save, doubles)
        (self.width, self.height, self.colours) = (width, height, colours)
        (self.hasField, self.number, self.text, self.stop) = (hasField, number, text, stop)
        (self.release, self.releaseBytes, self.releaseArea) = (release, releaseBytes, releaseArea)
        (self.words, self.forgetWords) = (words, forgetWords)
        // One photo at a time on one thread, and nothing kept of the last one: flat memory.
        file.function("vips_concurrency_set", as: Set.self)?(1)
        file.function("vips_cache_set_max", as: Set.self)?(0)
        // What it would warn of on standard error is in the error, too.
        _ = file.function("g_log_set_handler", as: Listen.self)?("VIPS", 1 << 4, { _, _, _, _ in }, nil)
        // Only readers that are tested against hostile files, where the library tells them apart (8.13).
        file.function("vips_block_untrusted_set", as: Set.self)?(1)
    }
}

// MARK: - Images

extension VipsLibrary {
    /// An image of the library, with the source that it is read from.
    final class Image: @unchecked Sendable {
        fileprivate let pointer: UnsafeMutableRawPointer
        private let source: UnsafeMutableRawPointer
        private let library: VipsLibrary

        fileprivate init(_ pointer: UnsafeMutableRawPointer, _ source: UnsafeMutableRawPointer, _ library: VipsLibrary)
        {
            self.pointer = pointer
            self.source = source
            self.library = library
        }

        deinit {
            library.release(pointer)
            library.release(source)
        }

        var width: Int { Int(library.width(pointer)) }
        var height: Int { Int(library.height(pointer)) }

        /// Whether a flag of its head is set.
        func says(_ flag: String) -> Bool {
            var value: Int32 = 0
            return has(flag) && library.number(pointer, flag, &value) == 0 && value != 0
        }

        private func has(_ field: String) -> Bool { library.hasField(pointer, field) != 0 }

        /// Whether its colours are others than those of a screen: it has a profile, or is made of inks (CMYK).
        var hasOwnColours: Bool { has("icc-profile-data") || library.colours(pointer) == 15 }

        /// The reader that the library has chosen, such as `jpegload_source`.
        var reader: String {
            var name: UnsafePointer<CChar>?
            guard library.text(pointer, "vips-loader", &name) == 0, let name else { return "" }
            return String(cString: name)
        }

        /// Ends the work on the image; called while another thread saves it.
        func stop() { library.stop(pointer, 1) }
    }

    /// The image of a file, of which only the head is read.
    func head(of path: String) -> Image? {
        read(path) { sterna_vips_open(open, $0) }
    }

    /// The image of a file, upright and within a square; it is read when it is saved.
    func thumbnail(of path: String, side: Int, convertsColours: Bool) -> Image? {
        read(path) { source in
            var image: UnsafeMutableRawPointer?
            let profile = convertsColours ? "srgb" : nil
            return sterna_vips_thumbnail(thumbnail, source, &image, Int32(side), profile) == 0 ? image : nil
        }
    }

    private func read(
        _ path: String, _ make: (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
    ) -> Image? {
        forgetWords()
        guard let source = source(path) else { return nil }
        guard let image = make(source) else {
            release(source)
            return nil
        }
        return Image(image, source, self)
    }

    /// The image as a JPEG; `nil` when it cannot be read to its end, or was stopped.
    func jpeg(_ image: Image, quality: Int, keepsMetadata: Bool) -> Data? {
        forgetWords()
        guard let white = sterna_vips_white(doubles) else { return nil }
        defer { releaseArea(white) }
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let code = sterna_vips_jpeg(
            save, image.pointer, &bytes, &count, Int32(quality), keepsMetadata ? 0 : 1, white)
        defer { releaseBytes(bytes) }
        guard code == 0, let bytes else { return nil }
        return Data(bytes: bytes, count: count)
    }

    /// What the library says of the last failure, on one line.
    var lastWords: String {
        let text = words().map { String(cString: $0) } ?? ""
        let line = text.split(separator: "\n").first.map(String.init) ?? "no reason is given"
        return line.escapedForDisplay
    }
}
#endif
