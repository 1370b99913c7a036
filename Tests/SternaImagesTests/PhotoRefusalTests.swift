import SternaImages
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct PhotoRefusalTests {
    private let photos: TestPhoto

    init() throws {
        photos = try TestPhoto()
    }

    private func failure(_ path: String, _ options: ShrinkOptions = ShrinkOptions()) async -> PhotoFailure? {
        await #expect(throws: PhotoFailure.self) { try await PhotoShrinker(options).shrink(path) }
    }

    @Test(arguments: [
        ("progressive.jpg", ["-interlace", "JPEG"]), ("interlaced.png", ["-interlace", "PNG"]), ("a.webp", []),
        ("a.heic", []),
    ])
    func `what has to be in memory as a whole has a lower limit`(name: String, options: [String]) async throws {
        let path = try await photos.make(name, 400, 300, options)
        let error = await failure(path, ShrinkOptions(wholePixelLimit: 119_999))
        #expect(error?.reason == .tooLarge && error?.description.contains("400 × 300") == true)
        #expect(error?.description.contains("save it as a plain JPEG") == true)
        #expect(try await PhotoShrinker(ShrinkOptions(wholePixelLimit: 120_000)).shrink(path).width == 400)
    }

    @Test func `a plain photo has the higher limit alone`() async throws {
        let path = try await photos.make("a.jpg", 400, 300)
        #expect(try await PhotoShrinker(ShrinkOptions(wholePixelLimit: 1)).shrink(path).width == 400)
        let error = await failure(path, ShrinkOptions(pixelLimit: 119_999))
        #expect(error?.reason == .tooLarge && error?.description.contains("119999") == true)
    }

    @Test func `a photo that is cut short is damaged, wherever it is cut`() async throws {
        let path = photos.folder.path("noise.jpg")
        try await photos.convert(["-size", "400x300", "plasma:fractal", path])
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        let cut = photos.folder.path("cut.jpg")
        for tenth in 0..<10 {
            try whole.prefix(whole.count * tenth / 10).write(to: URL(fileURLWithPath: cut))
            let error = await failure(cut)
            #expect(error?.reason == .damaged || error?.reason == .unreadable, "\(tenth) tenths")
        }
    }

    @Test func `what is no photo is told by name`() async throws {
        func file(_ name: String, _ text: String) throws -> String {
            try Data(text.utf8).write(to: photos.folder.url(name))
            return photos.folder.path(name)
        }
        #expect(await failure(try file("a.jpg", ""))?.description.hasSuffix("is empty") == true)
        #expect(await failure(try file("a.jpg", "hello"))?.reason == .unreadable)
        let drawing = #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>"#
        #expect(await failure(try file("a.svg", drawing))?.reason == .unreadable)
        #expect(await failure(photos.folder.path("none.jpg"))?.description.contains("No such file") == true)
        #expect(await failure(photos.folder.path)?.description.hasSuffix("is not a file") == true)
        #expect(await failure("a\0b")?.reason == .file)
    }

    @Test(arguments: [
        ShrinkOptions(longestSide: 0), ShrinkOptions(longestSide: -1), ShrinkOptions(longestSide: .max),
        ShrinkOptions(quality: -0.1), ShrinkOptions(quality: 70), ShrinkOptions(quality: .nan),
    ])
    func `options that make no sense are refused`(options: ShrinkOptions) async throws {
        let path = try await photos.make("a.jpg", 40, 30)
        #expect(await failure(path, options)?.reason == .invalidOptions)
    }
}
