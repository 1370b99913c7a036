import SternaTesting
import TestSupport
import Testing

@testable import SternaCLI

@Suite(.timeLimit(.minutes(1))) struct ImageCommandTests {
    private let folder: TemporaryFolder
    private let photo: String

    init() throws {
        folder = try TemporaryFolder()
        photo = folder.path("beach.tif")
        try DemoPicture(width: 300, height: 200).tiff.write(to: folder.url("beach.tif"))
    }

    @Test func `a photo is made smaller, to a file or to a pipe`() async throws {
        let target = folder.path("small.jpg")
        let outcome = try await SternaProgram.run(["image", photo, "--max", "100", "--quality", "0.5", "-o", target])
        #expect(outcome.code == 0 && outcome.text.isEmpty && outcome.errorText.contains("100 × 67 pixels"))
        let piped = try await SternaProgram.run(["image", photo, "--max", "100", "--quality", "0.5", "-o", "-"])
        #expect(try piped.code == 0 && piped.output == Data(contentsOf: folder.url("small.jpg")))
    }

    @Test func `what is wrong is said, and the photo stays as it is`() async throws {
        let before = try Data(contentsOf: folder.url("beach.tif"))
        let cases: [([String], Int32, String)] = [
            (["image"], 2, "the photo is missing"), (["image", photo], 2, "-o is missing"),
            (["image", photo, "more", "-o", "-"], 2, "one word too many"),
            (["image", photo, "--max", "0", "-o", "-"], 2, "1 to 65500"),
            (["image", photo, "--quality", "70", "-o", "-"], 2, "0 to 1"),
            (["image", photo, "-o", photo], 9, "is the photo itself"),
            (["image", folder.path("none.jpg"), "-o", "-"], 9, "No such file"),
            (["image", photo, "-o", "/nowhere/x.jpg"], 9, "/nowhere"),
            (["image", "/dev/null", "-o", "-"], 9, "is not a file"),
        ]
        for (words, code, text) in cases {
            let outcome = try await SternaProgram.run(words)
            #expect(outcome.code == code && outcome.errorText.contains(text), "\(words): \(outcome.errorText)")
            #expect(outcome.text.isEmpty)
        }
        #expect(try Data(contentsOf: folder.url("beach.tif")) == before)
    }

    @Test func `--shrink makes the photos of a form smaller and leaves the rest alone`() async throws {
        let server = try LoopbackServer { _, _ in .json("[]") }
        try Data("plain".utf8).write(to: folder.url("note.txt"))
        let outcome = try await SternaProgram.run(
            [server.url, "photo@\(photo);type=image/tiff", "note@\(folder.path("note.txt"))", "--shrink", "100"])
        #expect(outcome.code == 0, "\(outcome.errorText)")
        let body = try #require(server.requests.first).body
        let text = String(decoding: body, as: UTF8.self)
        #expect(text.contains(#"filename="beach.jpg""#) && text.contains("Content-Type: image/jpeg"))
        #expect(text.contains("plain") && body.count < 20_000)
    }

    @Test func `--shrink without a photo, and with one that is broken, sends nothing`() async throws {
        let server = try LoopbackServer { _, _ in .json("[]") }
        let none = try await SternaProgram.run([server.url, "a=1", "--multipart", "--shrink", "100"])
        #expect(none.code == 2 && none.errorText.contains("--shrink has no photo"))
        try Data("not a photo".utf8).write(to: folder.url("broken.jpg"))
        let broken = try await SternaProgram.run([server.url, "photo@\(folder.path("broken.jpg"))", "--shrink", "100"])
        #expect(broken.code == 2 && broken.errorText.contains("broken.jpg is no photo"))
        #expect(server.requestCount == 0)
    }
}
