/// Exchanges as an HTTP archive, HAR 1.2, which browsers' developer tools import; what is secret is masked.
///
/// Texts are in it as far as they were recorded. Bodies of other types are told by type and size alone: what cannot be
/// read cannot be masked.
public struct HAR: Sendable {
    private let exchanges: [Exchange]

    /// An archive of exchanges, in their order.
    public init(_ exchanges: [Exchange]) {
        self.exchanges = exchanges
    }

    /// The archive as JSON in UTF-8.
    ///
    /// A secret of one exchange is masked in all of them: a token that was asked for in one is sent in the next.
    public var data: Data {
        var values: Set<Secret> = []
        for exchange in exchanges { values.formUnion(exchange.masking.values) }
        let entries = exchanges.map { exchange in
            HARDocument.Entry(exchange, exchange.request.redaction.adding(values: Array(values)))
        }
        // Nothing in it is of a kind that cannot be written.
        return (try? BodyEncoder().jsonData(HARDocument(entries))) ?? Data()
    }

    /// Writes the archive to a file that only its owner may read (mode 0600), in the place of an older one.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem`.
    public func write(to path: String) throws {
        do {
            try PrivateFile.replace(path, with: data)
        } catch {
            throw APIError(.fileSystem, error.description, underlying: error)
        }
    }
}
