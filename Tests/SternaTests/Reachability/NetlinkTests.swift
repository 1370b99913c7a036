#if os(Linux)
import Testing

@testable import Sterna

/// Messages of rtnetlink, put together byte by byte.
@Suite struct NetlinkTests {
    private typealias Message = NetlinkMessage

    private static func bytes(_ numbers: any FixedWidthInteger...) -> [UInt8] {
        numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
    }

    private static func message(
        _ type: UInt16, _ body: [UInt8], number: UInt32 = 0, port: UInt32 = 0
    ) -> [UInt8] {
        let whole = bytes(UInt32(16 + body.count), type, UInt16(0), number, port) + body
        return whole + [UInt8](repeating: 0, count: (4 - whole.count % 4) % 4)
    }

    private static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
        let whole = bytes(UInt16(4 + value.count), type) + value
        return whole + [UInt8](repeating: 0, count: (4 - whole.count % 4) % 4)
    }

    static func link(_ name: String, isUp: Bool, hardware: UInt16 = 1, index: Int32 = 2) -> [UInt8] {
        let head: [UInt8] = [0, 0] + bytes(hardware, index, UInt32(isUp ? 0x41 : 0x40), UInt32(0))
        return message(16, head + attribute(3, Array(name.utf8) + [0]))
    }

    static func address(_ value: [UInt8], gone: Bool = false, scope: UInt8 = 0, flags: UInt8 = 0) -> [UInt8] {
        let head: [UInt8] = [value.count == 4 ? 2 : 10, 24, flags, scope] + bytes(Int32(2))
        return message(gone ? 21 : 20, head + attribute(1, value))
    }

    static func route(isIPv6: Bool = false, gone: Bool = false, length: UInt8 = 0, type: UInt8 = 1) -> [UInt8] {
        let head: [UInt8] = [isIPv6 ? 10 : 2, length, 0, 0, 254, 3, 0, type, 0, 0, 0, 0]
        return message(gone ? 25 : 24, head + attribute(4, bytes(Int32(2))) + attribute(6, bytes(UInt32(100))))
    }

    private func paths(_ messages: [[UInt8]]) -> [NetworkPath] {
        var state = NetlinkState { _, hardware in hardware == 772 ? .loopback : .wired }
        return messages.map { bytes in
            for (message, _) in NetlinkReader.messages(bytes, port: 7) { state.take(message) }
            return state.path
        }
    }

    @Test func `an interface, an address and a default route make a network, and each of them alone does not`() {
        let parts = [Self.link("eth0", isUp: true), Self.address([192, 0, 2, 1]), Self.route()]
        #expect(paths(parts).map(\.isSatisfied) == [false, false, true])
        #expect(paths(parts.reversed()).map(\.isSatisfied) == [false, false, true])
        #expect(paths(parts).last?.description == "satisfied: eth0 (wired), IPv4")
    }

    @Test func `the end of any of them is the end of the network`() {
        let whole = [Self.link("eth0", isUp: true), Self.address([192, 0, 2, 1]), Self.route()]
        for end in [
            Self.link("eth0", isUp: false), Self.address([192, 0, 2, 1], gone: true), Self.route(gone: true),
        ] {
            #expect(paths(whole + [end]).suffix(2).map(\.isSatisfied) == [true, false])
        }
    }

    @Test func `routes that the system drops without a word are gone`() {
        let whole = [Self.link("eth0", isUp: true), Self.address([192, 0, 2, 1]), Self.route()]
        let again = [Self.link("eth0", isUp: false), Self.link("eth0", isUp: true)]
        #expect(paths(whole + again).suffix(2).map(\.isSatisfied) == [false, false])
        let other = [Self.address([192, 0, 2, 1], gone: true), Self.address([192, 0, 2, 9])]
        #expect(paths(whole + other).suffix(2).map(\.isSatisfied) == [false, false])
    }

    @Test func `IPv6 alone is a network, the link's own addresses and tentative ones are not`() {
        let base = [Self.link("eth0", isUp: true), Self.route(isIPv6: true)]
        let global: [UInt8] = [0x20, 1, 0xD, 0xB8] + [UInt8](repeating: 0, count: 11) + [1]
        #expect(paths(base + [Self.address(global)]).last?.description == "satisfied: eth0 (wired), IPv6")
        #expect(paths(base + [Self.address(global, scope: 253)]).last?.isSatisfied == false)
        #expect(paths(base + [Self.address(global, flags: 0x40)]).last?.isSatisfied == false)
        #expect(paths(base + [Self.address([192, 0, 2, 1])]).last?.isSatisfied == false)
        let settled = [Self.address(global, flags: 0x40), Self.address(global)]
        #expect(paths(base + settled).suffix(2).map(\.isSatisfied) == [false, true])
    }

    @Test func `other routes, and interfaces without an address, change nothing`() {
        let whole = [Self.link("eth0", isUp: true), Self.address([192, 0, 2, 1])]
        #expect(paths(whole + [Self.route(length: 24)]).last?.isSatisfied == false)
        #expect(paths(whole + [Self.route(type: 7)]).last?.isSatisfied == false)
        #expect(paths([Self.link("lo", isUp: true, hardware: 772)]).last?.description == "unsatisfied: lo (loopback)")
    }

    @Test func `a message that is cut short or broken is passed over, never a trap`() {
        let whole = Self.link("eth0", isUp: true) + Self.address([192, 0, 2, 1]) + Self.route()
        for count in 0..<whole.count { _ = paths([Array(whole[..<count])]) }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = paths([damaged])
        }
    }

    @Test func `answers to a question are told from news`() {
        let bytes = Self.message(3, [], number: 5, port: 7) + Self.message(3, [], number: 5, port: 8)
        let found = NetlinkReader.messages(bytes, port: 7)
        #expect(found.map(\.answers) == [5, nil] && found.map(\.message) == [.done(5), .done(5)])
        let refused = NetlinkReader.messages(Self.message(2, Self.bytes(Int32(-1)), number: 3, port: 7), port: 7)
        #expect(refused.first?.message == .refused(3, code: 1))
    }

    @Test func `where the system keeps a list from us, nobody is sure to be offline`() {
        var state = NetlinkState { _, _ in .wired }
        #expect(state.path.isOffline)
        state.take(.refused(1, code: 1))
        #expect(state.path == .unknown && !state.path.isOffline)
        for (message, _) in NetlinkReader.messages(Self.link("eth0", isUp: true), port: 7) { state.take(message) }
        #expect(state.path == .unknown)
    }
}
#endif
