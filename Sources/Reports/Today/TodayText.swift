import Solar
package import Terminal
import Tracker

extension Today {
    /// The text form for 80 columns, without colours.
    package var text: String { text(TodayForm(columns: 80, ink: .shades)) }

    /// The place, the date, the bar of the day, and the facts.
    package func text(_ form: TodayForm) -> String {
        var depth = ColourDepth.none
        if case .colours(let colours) = form.ink { depth = colours }
        return lines(form).map { line in
            guard case .colours = form.ink else { return line.map(\.text).joined() }
            return line.map { $0.escaped(depth) }.joined()
        }.joined(separator: "\n")
    }

    func lines(_ form: TodayForm) -> [[StyledText]] {
        var lines = place.headingParts.joinedAndWrapped(to: form.columns).map { [StyledText($0, .bold)] }
        lines += dateParts.joinedAndWrapped(to: form.columns).map { [StyledText($0)] }
        lines.append([])
        if let ink = form.ink {
            let bar = DayBar(of: self, ink: ink, columns: form.columns).lines
            lines += bar.isEmpty ? [] : bar + [[]]
        }
        return lines + facts(form.isLive ? .live : .once).flatMap { $0.lines(columns: form.columns) }
    }

    /// The time for which the text must hold. It decides which changing values are included.
    enum Validity {
        /// The moment: all values.
        case once
        /// Until the next update of a live view: values that change all the time are left out or rounded.
        case live
        /// Until the next event: values that change with time are left out.
        case untilNext
    }

    /// `Saturday 21 November 2026`, and the time zone for a named place.
    var dateParts: [String] { [date.inFull] + (relativeTime.timeZoneNote(for: place).map { [$0] } ?? []) }

    /// The facts of the day, in chronological order.
    func facts(_ validity: Validity) -> [Fact] {
        let noon = Fact("Noon", relativeTime.moment(day.noon), altitude(noonAltitude, isUp: isUpAtNoon))
        var facts = courseFacts
        facts.insert(noon, at: facts.firstIndex { $0.name == "Sunset" } ?? facts.count)
        facts = fact("Dawn", twilights.map { ($0, $0.dawn) }) + facts
        facts += fact("Dusk", twilights.reversed().map { ($0, $0.dusk) })
        facts.append(Fact("Daylight", daylight))
        facts.append(
            Fact(
                "Now",
                [light.displayName.lowercased()]
                    + [altitude(altitude, isUp: light == .day)].prefix(validity == .once ? 1 : 0)
            ))
        if let next {
            var parts = ["\(next.event.name) at \(relativeTime.moment(next.instant))"]
            switch validity {
            case .once: parts.append(relativeTime.distance(to: next.instant))
            case .live: parts.append(relativeTime.roundedDistance(to: next.instant))
            case .untilNext: break
            }
            facts.append(Fact("Next", parts))
        }
        facts.append(Fact("Clocks", clocks))
        if isElsewhere {
            facts.append(Fact("Times", "in time zone \(relativeTime.zone)", "not the place's own"))
        }
        return facts
    }

    /// The day as a notification, with the parts in one line: GNOME joins lines. It has nothing that changes during the day,
    /// since it may stay in a list.
    package var notice: (summary: String, body: String) {
        var course = courseFacts.map { "\($0.name) \($0.sentence)" }
        if course.count > 1 { course[1] = course[1].prefix(1).lowercased() + course[1].dropFirst() }
        let length = daylight[0] == "none" ? "no daylight" : "\(daylight[0]) of daylight"
        var parts = [
            course.joined(separator: ", "), ([length] + daylight.dropFirst().prefix(1)).joined(separator: ", "),
        ]
        if isElsewhere { parts.append("times in time zone \(relativeTime.zone)") }
        let place = place.name?.locationPhrase() ?? "at \(place.nameAndPosition)"
        return ("\(date.dayName()) \(date.formatted(relativeTo: date)) \(place)", parts.joined(separator: " · "))
    }

    private var courseFacts: [Fact] {
        switch course {
        case .risesAndSets(let sunrise, let sunset):
            [Fact("Sunrise", relativeTime.moment(sunrise)), Fact("Sunset", relativeTime.moment(sunset))]
        case .risesToStay(let sunrise, let until):
            [Fact("Sunrise", relativeTime.moment(sunrise)), Fact("Sunset", "none: the Sun \(staysUp(until))")]
        case .setsAfterStaying(let since, let sunset):
            [
                Fact("Sunrise", "none" + (since.map { ": the Sun has been up since \(day(of: $0))" } ?? "")),
                Fact("Sunset", relativeTime.moment(sunset)),
            ]
        case .staysUp(let until):
            [Fact("The Sun", staysUp(until))]
        case .staysDown(let until):
            [Fact("The Sun", "stays below the horizon" + (until.map { "; it next rises on \(day(of: $0))" } ?? ""))]
        }
    }

    /// `05:16 astronomical`, `05:49 nautical`, `06:22 civil`: the twilights that have an instant.
    private func fact(_ name: String, _ moments: [(twilight: ChartDay.Twilight, instant: Instant?)]) -> [Fact] {
        let parts = moments.compactMap { twilight, instant in
            instant.map { "\(relativeTime.moment($0)) \(twilight.light.rawValue)" }
        }
        return parts.isEmpty ? [] : [Fact(name, parts)]
    }

    /// `the Sun 24° high`, `the Sun 3° below the horizon`: the true altitude of its centre. Whether it is up is decided by
    /// its upper limb, refraction and the elevation of the observer.
    private func altitude(_ altitude: Double, isUp: Bool) -> String {
        let degrees = Int(altitude.rounded())
        if isUp { return degrees > 0 ? "the Sun \(degrees)° high" : "the Sun at the horizon" }
        return degrees < 0 ? "the Sun \(-degrees)° below the horizon" : "the Sun just below the horizon"
    }

    private func staysUp(_ until: Instant?) -> String {
        "stays up" + (until.map { " until \(day(of: $0))" } ?? "")
    }

    private func day(of instant: Instant) -> String {
        relativeTime.localTime.civilTime(at: instant).date.formatted(relativeTo: date)
    }

    private var daylight: [String] {
        var parts: [String]
        switch course {
        case .staysDown where change == .zero: parts = ["none"]
        // Days in polar day differ by some seconds, which do not matter here.
        case .staysUp where abs(change.microseconds) < 60_000_000: parts = ["24 h"]
        default: parts = [day.daylight.formattedDaylight(), change.comparedToYesterday()]
        }
        if let sinceSolstice, parts.count > 1 || abs(sinceSolstice.change.microseconds) >= 60_000_000 {
            parts.append(sinceSolstice.description)
        }
        return parts
    }

    private var clocks: [String] {
        guard let clockChange else { return ["no change within a year"] }
        let days =
            switch relativeTime.daysUntil(clockChange.instant) {
            case 0: "today"
            case 1: "tomorrow"
            case let days: "in \(days) days"
            }
        let date = relativeTime.localTime.civilTime(at: clockChange.instant).date
        return ["\(clockChange.direction) on \(date.dayName()) \(day(of: clockChange.instant))", days]
    }
}

extension Today.SolsticeComparison {
    /// `2 h 31 min less than at the June solstice`.
    fileprivate var description: String {
        let name = solstice.event == .juneSolstice ? "June solstice" : "December solstice"
        let difference = change.formattedMinutes()
        if difference == "0 min" { return "as long as at the \(name)" }
        return "\(difference) \(change < .zero ? "less" : "more") than at the \(name)"
    }
}

/// The form of the text.
package struct TodayForm: Hashable, Sendable {
    /// The width of the window in columns.
    package let columns: Int
    /// The means to draw the bar of the day; nil for no bar.
    package let ink: Ink?
    /// Whether the text is a live view. Values that change all the time are then left out or rounded.
    package let isLive: Bool

    package enum Ink: Hashable, Sendable {
        /// ASCII characters.
        case ascii
        /// Block characters of different density.
        case shades
        /// The colours of a terminal.
        case colours(ColourDepth)
    }

    /// A form for a window; widths below 1 are raised to 1.
    package init(columns: Int, ink: Ink?, isLive: Bool = false) {
        self.columns = max(1, columns)
        (self.ink, self.isLive) = (ink, isLive)
    }
}

/// A named fact. Lines break between its parts.
struct Fact: Hashable, Sendable {
    let name: String
    let parts: [String]

    init(_ name: String, _ parts: String...) {
        self.init(name, parts)
    }

    init(_ name: String, _ parts: [String]) {
        (self.name, self.parts) = (name, parts)
    }

    /// The fact without its name, in one line.
    var sentence: String { parts.joined(separator: ", ") }

    /// The width of the names and the space after them.
    private static let margin = 10
    /// Below this width names have lines of their own.
    private static let narrow = 30

    /// The fact in lines of at most `columns` columns, with its name in front.
    func lines(columns: Int) -> [[StyledText]] {
        guard columns >= Self.narrow else {
            let indent = columns < Self.margin ? "" : "  "
            let lines = sentence.wrapped(to: columns - indent.count).map { [StyledText(indent + $0)] }
            return name.wrapped(to: columns).map { [StyledText($0, .faint)] } + lines
        }
        return parts.joinedAndWrapped(to: columns - Self.margin).enumerated().map { index, line in
            let name = index == 0 ? name : ""
            return [StyledText(name.fitted(to: Self.margin), .faint), StyledText(line)]
        }
    }
}
