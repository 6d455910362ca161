import Solar
import Terminal
import Tracker

extension Today {
    /// In 80 columns, without colours.
    package var text: String { text(TodayForm(columns: 80, ink: .shades)) }

    /// The place, the date, the bar of the day, and what there is to know.
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

    /// For how long what is told is to hold.
    enum Validity {
        /// For the moment.
        case once
        /// Until the next line of a watch: what changes all the time is left out, or told roughly.
        case live
        /// Until the next event.
        case untilNext
    }

    /// `Saturday 21 November 2026`, and by whose clocks.
    var dateParts: [String] { [date.inFull] + (relativeTime.clocks(for: place).map { [$0] } ?? []) }

    /// What there is to know, in the order of the day.
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
                [light.title.lowercased()] + [altitude(altitude, isUp: light == .day)].prefix(validity == .once ? 1 : 0)
            ))
        if let next {
            var phrases = ["\(next.event.name) at \(relativeTime.moment(next.instant))"]
            switch validity {
            case .once: phrases.append(relativeTime.distance(to: next.instant))
            case .live: phrases.append(relativeTime.roughDistance(to: next.instant))
            case .untilNext: break
            }
            facts.append(Fact("Next", phrases))
        }
        facts.append(Fact("Clocks", clocks))
        if isElsewhere {
            facts.append(Fact("Times", "by the clocks of \(relativeTime.zone)", "not by the place's own"))
        }
        return facts
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

    /// `05:16 astronomical`, `05:49 nautical`, `06:22 civil`: those of the twilights that begin or end.
    private func fact(_ name: String, _ moments: [(twilight: ChartDay.Twilight, instant: Instant?)]) -> [Fact] {
        let phrases = moments.compactMap { twilight, instant in
            instant.map { "\(relativeTime.moment($0)) \(twilight.light.word)" }
        }
        return phrases.isEmpty ? [] : [Fact(name, phrases)]
    }

    /// `the Sun 24° high`, `the Sun 3° below the horizon`: the true altitude of its centre. When it is said to be up, and
    /// when down, goes by its upper limb, the air and the observer's own horizon.
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
        // Days from noon to noon differ by some seconds, which nobody means by longer days.
        case .staysUp where abs(change.microseconds) < 60_000_000: parts = ["24 h"]
        default: parts = [day.daylight.formattedDaylight, change.comparedToYesterday]
        }
        if let sinceSolstice, parts.count > 1 || abs(sinceSolstice.change.microseconds) >= 60_000_000 {
            parts.append(sinceSolstice.words)
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
        return ["\(clockChange.direction) on \(date.weekday) \(day(of: clockChange.instant))", days]
    }
}

extension Today.SolsticeComparison {
    /// `2 h 31 min less than at the June solstice`.
    fileprivate var words: String {
        let name = solstice.event == .juneSolstice ? "June solstice" : "December solstice"
        let difference = change.formattedMinutes
        if difference == "0 min" { return "as long as at the \(name)" }
        return "\(difference) \(change < .zero ? "less" : "more") than at the \(name)"
    }
}
