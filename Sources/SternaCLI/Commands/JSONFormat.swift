import Sterna

/// Sets JSON out for a person: one member a line, in colours.
enum JSONFormat {
    /// The text; `nil` when `data` is no JSON.
    static func text(_ data: Data, _ paint: Paint) -> String? {
        let text = JSONText(data)
        return text.syntaxError == nil ? text.pretty(colored: paint.isOn) + "\n" : nil
    }
}
