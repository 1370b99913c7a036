#if os(Linux)
import SternaImages
import SternaTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct PhotoMemoryTests {
    @Test func `a photo of 24 megapixels takes at most 48 MiB`() async throws {
        let photos = try TestPhoto()
        let small = try await photos.make("small.jpg", 40, 30)
        let path = photos.folder.path("big.jpg")
        try await photos.convert(["-size", "6000x4000", "plasma:fractal", "-quality", "92", path])
        try TestPhoto.addCameraData(orientation: 6, to: path)
        await #expect(processExitsWith: .success) { [small = small as String, path = path as String] in
            // The library itself, opened and warm, is not the photo's.
            _ = try await PhotoShrinker().shrink(small)
            let before = ProcessUsage.now().residentBytes
            let photo = try await PhotoShrinker().shrink(path)
            #expect(photo.height == 1600)
            let growth = peakResidentBytes() - before
            #expect(growth <= 48 << 20, "grew by \(growth >> 20) MiB")
        }
    }
}

/// The most that the process has had in memory so far.
private func peakResidentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? .max >> 10) << 10
}
#endif
