import SternaImages
import TestSupport

/// Pictures that ImageMagick makes and reads, so that both ends are not ours: quadrants of red, green, blue and white.
struct TestPhoto {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A picture of that size with the quadrants red | green over blue | white.
    func make(_ name: String, _ width: Int, _ height: Int, _ options: [String] = []) async throws -> String {
        let (half, rest) = (width / 2, width - width / 2)
        let (upper, lower) = (height / 2, height - height / 2)
        let words =
            ["(", "-size", "\(half)x\(upper)", "xc:red", "-size", "\(rest)x\(upper)", "xc:lime", "+append", ")"]
            + ["(", "-size", "\(half)x\(lower)", "xc:blue", "-size", "\(rest)x\(lower)", "xc:white", "+append", ")"]
            + ["-append"] + options + [folder.path(name)]
        try await convert(words)
        return folder.path(name)
    }

    func convert(_ words: [String]) async throws {
        let outcome = try await ChildProcess.run("convert", words)
        guard outcome.code == 0 else { throw ChildProcess.Failure("convert: \(outcome.errorText)") }
    }

    /// The colour in the middle of each quadrant, named: upper left, upper right, lower left, lower right.
    func quadrants(of photo: ShrunkPhoto) async throws -> [String] {
        let path = folder.path("seen-\(UInt32.random(in: 0 ... .max)).jpg")
        try photo.data.write(to: URL(fileURLWithPath: path))
        let outcome = try await ChildProcess.run("convert", [path, "-depth", "8", "rgb:-"])
        let (pixels, width, height) = ([UInt8](outcome.output), photo.width, photo.height)
        guard pixels.count == width * height * 3 else { return ["\(pixels.count) bytes of pixels"] }
        return [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
            let place = ((y * height / 4) * width + x * width / 4) * 3
            return Self.name(of: pixels[place..<place + 3].map { Int($0) })
        }
    }

    private static func name(of colour: [Int]) -> String {
        let known: [(String, [Int])] = [
            ("red", [255, 0, 0]), ("green", [0, 255, 0]), ("blue", [0, 0, 255]), ("white", [255, 255, 255]),
        ]
        return known.first { zip($0.1, colour).allSatisfy { abs($0 - $1) < 24 } }?.0 ?? "\(colour)"
    }

    /// Puts what a camera writes (EXIF) into a JPEG: how it was held, and where.
    static func addCameraData(orientation: UInt8, to path: String) throws {
        var jpeg = try Data(contentsOf: URL(fileURLWithPath: path))
        let place = Array("GPS-HERE".utf8)
        // TIFF, big-endian: Orientation, and ImageDescription, whose text lies behind the directory.
        var tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 2]
        tiff += [0x01, 0x0E, 0, 2, 0, 0, 0, 9, 0, 0, 0, 38]
        tiff += [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        tiff += [0, 0, 0, 0] + place + [0]
        let content = Array("Exif".utf8) + [0, 0] + tiff
        let length = content.count + 2
        jpeg.insert(contentsOf: [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content, at: 2)
        try jpeg.write(to: URL(fileURLWithPath: path))
    }
}
