/// The keys that a host must have, one of them at least: a check on top of all others.
///
/// Any pin may match any certificate of the chain that was *verified*; a certificate that was merely sent counts for
/// nothing. Pin a key that will outlive the next renewal, and a backup whose private key lies elsewhere: without a pin
/// that matches, every call to the host fails with `pinMismatch`, which names the keys that were seen.
public struct Pins: Hashable, Sendable {
    /// The host, in lower-case ASCII, without a dot at its end.
    public let host: String
    /// Whether hosts beneath it are pinned too.
    public let includesSubdomains: Bool
    /// The pins.
    public let pins: [Pin]
    /// After this moment the pins are no longer asked for, so that an app that nobody updates goes on working; `nil`
    /// for no end.
    public let until: Date?

    /// Pins of a host.
    ///
    /// - Parameters:
    ///   - host: the host that is pinned, as a name or an address; it is brought into the form of ``URI/host``.
    ///   - includesSubdomains: whether hosts beneath it are pinned too.
    ///   - pin: the key in use, or that of an authority above it.
    ///   - backup: another key, which is not in use yet.
    ///   - more: further keys.
    ///   - until: the moment after which the pins are no longer asked for.
    /// - Throws: ``APIError`` of the kind `invalidRequest` when the host is none, and when the backup is the same key.
    public init(
        _ host: String, includesSubdomains: Bool = false, _ pin: Pin, backup: Pin, _ more: Pin..., until: Date? = nil
    ) throws(APIError) {
        guard pin != backup else {
            throw APIError(.invalidRequest, "the backup pin of \(host) is the key in use: pin another key as well")
        }
        try self.init(host, includesSubdomains, [pin, backup] + more, until)
    }

    /// Pins without a backup: for the command line, where nobody is locked out for long.
    package init(_ host: String, only pins: [Pin]) throws(APIError) {
        try self.init(host, false, pins, nil)
    }

    private init(
        _ host: String, _ includesSubdomains: Bool, _ pins: [Pin], _ until: Date?
    ) throws(APIError) {
        let isBareAddress = host.contains(":") && !host.hasPrefix("[")
        let text = isBareAddress ? "[\(host)]" : host
        guard let url = try? URI("https://" + text), url.path == "/", url.port == nil, url.userInfo == nil,
            !text.contains(where: { "/?#@".contains($0) })
        else { throw APIError(.invalidRequest, "“\(host)” is no host that can be pinned") }
        self.host = Self.bare(url.host)
        self.includesSubdomains = includesSubdomains
        self.pins = pins
        self.until = until
    }

    /// The dot at the end of a name changes nothing about who answers.
    private static func bare(_ host: String) -> String {
        host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    /// Whether the pins hold for a host at a date.
    func hold(for name: String, at date: Date) -> Bool {
        guard until.map({ date < $0 }) ?? true else { return false }
        let name = Self.bare(name)
        return name == host || includesSubdomains && name.hasSuffix("." + host)
    }
}

extension [Pins] {
    /// The keys of which a host must have one; empty when it is not pinned. Of several entries for it every pin counts.
    func keys(of host: String, at date: Date) -> Set<Pin> {
        reduce(into: []) { all, entry in
            if entry.hold(for: host, at: date) { all.formUnion(entry.pins) }
        }
    }
}
