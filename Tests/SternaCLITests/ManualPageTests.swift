import TestSupport
import Testing

@testable import SternaCLI

@Suite struct ManualPageTests {
    private static let root = #filePath.components(separatedBy: "/Tests/")[0]

    @Test func `the manual page says what the help says`() throws {
        let page = ManualPage.text
        try Data(page.utf8).write(to: URL(fileURLWithPath: Self.root + "/.build/sterna.1"))
        let kept = try Data(contentsOf: URL(fileURLWithPath: Self.root + "/docs/sterna.1"))
        #expect(String(decoding: kept, as: UTF8.self) == page, "cp .build/sterna.1 docs/sterna.1")
        for option in OptionTable.request + OptionTable.serve + OptionTable.image + OptionTable.watching {
            #expect(page.contains("\\-\\-" + option.long.split(separator: "-").joined(separator: "\\-")))
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")))
    func `the formatter has nothing to complain about`() async throws {
        let page = Self.root + "/docs/sterna.1"
        let outcome = try await ChildProcess.run("groff", ["-man", "-Kutf8", "-ww", "-Tutf8", "-P-cbu", page])
        #expect(outcome.code == 0 && outcome.errorText == "")
        #expect(outcome.text.contains("title='Hello"))
    }
}
