/// A type that has a value for an empty body.
protocol ReadableFromNothing {
    static var fromNothing: Self { get }
}

extension Optional: ReadableFromNothing {
    static var fromNothing: Wrapped? { nil }
}
