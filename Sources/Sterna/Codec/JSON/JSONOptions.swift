/// How values become JSON and back: one setting each, the same for reading and writing.
///
/// ```swift
/// var json = JSONOptions()
/// json.keys = .snakeCase
/// json.dates = .secondsSince1970
/// ```
///
/// What is no setting: `Data` is base64 text; a number that is not finite is refused when writing; integers and
/// `Decimal` are exact or an error, never rounded.
public struct JSONOptions: Sendable {
    /// How properties are named in the text. Default: ``JSONKeys/asWritten``.
    public var keys = JSONKeys.asWritten
    /// How dates are written. Default: ``JSONDates/iso8601``.
    public var dates = JSONDates.iso8601

    /// The defaults.
    public init() {}
}
