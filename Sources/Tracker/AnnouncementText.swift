public import Solar

/// The words in which an occurrence is told, at a moment and in the local time of its reader.
struct AnnouncementText {
    let occurrence: Occurrence
    let place: Place
    let localTime: any LocalTime
    let now: Instant

    /// Later than this, the text says how late it is: up to it, people would call it now.
    private static let noticeablyLate = Duration.seconds(60)

    /// `Sunrise in Denver`; `Sunset in Denver was 7 min ago`.
    var summary: String {
        let lateness = now - occurrence.instant
        return lateness < Self.noticeablyLate ? title : "\(title) was \(lateness.spokenMinutes) ago"
    }

    /// `06:46 · 9 h 54 min of daylight, 1 min 52 s less than yesterday · sunset at 16:41`.
    var body: String { parts.joined(separator: " · ") }

    /// `Sunrise in Denver at 06:46: 9 h 54 min of daylight, 1 min 52 s less than yesterday; sunset at 16:41`.
    var line: String {
        let (time, rest) = (parts[0], parts.dropFirst())
        let late = now - occurrence.instant >= Self.noticeablyLate
        return "\(summary)\(late ? "," : "") at \(time)" + (rest.isEmpty ? "" : ": " + rest.joined(separator: "; "))
    }

    /// `Sunrise in Denver on 2026-11-21 at 06:46`: for what is told long after.
    var dated: String {
        let date = localTime.civilTime(at: occurrence.instant).date
        return "\(title) on \(date) at \(localTime.timeOfDay(at: occurrence.instant))"
    }

    private var title: String {
        place.name.map { "\(occurrence.rule.event.title) in \($0)" } ?? occurrence.rule.event.title
    }

    private var parts: [String] {
        var parts = [localTime.timeOfDay(at: occurrence.instant)]
        guard [.sunrise, .sunset].contains(occurrence.rule.event) else { return parts }
        parts.append(daylight)
        if let after = whatComesAfter { parts.append(after) }
        return parts
    }

    private var daylight: String {
        let today = Sun.day(containing: occurrence.instant, at: place.observer)
        let yesterday = Sun.day(containing: today.start - .seconds(1), at: place.observer)
        return
            "\(today.daylight.spokenMinutes) of daylight, \((today.daylight - yesterday.daylight).comparedToYesterday)"
    }

    /// The other end of this day, or of this night, which near the poles is months ahead.
    private var whatComesAfter: String? {
        let rising = occurrence.rule.event == .sunrise
        let opposite: SolarEvent = rising ? .sunset : .sunrise
        guard
            case .occurs(let next) = Sun.nextOccurrence(
                of: opposite, after: occurrence.instant, at: place.observer)
        else { return nil }
        // A day and a night are 24 hours together, but for the drift of some minutes, more near the poles.
        if next - occurrence.instant < .seconds(30 * 3600) {
            return "\(opposite.name) at \(localTime.timeOfDay(at: next))"
        }
        let date = localTime.civilTime(at: next).date.spoken(seenFrom: localTime.civilTime(at: now).date)
        return rising ? "the Sun stays up until \(date)" : "the Sun next rises on \(date)"
    }
}

extension SolarEvent {
    /// The event at the start of a sentence: `Sunrise`, `Civil dawn`, `Sun rising through -4.5°`.
    public var title: String {
        switch self {
        case .altitude(_, let direction):
            return "Sun \(direction.rawValue) through \(name.split(separator: ":")[1])°"
        default:
            let words = name.split(separator: "-").joined(separator: " ")
            return words.prefix(1).uppercased() + words.dropFirst()
        }
    }
}

extension CivilDate {
    /// `26 January`, with the year where it is not the reader's own.
    public func spoken(seenFrom today: CivilDate) -> String {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November",
            "December",
        ]
        let (year, month, day) = components
        return "\(day) \(months[month - 1])" + (year == today.year ? "" : " \(year)")
    }
}

extension Duration {
    /// A change of daylight: `1 min 52 s less than yesterday`, `as long as yesterday`.
    public var comparedToYesterday: String {
        let change = spoken
        if change == "0 s" { return "as long as yesterday" }
        return "\(change) \(self < .zero ? "less" : "more") than yesterday"
    }
}
