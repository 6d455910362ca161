import Solar
import Terminal
import Tracker

extension DaylightChart {
    /// The text form.
    package func text(columns: Int?) -> String { text(columns: columns ?? 80, isASCII: false) }

    /// One line for every 7th, 14th or 28th day, depending on the period, including today. Wide terminals also show the
    /// light of its 24 hours.
    ///
    /// - Parameter isASCII: Whether the light is drawn with ASCII characters only.
    package func text(columns: Int, isASCII: Bool) -> String {
        let fitting = Self.layouts.lazy.map { ($0, self.lines(in: $0, isASCII)) }
            .first { $1.allSatisfy { $0.columns <= columns } }
        let (layout, lines) = fitting ?? (.narrowest, self.lines(in: .narrowest, isASCII))
        return (headings + [""] + lines + [""] + legend(hasBar: layout.hasBar, isASCII))
            .flatMap { line in line.wrapped(to: columns).map { $0.isolatedCell(like: line) } }.joined(separator: "\n")
    }

    /// The place and the span of dates.
    private var headings: [String] { [place.heading(in: words), spanInZone] }

    /// `23 May 2026 to 22 May 2027, time zone America/Denver`.
    var spanInZone: String {
        guard let zone = localTime.zoneName else { return span }
        return words.list([span, words("time zone {zone}", ["zone": zone])])
    }

    /// `23 May 2026 to 22 May 2027`.
    var span: String {
        let (first, last) = (days[0].date.withYear(in: words), days[days.count - 1].date.withYear(in: words))
        // TRANSLATORS: the first and the last date of a chart: 23 May 2026 to 22 May 2027
        return words("{first} to {last}", ["first": first, "last": last])
    }

    /// The columns of the table, from the widest layout to the narrowest.
    private enum Layout {
        case full, withoutChange, compact, narrow, narrowest

        var hasBar: Bool { self == .full || self == .withoutChange }
    }

    private static let layouts: [Layout] = [.full, .withoutChange, .compact, .narrow, .narrowest]

    private func lines(in layout: Layout, _ isASCII: Bool) -> [String] {
        let step = (period.days + 1) / 13
        let rows = stride(from: todayIndex % step, to: days.count, by: step).map { index in
            row(of: days[index], in: layout, isASCII)
        }
        let headings: [String]
        let hours =
            HourScale(localTime: localTime, cells: 24)
            .line(columns: 24, step: 6) ?? HourScale(localTime: localTime, cells: 24).line(columns: 24)
        var alignments: [AlignedColumns.Alignment] = [.left, .right, .right, .right, .right]
        let sunrise = words.inContext("label", "Sunrise")
        let sunset = words.inContext("label", "Sunset")
        let (daylight, change) = (words.inContext("label", "Daylight"), words.inContext("label", "Change"))
        // TRANSLATORS: sunrise and sunset, for a narrow column: at most 9 columns
        let (rise, set) = (words.inContext("abbreviated", "Rise"), words.inContext("abbreviated", "Set"))
        switch layout {
        case .full:
            headings = ["", hours, sunrise, sunset, daylight, change]
            alignments.insert(.left, at: 1)
        case .withoutChange:
            headings = ["", hours, sunrise, sunset, daylight]
            alignments.insert(.left, at: 1)
        case .compact: headings = ["", sunrise, sunset, daylight, change]
        case .narrow: headings = ["", rise, set, daylight]
        case .narrowest: headings = ["", rise, set]
        }
        return AlignedColumns(alignments, [headings] + rows).lines
    }

    private func row(of day: ChartDay, in layout: Layout, _ isASCII: Bool) -> [String] {
        let text = ChartDayText(day, by: localTime, in: words)
        let date = "\(day.date)" + (day.date == today ? "*" : "")
        let (rise, set) = (mark(day.sunrise, of: day), mark(day.sunset, of: day))
        return switch layout {
        case .full: [date, Self.bar(of: day, isASCII), rise, set, text.daylight, text.signedChange]
        case .withoutChange: [date, Self.bar(of: day, isASCII), rise, set, text.daylight]
        case .compact: [date, rise, set, text.daylight, text.signedChange]
        case .narrow: [date, rise, set, text.daylight]
        case .narrowest: [date, rise, set]
        }
    }

    /// `00:28+1`, `-`.
    private func mark(_ instant: Instant?, of day: ChartDay) -> String {
        guard let instant else { return "-" }
        let days = localTime.civilTime(at: instant).date.daysSinceUnixEpoch - day.date.daysSinceUnixEpoch
        return localTime.timeOfDay(at: instant) + (days == 0 ? "" : days > 0 ? "+\(days)" : "\(days)")
    }

    /// One character per hour, for the light in the middle of the hour.
    private static func bar(of day: ChartDay, _ isASCII: Bool) -> String {
        String((0..<24).map { day.light(atSecond: $0 * 3600 + 1800).shade(isASCII: isASCII) })
    }

    private func legend(hasBar: Bool, _ isASCII: Bool) -> [String] {
        // TRANSLATORS: what the signs *, +1 and -1 in the table mean
        var lines = [dateMarks ? words("* today; +1 is the date after, -1 the date before") : words("* today")]
        if hasBar {
            let lights = DayPhase.allCases.dropFirst().map {
                "\($0.shade(isASCII: isASCII)) \($0.displayName(in: words))"
            }
            // TRANSLATORS: {lights} is a list of signs, one for each hour, with their meaning: ░ nautical twilight, █ day
            lines.append(words("Hours of {lights}", ["lights": words.list(lights)]))
        }
        return lines + days.compactMap { day in day.clockChange.map { $0.sentence(on: day.date, in: words) } }
    }

    private var dateMarks: Bool {
        days.contains { day in
            [day.sunrise, day.sunset].compactMap { $0 }.contains { localTime.civilTime(at: $0).date != day.date }
        }
    }
}

extension ChartDay {
    /// The phase at a time of day, in seconds since midnight on the clock (0 to 86399).
    func light(atSecond second: Int) -> DayPhase {
        light.first { $0.seconds.contains(second) }?.light ?? .night
    }
}
