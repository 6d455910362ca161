// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// The format of the time of day in a locale, to the minute.
struct TimeOfDayFormat: Equatable {
    /// The names of morning and afternoon on a 12-hour clock.
    struct Halves: Equatable {
        let morning: String
        let afternoon: String
        let comesFirst: Bool

        /// A time on the 12-hour clock, with the half of the day that contains the hour, 0 to 23.
        func text(_ time: String, inHalfOf hour: Int) -> String {
            let half = hour < 12 ? morning : afternoon
            return comesFirst ? "\(half) \(time)" : "\(time) \(half)"
        }
    }

    /// The names of the halves of the day on a 12-hour clock; nil for a 24-hour clock.
    let halves: Halves?
    /// The separator of hours and minutes.
    let separator: String

    /// The format if the locale does not define one: `16:41`.
    static let twentyFourHours = TimeOfDayFormat(halves: nil, separator: ":")

    /// The format with the English names of morning and afternoon.
    var inEnglish: TimeOfDayFormat {
        TimeOfDayFormat(
            halves: halves.map { _ in Halves(morning: "AM", afternoon: "PM", comesFirst: false) }, separator: separator)
    }

    func text(hour: Int, minute: Int) -> String {
        let minutes = (minute < 10 ? "0" : "") + String(minute)
        guard let halves else { return (hour < 10 ? "0" : "") + "\(hour)\(separator)\(minutes)" }
        return halves.text("\((hour + 11) % 12 + 1)\(separator)\(minutes)", inHalfOf: hour)
    }

    /// `6`, `6 AM`; the hour that ends the day is `24`, `12 AM`.
    func text(hour: Int) -> String {
        halves?.text("\((hour + 11) % 12 + 1)", inHalfOf: hour % 24) ?? String(hour)
    }
}

extension TimeOfDayFormat {
    /// The format of the locale named by the first of `LC_ALL`, `LC_TIME` and `LANG` that is set; a 24-hour clock if
    /// the system lacks this locale.
    init(environment: [String: String]) {
        guard let name = Self.locale(in: environment), let locale = newlocale(LC_TIME_MASK, name, nil) else {
            self = .twentyFourHours
            return
        }
        defer { freelocale(locale) }
        func item(_ item: Int) -> String {
            nl_langinfo_l(nl_item(item), locale).flatMap { String(validatingCString: $0) } ?? ""
        }
        var time = tm()
        // The format must not contain a time zone, which libc would read.
        (time.tm_hour, time.tm_min, time.tm_sec, time.tm_isdst) = (16, 41, 27, -1)
        func text(_ format: String) -> String {
            var text = [CChar](repeating: 0, count: 256)
            let length = strftime_l(&text, text.count, format, &time, locale)
            return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        self.init(
            quarterToFive: text("%X"), sixteen: text("%OH"), morning: item(AM_STR), afternoon: item(PM_STR))
    }

    /// The name of the locale of times (locale(7)); nil if none is set.
    static func locale(in environment: [String: String]) -> String? {
        ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }

    /// Derives the format from 16:41:27 in this format, such as `16:41:27` or `04:41:27 PM`.
    ///
    /// - Parameter sixteen: 16 in the digits of the locale.
    init(quarterToFive text: String, sixteen: String = "16", morning: String, afternoon: String) {
        // Some locales use a word such as "hour" as separator, which would need a word for "minute" after the minutes.
        separator = text.has(".41") ? "." : ":"
        guard !morning.isEmpty, !afternoon.isEmpty, text.has(afternoon), !text.has("16"), !text.has(sixteen)
        else {
            halves = nil
            return
        }
        halves = Halves(
            morning: morning, afternoon: afternoon, comesFirst: text.drop { $0 == " " }.hasPrefix(afternoon))
    }
}

extension String {
    /// Whether a text occurs in this one. Swift's own search would link regular expressions into the service.
    fileprivate func has(_ text: String) -> Bool { strstr(self, text) != nil }
}
