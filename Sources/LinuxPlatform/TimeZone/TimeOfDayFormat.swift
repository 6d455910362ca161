import Glibc

/// How a locale writes the time of day to the minute.
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

    /// The halves of the day on a 12-hour clock; nil for a 24-hour clock.
    let halves: Halves?
    /// The separator of hours and minutes.
    let separator: String

    /// The format if the locale does not define one: `16:41`.
    static let twentyFourHours = TimeOfDayFormat(halves: nil, separator: ":")

    /// The same clock with the English names of morning and afternoon.
    var inEnglish: TimeOfDayFormat {
        TimeOfDayFormat(
            halves: halves.map { _ in Halves(morning: "AM", afternoon: "PM", comesFirst: false) }, separator: separator)
    }

    /// `06:46`, `6:46 AM`.
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
    /// The format of the locale that `LC_ALL`, `LC_TIME` or `LANG` names, the first of them that is set; a 24-hour clock if
    /// the system does not have that locale.
    init(environment: [String: String]) {
        let name = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let name, let locale = newlocale(LC_TIME_MASK, name, nil) else {
            self = .twentyFourHours
            return
        }
        defer { freelocale(locale) }
        func item(_ item: Int) -> String? {
            nl_langinfo_l(nl_item(item), locale).flatMap { String(validatingCString: $0) }
        }
        self.init(
            format: item(T_FMT) ?? "", formatWithHalves: item(T_FMT_AMPM) ?? "", morning: item(AM_STR) ?? "",
            afternoon: item(PM_STR) ?? "")
    }

    /// The format that follows from nl_langinfo(3)'s `T_FMT`, `T_FMT_AMPM`, `AM_STR` and `PM_STR` (formats of strftime(3)).
    init(format: String, formatWithHalves: String, morning: String, afternoon: String) {
        var hourCycle = 24
        var separator: String?
        var (sawHour, halfCameFirst, sawHalf) = (false, false, false)
        for field in Self.fields(format: format, formatWithHalves: formatWithHalves) {
            switch field {
            case .conversion("H"), .conversion("k"):
                sawHour = true
            case .conversion("I"), .conversion("l"):
                (sawHour, hourCycle, halfCameFirst) = (true, 12, sawHalf)
            case .conversion("p"), .conversion("P"):
                sawHalf = true
            case .literal(let text) where sawHour && separator == nil:
                separator = text
            default:
                break
            }
        }
        // Some locales write a word such as "hour" there, which needs one for "minute" after the minutes.
        self.separator = separator == "." ? "." : ":"
        guard hourCycle == 12, !morning.isEmpty, !afternoon.isEmpty else {
            halves = nil
            return
        }
        halves = Halves(morning: morning, afternoon: afternoon, comesFirst: halfCameFirst)
    }

    private enum Field: Equatable {
        case conversion(Character)
        case literal(String)
    }

    private static func fields(format: String, formatWithHalves: String) -> [Field] {
        var fields: [Field] = []
        var rest = format[...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                let literal = String(character) + rest.prefix { $0 != "%" }
                rest = rest.dropFirst(literal.count - 1)
                fields.append(.literal(literal))
                continue
            }
            rest = rest.drop { "-_0^#EO".contains($0) }
            switch rest.popFirst() {
            case "T": fields += Self.fields(format: "%H:%M:%S", formatWithHalves: "")
            case "R": fields += Self.fields(format: "%H:%M", formatWithHalves: "")
            case "r":
                let expanded = formatWithHalves.isEmpty ? "%I:%M:%S %p" : formatWithHalves
                // A format that contains itself would never end.
                let containsItself = zip(expanded, expanded.dropFirst()).contains { $0 == "%" && $1 == "r" }
                if !containsItself { fields += Self.fields(format: expanded, formatWithHalves: "") }
            case .some(let conversion): fields.append(.conversion(conversion))
            case nil: break
            }
        }
        return fields
    }
}
