#if os(Linux)
/// One message of rtnetlink(7), as far as it tells of the network.
enum NetlinkMessage: Equatable {
    /// An interface is there, or has changed.
    case link(Link)
    case linkGone(Int32)
    case address(Address)
    case addressGone(Address)
    case route(Route)
    case routeGone(Route)
    /// A list that was asked for has ended; the number is that of the question.
    case done(UInt32)
    /// The system refused what was asked for.
    case refused(UInt32, code: Int32)
    /// Something that says nothing here.
    case other

    struct Link: Equatable {
        let index: Int32
        let name: String
        let isUp: Bool
        let hardware: UInt16
    }

    struct Address: Hashable {
        let link: Int32
        let isIPv6: Bool
        let bytes: [UInt8]
        /// Whether other machines can answer to it: it is no address of the link or of the machine alone, and no other
        /// machine has it.
        let isUsable: Bool

        static func == (a: Address, b: Address) -> Bool {
            a.link == b.link && a.isIPv6 == b.isIPv6 && a.bytes == b.bytes
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(link)
            hasher.combine(bytes)
        }
    }

    /// A default route.
    struct Route: Hashable {
        let isIPv6: Bool
        /// Where it leads; `nil` of one with several ways.
        let link: Int32?
        let gateway: [UInt8]
        let table: UInt32
        let priority: UInt32
    }
}

/// Reads messages from the bytes of one datagram; what is cut short or has no sense is passed over.
struct NetlinkReader {
    /// The messages, each with whether it answers the question of that number, asked by this port.
    static func messages(_ bytes: [UInt8], port: UInt32) -> [(message: NetlinkMessage, answers: UInt32?)] {
        var found: [(NetlinkMessage, UInt32?)] = []
        var place = 0
        while place + 16 <= bytes.count {
            let length = Int(number(bytes, place, as: UInt32.self))
            guard length >= 16, place + length <= bytes.count else { break }
            let sequence = number(bytes, place + 8, as: UInt32.self)
            let isOurs = number(bytes, place + 12, as: UInt32.self) == port && sequence != 0
            let type = number(bytes, place + 4, as: UInt16.self)
            let message = message(type, bytes[(place + 16)..<(place + length)], sequence)
            found.append((message, isOurs ? sequence : nil))
            place += (length + 3) & ~3
        }
        return found
    }

    private static func message(_ type: UInt16, _ body: ArraySlice<UInt8>, _ sequence: UInt32) -> NetlinkMessage {
        let body = Array(body)
        switch type {
        case 2: return body.count < 4 ? .other : refusal(number(body, 0, as: Int32.self), sequence)
        case 3: return .done(sequence)
        case 16: return link(body).map { .link($0) } ?? .other
        case 17: return link(body).map { .linkGone($0.index) } ?? .other
        case 20: return address(body).map { .address($0) } ?? .other
        case 21: return address(body).map { .addressGone($0) } ?? .other
        case 24: return route(body).map { .route($0) } ?? .other
        case 25: return route(body).map { .routeGone($0) } ?? .other
        default: return .other
        }
    }

    private static func refusal(_ code: Int32, _ sequence: UInt32) -> NetlinkMessage {
        code == 0 ? .other : .refused(sequence, code: -code)
    }

    /// `ifinfomsg`: family, type, index, flags. An interface runs when it is up (1) and its carrier is there (0x40).
    private static func link(_ body: [UInt8]) -> NetlinkMessage.Link? {
        guard body.count >= 16, body[0] == 0 else { return nil }
        let flags = number(body, 8, as: UInt32.self)
        let name = attributes(body, from: 16)[3].map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return NetlinkMessage.Link(
            index: number(body, 4, as: Int32.self), name: name ?? "", isUp: flags & 0x41 == 0x41,
            hardware: number(body, 2, as: UInt16.self))
    }

    /// `ifaddrmsg`: family, length, flags, scope, index. Tentative (0x40) and doubled (0x08) addresses are of no use,
    /// nor those of the link (scope 253) or the machine (254).
    private static func address(_ body: [UInt8]) -> NetlinkMessage.Address? {
        guard body.count >= 8, body[0] == 2 || body[0] == 10 else { return nil }
        let found = attributes(body, from: 8)
        guard let bytes = found[2] ?? found[1], bytes.count == (body[0] == 2 ? 4 : 16) else { return nil }
        let long = found[8].flatMap { $0.count >= 4 ? number(Array($0), 0, as: UInt32.self) : nil }
        let flags = long ?? UInt32(body[2])
        return NetlinkMessage.Address(
            link: number(body, 4, as: Int32.self), isIPv6: body[0] == 10, bytes: Array(bytes),
            isUsable: body[3] < 253 && flags & 0x48 == 0)
    }

    /// `rtmsg`: family, lengths, table, protocol, scope, type. Of interest are default routes that lead somewhere
    /// (type 1), outside of the machine's own table (255).
    private static func route(_ body: [UInt8]) -> NetlinkMessage.Route? {
        guard body.count >= 12, body[0] == 2 || body[0] == 10, body[1] == 0, body[7] == 1, body[4] != 255 else {
            return nil
        }
        let found = attributes(body, from: 12)
        func value(_ type: UInt16) -> UInt32? {
            found[type].flatMap { $0.count >= 4 ? number(Array($0), 0, as: UInt32.self) : nil }
        }
        return NetlinkMessage.Route(
            isIPv6: body[0] == 10, link: value(4).map { Int32(bitPattern: $0) }, gateway: Array(found[5] ?? []),
            table: value(15) ?? UInt32(body[4]), priority: value(6) ?? 0)
    }

    /// The attributes by their type: length, type, value, padded to four bytes.
    private static func attributes(_ body: [UInt8], from start: Int) -> [UInt16: ArraySlice<UInt8>] {
        var found: [UInt16: ArraySlice<UInt8>] = [:]
        var place = start
        while place + 4 <= body.count {
            let length = Int(number(body, place, as: UInt16.self))
            guard length >= 4, place + length <= body.count else { break }
            found[number(body, place + 2, as: UInt16.self) & 0x3FFF] = body[(place + 4)..<(place + length)]
            place += (length + 3) & ~3
        }
        return found
    }

    /// A number in the machine's order.
    private static func number<Number: FixedWidthInteger>(_ bytes: [UInt8], _ place: Int, as: Number.Type) -> Number {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: Number.self) }
    }
}
#endif
