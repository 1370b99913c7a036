/// Which requests a closure answers.
struct DemoRoute: Sendable {
    /// The methods; empty for any.
    let methods: [String]
    /// The path: a segment `*` is left open, a last segment `**` takes all that follows.
    let pattern: [Substring]
    /// What it does, for the list of routes.
    let summary: String
    let answer: @Sendable (DemoRequest) throws -> Answer

    init(
        _ methods: String, _ path: String, _ summary: String,
        _ answer: @escaping @Sendable (DemoRequest) throws -> Answer
    ) {
        self.methods = methods == "any" ? [] : methods.split(separator: " ").map(String.init)
        pattern = path.split(separator: "/")
        self.summary = summary
        self.answer = answer
    }

    /// The open segments when the path fits.
    func parameters(in path: [String]) -> [String]? {
        let isOpenEnded = pattern.last == "**"
        let fixed = isOpenEnded ? pattern.dropLast() : pattern[...]
        guard isOpenEnded ? path.count >= fixed.count : path.count == fixed.count else { return nil }
        var open: [String] = []
        for (wanted, segment) in zip(fixed, path) {
            if wanted == "*" { open.append(segment) } else if wanted != segment { return nil }
        }
        return open
    }

    func takes(_ method: String) -> Bool {
        methods.isEmpty || methods.contains(method) || (method == "HEAD" && methods.contains("GET"))
    }
}
