/// A type that has a value for an empty body.
protocol ReadableFromNothing {
    static var fromNothing: Self { get }
}

/// A type that has that value for a member that is missing, too. An Optional is not among them: where it may be missing
/// is for its property to say.
protocol ReadableWhenMissing: ReadableFromNothing {}

extension Optional: ReadableFromNothing {
    static var fromNothing: Wrapped? { nil }
}
