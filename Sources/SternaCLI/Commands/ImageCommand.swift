import Sterna
import SternaImages

/// `sterna image`: makes one photo smaller.
struct ImageCommand: Sendable {
    let path: String
    let target: String
    let options: ShrinkOptions

    /// Shrinks the photo; the exit code is that of the help.
    func run() async -> Int32 {
        do {
            let shrinker = PhotoShrinker(options)
            guard target != "-" else {
                let photo = try await shrinker.shrink(path)
                try DescriptorWriter.output.write(photo.data)
                return 0
            }
            let photo = try await shrinker.shrink(path, to: target)
            let size = ByteCount.text(Int64(photo.data.count))
            try? DescriptorWriter.error.write(
                "\(target.escapedForDisplay): \(photo.width) × \(photo.height) pixels, \(size)\n")
            return 0
        } catch is CancellationError {
            return 130
        } catch is ClosedPipe {
            return 0
        } catch {
            let failure = Failure.apiError(error)
            try? DescriptorWriter.error.write("sterna: \(failure.detail)\n")
            return failure.kind.exitCode
        }
    }
}
