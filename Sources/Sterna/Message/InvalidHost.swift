/// Why a text is no host; whoever read the text adds the text.
struct InvalidHost: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
