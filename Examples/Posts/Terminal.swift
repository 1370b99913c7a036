#if !canImport(SwiftUI)
import Glibc
import Sterna

/// The terminal as a full screen: keys come one by one, and all is as before when it ends.
final class Terminal: Sendable {
    enum Key: Hashable, Sendable {
        case up, down, enter, back
        case letter(Character)
        /// The window has another size.
        case resized
        /// The end was asked for: by a signal, or as the input has ended.
        case end
    }

    private let saved: termios
    let keys: AsyncStream<Key>
    private let press: AsyncStream<Key>.Continuation

    /// Takes the terminal over; `nil` when standard input or output is none.
    init?() {
        var state = termios()
        guard isatty(0) == 1, isatty(1) == 1, tcgetattr(0, &state) == 0 else { return nil }
        saved = state
        (keys, press) = AsyncStream.makeStream(of: Key.self)
        state.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(0, TCSANOW, &state)
        watchSignals()
        watchKeys()
        write("\u{1B}[?1049h\u{1B}[?25l")
    }

    /// Gives the terminal back as it was.
    func close() {
        var state = saved
        write("\u{1B}[?25h\u{1B}[?1049l")
        tcsetattr(0, TCSANOW, &state)
        press.finish()
    }

    /// Draws lines over those that were there.
    func draw(_ lines: [String]) {
        write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    }

    /// Columns and rows.
    var size: (width: Int, height: Int) {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    private func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// A signal only writes its number; all else is done where everything may be done.
    private func watchSignals() {
        guard signalPipe.read >= 0 else { return }
        for number in [SIGINT, SIGTERM, SIGHUP, SIGWINCH] {
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = Glibc.write(signalPipe.write, &byte, 1)
            }
        }
        let press = press
        Thread.start {
            var byte: UInt8 = 0
            while true {
                let count = read(signalPipe.read, &byte, 1)
                if count < 0, errno == EINTR { continue }
                guard count == 1 else { return }
                press.yield(Int32(byte) == SIGWINCH ? .resized : .end)
            }
        }
    }

    private func watchKeys() {
        let press = press
        Thread.start {
            var bytes = [UInt8](repeating: 0, count: 64)
            while true {
                let count = read(0, &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                for key in Self.keys(bytes[..<count]) { press.yield(key) }
            }
            press.yield(.end)
        }
    }

    /// The keys of some bytes: an arrow is ESC, `[` or `O`, and a letter.
    static func keys(_ bytes: ArraySlice<UInt8>) -> [Key] {
        var (keys, rest) = ([Key](), bytes)
        while let byte = rest.popFirst() {
            switch byte {
            case 0x1B where rest.first == 0x5B || rest.first == 0x4F:
                rest.removeFirst()
                if let key = rest.popFirst().flatMap(arrow) { keys.append(key) }
            case 0x1B, 0x7F, 8: keys.append(.back)
            case 13, 10: keys.append(.enter)
            case 0x20...0x7E: keys.append(.letter(Character(Unicode.Scalar(byte))))
            default: break
            }
        }
        return keys
    }

    private static func arrow(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x41: .up
        case 0x42: .down
        case 0x43: .enter
        case 0x44: .back
        default: nil
        }
    }
}

/// Made before the first signal is asked for.
private let signalPipe: (read: Int32, write: Int32) = {
    var ends: [Int32] = [-1, -1]
    return pipe(&ends) == 0 ? (ends[0], ends[1]) : (-1, -1)
}()

/// A thread that waits where a task may not.
private enum Thread {
    final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    static func start(_ run: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Work(run))
        let code = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        if code == 0 { pthread_detach(thread) } else { context.release() }
    }
}
#endif
