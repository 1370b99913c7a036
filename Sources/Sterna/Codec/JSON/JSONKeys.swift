/// How properties are named in JSON.
public enum JSONKeys: Hashable, Sendable, CaseIterable {
    /// The property's own name, letter for letter.
    case asWritten
    /// The property's name in snake_case: `imageURL` is `image_url`.
    ///
    /// Reading looks for the exact name first, then for the name that writing would give, then for the only member
    /// that differs from it in nothing but case, `_` and `-`. Keys of dictionaries are data and stay as they are.
    case snakeCase
}
