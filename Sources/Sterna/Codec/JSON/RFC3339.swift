/// Dates as RFC 3339 writes them (§5.6), read and written the same on each platform.
package enum RFC3339 {
    /// What is wrong with a text that should be a date.
    package struct Malformed: Error, Hashable, Sendable {
        /// What is missing or out of range, and what would be right.
        package let reason: String
    }

    /// Reads a date with time and zone; the fraction is optional, `T` and `Z` may be lower case, `T` may be a space,
    /// the offset may lack its colon or its minutes.
    package static func date(_ text: String) throws(Malformed) -> Date {
        var text = text
        let result = text.withUTF8 { bytes -> Result<Date, Malformed> in
            var reader = Reader(bytes: bytes)
            return Result { () throws(Malformed) in try reader.date() }
        }
        return try result.get()
    }

    /// The date in UTC; `nil` when it lies outside of the years 0 to 9999, which the form cannot write.
    package static func text(_ date: Date, milliseconds: Bool) -> String? {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
        let units = milliseconds ? Int64((seconds * 1000).rounded()) : Int64(seconds.rounded(.down)) * 1000
        let (day, inDay) = floorDivide(units, 86_400_000)
        let (year, month, dayOfMonth) = civil(day: day)
        guard (0...9999).contains(year) else { return nil }
        let second = inDay / 1000
        var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T"
        text += "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        if milliseconds { text += ".\(padded(inDay % 1000, 3))" }
        return text + "Z"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func floorDivide(_ a: Int64, _ b: Int64) -> (Int64, Int64) {
        let rest = ((a % b) + b) % b
        return ((a - rest) / b, rest)
    }

    // The two conversions count in eras of 400 years that start on the first of March, so that the leap day is last.

    /// The days from 1970-01-01 to a day of the proleptic Gregorian calendar.
    static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let (era, yearOfEra) = floorDivide(month <= 2 ? year - 1 : year, 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = floorDivide(day + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

extension RFC3339 {
    private struct Reader {
        let bytes: UnsafeBufferPointer<UInt8>
        var place = 0

        init(bytes: UnsafeBufferPointer<UInt8>) {
            self.bytes = bytes
        }

        mutating func date() throws(Malformed) -> Date {
            let days = try day()
            guard place < bytes.count else {
                throw Malformed(reason: "the time and the zone are missing (…T12:00:00Z)")
            }
            guard take("Tt ") != nil else { throw Malformed(reason: "a T must stand between the day and the time") }
            let seconds = try time()
            let fraction = try fraction()
            let offset = try offset()
            guard place == bytes.count else { throw Malformed(reason: "there is more text after the zone") }
            return Date(timeIntervalSince1970: Double(days * 86_400 + seconds - offset) + fraction)
        }

        private mutating func day() throws(Malformed) -> Int64 {
            let shape = "a date starts with year, month and day (2026-11-30)"
            let year = try number(4, shape)
            guard take("-") != nil else { throw Malformed(reason: shape) }
            let month = try number(2, shape)
            guard take("-") != nil else { throw Malformed(reason: shape) }
            let day = try number(2, shape)
            guard (1...12).contains(month) else { throw Malformed(reason: "there is no month \(month)") }
            let next =
                month == 12
                ? RFC3339.days(year: year + 1, month: 1, day: 1) : RFC3339.days(year: year, month: month + 1, day: 1)
            let first = RFC3339.days(year: year, month: month, day: 1)
            guard day >= 1, first + day - 1 < next else { throw Malformed(reason: "that month has no day \(day)") }
            return first + day - 1
        }

        private mutating func time() throws(Malformed) -> Int64 {
            let shape = "a time has hours, minutes and seconds (12:00:00)"
            let hour = try number(2, shape)
            guard take(":") != nil else { throw Malformed(reason: shape) }
            let minute = try number(2, shape)
            guard take(":") != nil else { throw Malformed(reason: "the seconds are missing (12:00:00)") }
            let second = try number(2, shape)
            // 60 is a leap second; it is counted as the second after it.
            guard hour <= 23, minute <= 59, second <= 60 else {
                throw Malformed(reason: "there is no such time of day")
            }
            return hour * 3600 + minute * 60 + second
        }

        private mutating func fraction() throws(Malformed) -> Double {
            guard take(".") != nil else { return 0 }
            let start = place
            var digits = 0.0
            var scale = 1.0
            while let digit = digit() {
                // Beyond the 15th digit a Double cannot tell the difference.
                guard place - start <= 15 else { continue }
                digits = digits * 10 + Double(digit)
                scale *= 10
            }
            guard place > start else { throw Malformed(reason: "digits are missing after the point") }
            return digits / scale
        }

        private mutating func offset() throws(Malformed) -> Int64 {
            guard place < bytes.count else {
                throw Malformed(reason: "the zone is missing: the text must end in Z or an offset such as +02:00")
            }
            if take("Zz") != nil { return 0 }
            guard let sign = take("+-") else {
                throw Malformed(reason: "the zone must be Z or an offset such as +02:00")
            }
            let shape = "an offset has hours and minutes (+02:00)"
            let hours = try number(2, shape)
            var minutes: Int64 = 0
            if place < bytes.count {
                _ = take(":")
                minutes = try number(2, shape)
            }
            guard hours <= 23, minutes <= 59 else { throw Malformed(reason: "there is no such offset") }
            return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
        }

        private mutating func number(_ width: Int, _ shape: String) throws(Malformed) -> Int64 {
            var value: Int64 = 0
            for _ in 0..<width {
                guard let digit = digit() else { throw Malformed(reason: shape) }
                value = value * 10 + digit
            }
            return value
        }

        private mutating func digit() -> Int64? {
            guard place < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[place] else { return nil }
            defer { place += 1 }
            return Int64(bytes[place] - UInt8(ascii: "0"))
        }

        private mutating func take(_ choices: StaticString) -> UInt8? {
            guard place < bytes.count else { return nil }
            let byte = bytes[place]
            for index in 0..<choices.utf8CodeUnitCount where choices.utf8Start[index] == byte {
                place += 1
                return byte
            }
            return nil
        }
    }
}
