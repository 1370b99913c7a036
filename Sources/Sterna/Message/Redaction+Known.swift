extension Redaction {
    private static let declared = Lock(Redaction.standard)

    /// The standard list and everything that a client of this process has declared: for what is shown without its
    /// request, such as a field or a URL alone.
    package static var known: Redaction { declared.withLock { $0 } }

    /// Puts a list on that of the process. Nothing ever leaves it: better masked once too often.
    package static func declare(_ list: Redaction) {
        guard list != .standard else { return }
        declared.withLock { known in
            known.fields.formUnion(list.fields)
            known.names.formUnion(list.names)
            known.values.formUnion(list.values)
        }
    }
}
