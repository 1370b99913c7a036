import Sterna
import SternaImages
import SternaTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct PhotoShrinkerTests {
    private let photos: TestPhoto

    init() throws {
        photos = try TestPhoto()
    }

    /// How the camera was held, and which quadrant comes to lie where.
    private static let orientations: [(UInt8, [String])] = [
        (1, ["red", "green", "blue", "white"]), (2, ["green", "red", "white", "blue"]),
        (3, ["white", "blue", "green", "red"]), (4, ["blue", "white", "red", "green"]),
        (5, ["red", "blue", "green", "white"]), (6, ["blue", "red", "white", "green"]),
        (7, ["white", "green", "blue", "red"]), (8, ["green", "white", "red", "blue"]),
    ]

    @Test(arguments: orientations) func `a photo is turned upright`(orientation: UInt8, upright: [String]) async throws
    {
        let path = try await photos.make("a.jpg", 400, 300)
        try TestPhoto.addCameraData(orientation: orientation, to: path)
        let photo = try await PhotoShrinker(ShrinkOptions(longestSide: 200)).shrink(path)
        #expect(photo.width == (orientation < 5 ? 200 : 150) && photo.height == (orientation < 5 ? 150 : 200))
        #expect(try await photos.quadrants(of: photo) == upright)
    }

    @Test func `a photo of 24 megapixels becomes an upright one of 1600 pixels`() async throws {
        let path = try await photos.make("big.jpg", 6000, 4000)
        try TestPhoto.addCameraData(orientation: 6, to: path)
        let target = photos.folder.path("small.jpg")
        let photo = try await PhotoShrinker().shrink(path, to: target)
        #expect((photo.width, photo.height) == (1067, 1600))
        #expect(try await photos.quadrants(of: photo) == ["blue", "red", "white", "green"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == photo.data)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: photos.folder.path).filter { $0.contains(".part") }
                == [])
    }

    @Test func `what the camera wrote is left out, unless it is asked for`() async throws {
        let path = try await photos.make("a.jpg", 400, 300)
        try TestPhoto.addCameraData(orientation: 1, to: path)
        func holdsPlace(_ photo: ShrunkPhoto) -> Bool {
            String(decoding: photo.data, as: UTF8.self).contains("GPS-HERE")
        }
        #expect(!holdsPlace(try await PhotoShrinker().shrink(path)))
        #expect(holdsPlace(try await PhotoShrinker(ShrinkOptions(keepsMetadata: true)).shrink(path)))
    }

    @Test func `a small photo is not made larger`() async throws {
        let photo = try await PhotoShrinker().shrink(try await photos.make("a.jpg", 101, 51))
        #expect((photo.width, photo.height) == (101, 51))
        try await photos.convert(["-size", "1x1", "xc:red", photos.folder.path("dot.png")])
        let dot = try await PhotoShrinker().shrink(photos.folder.path("dot.png"))
        #expect((dot.width, dot.height) == (1, 1))
    }

    @Test(arguments: [
        ("a.png", []), ("a.webp", []), ("a.heic", []), ("a.gif", []), ("a.tif", []),
        ("gray.jpg", ["-colorspace", "CMYK"]),
        ("deep.png", ["-depth", "16"]), ("progressive.jpg", ["-interlace", "JPEG"]),
    ])
    func `photos of other kinds are read`(name: String, options: [String]) async throws {
        let path = try await photos.make(name, 400, 300, options)
        let photo = try await PhotoShrinker(ShrinkOptions(longestSide: 200)).shrink(path)
        #expect((photo.width, photo.height) == (200, 150) && photo.data.starts(with: [0xFF, 0xD8]))
        #expect(try await photos.quadrants(of: photo).first == "red" || name == "gray.jpg")
    }

    @Test func `what is transparent becomes white`() async throws {
        let path = photos.folder.path("clear.png")
        try await photos.convert(["-size", "80x60", "xc:none", path])
        let photo = try await PhotoShrinker().shrink(path)
        #expect(try await photos.quadrants(of: photo) == ["white", "white", "white", "white"])
    }

    @Test func `better quality takes more bytes`() async throws {
        let path = photos.folder.path("noise.jpg")
        try await photos.convert(["-size", "800x600", "plasma:fractal", path])
        let sizes = try await [0.1, 0.7, 1.0].asyncMap {
            try await PhotoShrinker(ShrinkOptions(quality: $0)).shrink(path).data.count
        }
        #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
    }

    @Test func `a photo is never written over itself, and nothing is left of a failure`() async throws {
        let path = try await photos.make("a.jpg", 40, 30)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let link = photos.folder.path("link.jpg")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        for target in [path, link] {
            let error = await #expect(throws: PhotoFailure.self) { try await PhotoShrinker().shrink(path, to: target) }
            #expect(error?.reason == .file && error?.description.contains("is the photo itself") == true)
        }
        let nowhere = await #expect(throws: PhotoFailure.self) {
            try await PhotoShrinker().shrink(path, to: "/nowhere/b.jpg")
        }
        #expect(nowhere?.reason == .file && nowhere?.description.contains("/nowhere") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: photos.folder.path).sorted() == ["a.jpg", "link.jpg"])
    }

    @Test(arguments: ["photo[1].jpg", "photo[shrink=8]", "фото 写真 📷.jpg", "-rf.jpg", "a%d.jpg"])
    func `a name means nothing but the file`(name: String) async throws {
        let path = try await photos.make("a.jpg", 400, 300)
        try FileManager.default.moveItem(atPath: path, toPath: photos.folder.path(name))
        let photo = try await PhotoShrinker().shrink(photos.folder.path(name))
        #expect(photo.width == 400)
    }

    @Test func `ten at once are done one after the other, and one that is cancelled ends`() async throws {
        let path = try await photos.make("big.jpg", 6000, 4000)
        let tasks = (0..<10).map { _ in Task { try await PhotoShrinker(ShrinkOptions(longestSide: 64)).shrink(path) } }
        for task in tasks[5...] { task.cancel() }
        for task in tasks[..<5] { #expect(try await task.value.width == 64) }
        for task in tasks[5...] { await #expect(throws: CancellationError.self) { try await task.value } }
    }

    @Test func `a part of a form holds the smaller photo under a name that fits`() async throws {
        let path = try await photos.make("beach day.png", 400, 300)
        let server = try LoopbackServer { _, _ in .json("[]") }
        let api = try APIClient(baseURL: server.url)
        let form: MultipartForm = [try await .photo("photo", path, ShrinkOptions(longestSide: 100))]
        _ = try await api.data(for: Endpoint<Data>(.post, "/", body: .multipart(form)))
        let text = String(decoding: try #require(server.requests.first).body.prefix(300), as: UTF8.self)
        #expect(text.contains(#"name="photo"; filename="beach day.jpg""#) && text.contains("Content-Type: image/jpeg"))
    }
}

extension Sequence where Self: Sendable, Element: Sendable {
    fileprivate func asyncMap<T>(_ body: (Element) async throws -> T) async rethrows -> [T] {
        var results: [T] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
