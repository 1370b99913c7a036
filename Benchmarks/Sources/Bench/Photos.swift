import Foundation
import SternaImages

/// A photo of 24 megapixels made smaller: against ImageMagick's `convert` doing the same, both to a file.
struct Photos {
    let options: [String: String]

    func run(into report: inout Report) async throws {
        let rounds = options["rounds"].flatMap { Int($0) } ?? 11
        let photo = options["photo"] ?? ""
        var ratios: [Double] = []
        var seconds: [Double] = []
        // The library, once it is open, is not the photo's memory.
        _ = try convert(photo)
        _ = try await PhotoShrinker().shrink(photo + ".theirs.jpg")
        ProcessFigures.resetPeak()
        let before = ProcessFigures.residentBytes
        for _ in 0..<rounds {
            let theirs = try convert(photo)
            let start = ContinuousClock.now
            let result = try await PhotoShrinker().shrink(photo, to: photo + ".small.jpg")
            seconds.append((ContinuousClock.now - start) / .seconds(1))
            guard result.height == 1600 else { throw Unexpected() }
            ratios.append(theirs / seconds[seconds.endIndex - 1])
        }
        let (spread, growth) = (Spread(ratios), ProcessFigures.peakBytes - before)
        print(
            "\nphoto of 24 megapixels to 1600 pixels: \(figure(Spread(seconds).median * 1e3, 0)) ms, speed against convert "
                + "\(figure(spread.median)) (\(figure(spread.low))…\(figure(spread.high))), memory grew by "
                + "\(growth >> 10) KiB")
        report.ratios.append(
            .init(
                of: "sterna photo", to: "convert photo", connections: 1, median: spread.median, low: spread.low,
                high: spread.high))
    }

    private func convert(_ photo: String) throws -> Double {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/convert")
        process.arguments = [
            photo, "-auto-orient", "-resize", "1600x1600", "-strip", "-quality", "70", photo + ".theirs.jpg",
        ]
        let start = ContinuousClock.now
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Unexpected() }
        return (ContinuousClock.now - start) / .seconds(1)
    }
}
