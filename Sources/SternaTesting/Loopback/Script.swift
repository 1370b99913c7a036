/// What a ``LoopbackServer`` does on a connection, step after step; at its end the connection is closed.
///
/// ```swift
/// let server = try LoopbackServer(script: [
///     .read, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"), .wait(.milliseconds(50)), .reset,
/// ])
/// ```
public struct Script: Sendable, ExpressibleByArrayLiteral {
    /// One step of a script.
    public struct Step: Sendable {
        enum Action: Sendable {
            case read, readHead, readBody(Int64)
            case slowRead(bytes: Int, every: Duration)
            case send([ArraySlice<UInt8>], every: Duration)
            case repeated([UInt8], times: Int)
            case wait(Duration)
            case halfClose, close, reset, hang
        }

        let action: Action
    }

    /// The steps, in their order.
    public var steps: [Step]

    /// A script of these steps.
    public init(_ steps: [Step]) {
        self.steps = steps
    }

    /// A script of these steps.
    public init(arrayLiteral elements: Step...) {
        steps = elements
    }
}

extension Script.Step {
    /// Reads a whole request and logs it. When the peer closes before a request begins, the script ends.
    public static let read = Self(action: .read)

    /// Reads a request's head and logs it; its body stays unread, for ``readBody(upTo:)``.
    public static let readHead = Self(action: .readHead)

    /// Reads on in the body of the request whose head was read, until `bytes` of its content have come or it is
    /// complete. Default: all of it.
    public static func readBody(upTo bytes: Int64 = .max) -> Self { Self(action: .readBody(bytes)) }

    /// Reads a whole request, at most `bytesPerTick` at a time with a pause after each. The socket's buffer is made
    /// small, so that the sender feels it.
    public static func slowRead(bytesPerTick: Int, every pause: Duration) -> Self {
        Self(action: .slowRead(bytes: max(1, bytesPerTick), every: pause))
    }

    /// Sends a text as UTF-8, as it stands.
    public static func send(_ text: String) -> Self { send(text.utf8) }

    /// Sends bytes, as they stand.
    public static func send(_ bytes: some Sequence<UInt8>) -> Self {
        Self(action: .send([ArraySlice(Array(bytes))], every: .zero))
    }

    /// Sends a text cut before each of the given byte offsets, with a pause between the pieces so that they arrive in
    /// reads of their own.
    public static func sendSplit(_ text: String, at cuts: [Int], pause: Duration = .milliseconds(2)) -> Self {
        sendSplit(text.utf8, at: cuts, pause: pause)
    }

    /// Sends bytes cut before each of the given offsets, with a pause between the pieces.
    public static func sendSplit(
        _ bytes: some Sequence<UInt8>, at cuts: [Int], pause: Duration = .milliseconds(2)
    ) -> Self {
        let all = Array(bytes)
        let bounds = [0] + Set(cuts).filter { $0 > 0 && $0 < all.count }.sorted() + [all.count]
        return Self(action: .send(zip(bounds, bounds.dropFirst()).map { all[$0..<$1] }, every: pause))
    }

    /// Sends a text in pieces of `size` bytes, with a pause between them. Default: one byte at a time.
    public static func trickle(_ text: String, size: Int = 1, every pause: Duration) -> Self {
        trickle(text.utf8, size: size, every: pause)
    }

    /// Sends bytes in pieces of `size`, with a pause between them. Default: one byte at a time.
    public static func trickle(_ bytes: some Sequence<UInt8>, size: Int = 1, every pause: Duration) -> Self {
        let all = Array(bytes)
        return sendSplit(all, at: Array(stride(from: max(1, size), to: all.count, by: max(1, size))), pause: pause)
    }

    /// Sends the same bytes over and over: a head or a body without end. Default: until the peer closes.
    public static func sendRepeatedly(_ bytes: some Sequence<UInt8>, times: Int = .max) -> Self {
        Self(action: .repeated(Array(bytes), times: times))
    }

    /// Sends the same text over and over. Default: until the peer closes.
    public static func sendRepeatedly(_ text: String, times: Int = .max) -> Self {
        sendRepeatedly(text.utf8, times: times)
    }

    /// Does nothing for a while; ends the script when the peer closes meanwhile.
    public static func wait(_ duration: Duration) -> Self { Self(action: .wait(duration)) }

    /// Says that nothing more is sent (FIN), and goes on.
    public static let halfClose = Self(action: .halfClose)

    /// Closes in good order: FIN, then what the peer still sends is read away for up to half a second, so that it does
    /// not see a reset.
    public static let close = Self(action: .close)

    /// Closes with a reset (RST): the peer may lose what it has not read.
    public static let reset = Self(action: .reset)

    /// Does nothing until the peer closes or the server stops.
    public static let hang = Self(action: .hang)
}
