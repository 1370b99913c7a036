/// How dates stand in JSON.
public enum JSONDates: Sendable {
    /// RFC 3339 text. Reading takes each of its forms: with a fraction or without, `Z` or an offset, in any case.
    /// Writing gives UTC in whole seconds: `2026-11-30T12:00:00Z`.
    case iso8601
    /// As ``iso8601``; writing gives milliseconds: `2026-11-30T12:00:00.250Z`.
    case iso8601Fractional
    /// A number: the seconds since 1970-01-01T00:00:00Z.
    case secondsSince1970
    /// A number: the milliseconds since 1970-01-01T00:00:00Z.
    case millisecondsSince1970
    /// The way of your own.
    ///
    /// - `encode` writes one value to the encoder's single value container.
    /// - `decode` reads it back; its errors keep the place in the text when they are made with
    ///   `DecodingError.dataCorrupted` and the decoder's `codingPath`.
    case custom(
        encode: @Sendable (Date, any Encoder) throws -> Void,
        decode: @Sendable (any Decoder) throws -> Date)
}
