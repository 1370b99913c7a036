import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The program: reads its words, obeys, and ends with the exit code that `--help` promises.
enum Program {
    /// The version of the package.
    static let version = "0.1.0"

    /// Runs a command line, without the program's name.
    static func run(_ words: [String]) -> Never {
        signal(SIGPIPE, SIG_IGN)
        // A file that may not grow any further is an error with a name, not an end without a word.
        signal(SIGXFSZ, SIG_IGN)
        do throws(UsageError) {
            obey(try ArgumentParser.invocation(words))
        } catch {
            try? DescriptorWriter.error.write(error.text)
            report(error, to: ArgumentParser.reportPath(words))
            _exit(2)
        }
    }

    private static func obey(_ invocation: Invocation) -> Never {
        switch invocation {
        case .help: finish(HelpPage(paint: Paint(.output)).text)
        case .version: finish("sterna \(version)\n")
        case .completions(let shell): finish(Completions.text(for: shell))
        case .request(let call): Interruption.run { await RequestCommand(call).run() }
        case .serve(let port): Interruption.run { await ServeCommand(port: port).run() }
        case .image(let path, let target, let options):
            Interruption.run { await ImageCommand(path: path, target: target, options: options).run() }
        case .network(let watches): Interruption.run { await NetworkCommand(watches: watches).run() }
        case .demo: Interruption.run { await DemoCommand().run() }
        }
    }

    private static func finish(_ text: String) -> Never {
        do {
            try DescriptorWriter.output.write(text)
        } catch is ClosedPipe {
            _exit(0)
        } catch {
            _exit(9)
        }
        _exit(0)
    }

    /// A script gets its report also when its command line is wrong.
    private static func report(_ error: UsageError, to path: String?) {
        guard let path else { return }
        let report = Report(outcome: .failure, error: APIError(.invalidRequest, error.message))
        try? ReportFile(path).write(report.text)
    }
}
