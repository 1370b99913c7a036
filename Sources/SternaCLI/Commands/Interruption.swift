import Sterna

#if canImport(Darwin)
import Darwin

/// The next of the signals, and whether it came from a terminal; Darwin does not say.
private func nextSignal(of signals: inout sigset_t) -> (number: Int32, isFromTerminal: Bool) {
    var number: Int32 = 0
    sigwait(&signals, &number)
    return (number, true)
}
#else
import Glibc

/// The next of the signals, and whether it came from a terminal.
private func nextSignal(of signals: inout sigset_t) -> (number: Int32, isFromTerminal: Bool) {
    var info = siginfo_t()
    while true {
        let number = sigwaitinfo(&signals, &info)
        if number > 0 { return (number, info.si_code == 0x80) }
    }
}
#endif

/// Runs a command so that Ctrl-C, SIGTERM and SIGHUP cancel its task: it cleans up, writes its report and ends with
/// 128 + the signal's number. A second signal ends it at once, and so does a clean-up that takes two seconds.
///
/// The main thread waits for the signals; the command runs on others, which never get them.
enum Interruption {
    private static let received = Lock<Int32?>(nil)

    /// Ends the process with the command's code. What was asked to ignore Ctrl-C, as a job that a script put in the
    /// background, ignores that of the terminal, and obeys `kill -INT`.
    static func run(_ command: @escaping @Sendable () async -> Int32) -> Never {
        var signals = sigset_t()
        sigemptyset(&signals)
        let ignored = [SIGINT, SIGTERM, SIGHUP].filter(isIgnored)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGALRM] where number == SIGINT || !ignored.contains(number) {
            sigaddset(&signals, number)
            signal(number, SIG_DFL)
        }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let task = Task.detached {
            let code = await command()
            Leftovers.clear()
            _exit(received.withLock { $0 }.map { 128 + $0 } ?? code)
        }
        while true {
            let next = nextSignal(of: &signals)
            if next.number == SIGINT, next.isFromTerminal, ignored.contains(SIGINT) { continue }
            // An alarm that nobody here has set.
            if next.number == SIGALRM, received.withLock({ $0 }) == nil { continue }
            let isFirst = received.withLock { first in
                defer { first = first ?? next.number }
                return first == nil
            }
            guard isFirst else {
                Leftovers.clear()
                _exit(128 + (next.number == SIGALRM ? received.withLock { $0 } ?? SIGTERM : next.number))
            }
            // Something may wait that heeds no cancellation, such as a pipe for messages that nobody empties.
            alarm(2)
            task.cancel()
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        return isIgnoring(action)
    }
}

#if canImport(Darwin)
private func isIgnoring(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
}
#else
private func isIgnoring(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
}
#endif
