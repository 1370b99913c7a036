/// A moment as HTTP writes it, in whole seconds (RFC 9110 §5.6.7).
///
/// It reads the three forms that servers send: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
/// `Sun Nov  6 08:49:37 1994`. It writes the first.
public struct HTTPDate: Hashable, Sendable {
    /// The seconds since 1970, between the years 1 and 9999.
    private let seconds: Int

    private static let seconds = -62_135_596_800...253_402_300_799

    /// A moment, without its fraction of a second. What lies outside of the years 1 to 9999 becomes the nearest moment
    /// within.
    public init(_ date: Date) {
        let exact = date.timeIntervalSince1970
        let range = Self.seconds
        seconds =
            exact.isNaN ? 0 : Int(max(Double(range.lowerBound), min(Double(range.upperBound), exact)).rounded(.down))
    }

    /// Reads a date of a field.
    ///
    /// - Parameters:
    ///   - text: one of the three forms; `nil` comes of anything else, also of a day that no calendar has.
    ///   - now: what a year of two digits is measured by: a date more than 50 years ahead is one of the century before.
    public init?(_ text: String, now: Date = Date()) {
        guard let parts = Parts(text), let time = parts.time, let month = parts.month, let day = parts.day,
            let year = parts.year, (1...Self.length(of: month, year.number)).contains(day)
        else { return nil }
        let date = Self.day(year.number, month, day) * 86_400 + time
        guard year.isShort else {
            seconds = date
            return
        }
        let today = HTTPDate(now)
        let (present, _, _) = Self.civil(today.seconds / 86_400)
        let near = present / 100 * 100 + year.number
        let isFar = Self.day(near, month, min(day, 28)) * 86_400 + time > today.seconds + 50 * 31_556_952
        let full = isFar ? near - 100 : near
        guard day <= Self.length(of: month, full) else { return nil }
        seconds = Self.day(full, month, day) * 86_400 + time
    }

    /// A second of a day of the calendar; `nil` when there is no such day.
    init?(year: Int, month: Int, day: Int, secondOfDay: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...Self.length(of: month, year)).contains(day)
        else {
            return nil
        }
        seconds = Self.day(year, month, day) * 86_400 + secondOfDay
    }

    /// The moment.
    public var date: Date { Date(timeIntervalSince1970: Double(seconds)) }
}

extension HTTPDate: Comparable {
    /// Whether one moment is before another.
    public static func < (a: HTTPDate, b: HTTPDate) -> Bool { a.seconds < b.seconds }
}

extension HTTPDate: CustomStringConvertible {
    /// The date as it is sent: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var description: String {
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let time = seconds - days * 86_400
        let (year, month, day) = Self.civil(days)
        let weekday = Self.weekdays[(days + 4) % 7 + ((days + 4) % 7 < 0 ? 7 : 0)]
        let clock = [time / 3600, time / 60 % 60, time % 60].map { Self.padded($0, to: 2) }.joined(separator: ":")
        let calendar = "\(Self.padded(day, to: 2)) \(Self.months[month - 1]) \(Self.padded(year, to: 4))"
        return "\(weekday), \(calendar) \(clock) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension HTTPDate {
    /// The words of a date, each read on its own.
    private struct Parts {
        let dayText, monthText, yearText, timeText: Substring

        init?(_ text: String) {
            let words = text.split(separator: " ")
            guard let weekday = words.first,
                HTTPDate.weekdays.contains(where: { $0.lowercased() == weekday.prefix(3).lowercased() })
            else { return nil }
            switch words.count {
            case 6 where Self.isUniversal(words[5]):
                (dayText, monthText, yearText, timeText) = (words[1], words[2], words[3], words[4])
            case 4 where Self.isUniversal(words[3]):
                let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
                guard date.count == 3 else { return nil }
                (dayText, monthText, yearText, timeText) = (date[0], date[1], date[2], words[2])
            case 5:
                (dayText, monthText, yearText, timeText) = (words[2], words[1], words[4], words[3])
            default: return nil
            }
        }

        var day: Int? { dayText.count <= 2 ? HTTPDate.number(dayText) : nil }

        var month: Int? {
            HTTPDate.months.firstIndex { $0.lowercased() == monthText.lowercased() }.map { $0 + 1 }
        }

        var year: (number: Int, isShort: Bool)? {
            guard yearText.count == 4 || yearText.count == 2, let number = HTTPDate.number(yearText) else { return nil }
            return yearText.count == 4 && number == 0 ? nil : (number, yearText.count == 2)
        }

        /// The seconds since midnight.
        var time: Int? {
            let parts = timeText.split(separator: ":", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { $0.count == 2 ? HTTPDate.number($0) : nil }
            guard parts.count == 3, numbers.count == 3, numbers[0] < 24, numbers[1] < 60, numbers[2] <= 60 else {
                return nil
            }
            return numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
        }

        private static func isUniversal(_ zone: Substring) -> Bool { zone == "GMT" || zone == "UTC" }
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }

    private static func length(of month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// The days from 1970-01-01 to a day of the Gregorian calendar, counted in eras of 400 years that begin in March.
    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day of the Gregorian calendar that lies `days` after 1970-01-01.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
