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
    /// How deep arrays and objects may lie in each other, when reading and when writing. Default: 128.
    ///
    /// Types that hold themselves are read by recursion, and a hostile text must not use up the stack: 512 KiB on the
    /// threads of Apple's systems, of which one level may take 2 KiB. More than 512 counts as 512.
    public var depthLimit = 128

    /// The defaults.
    public init() {}
}
