import Foundation
import SternaTesting

// Usage: Soak [--quick] [--seed N] [--only NAME]… [--output FILE]; Scripts/soak builds and runs it.
do {
    let options = try SoakOptions(CommandLine.arguments.dropFirst())
    let soak = Soak(options)
    let figures = try await soak.run()
    if let output = options.output { try SoakPage(figures, options).write(to: output) }
    exit(figures.allSatisfy(\.report.isGood) ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("soak: \(error)\n".utf8))
    exit(2)
}
