// SPDX-License-Identifier: MIT
import Solar
import Tracker
import Wording

extension DaylightChart {
    func text(columns: Int?) -> String { text(columns: columns ?? 80, isASCII: false) }

    /// One line for every 7th, 14th or 28th day, depending on the period, including today. On wide terminals, a line
    /// also contains the light of the 24 hours.
    ///
    /// - Parameter isASCII: Whether the light is drawn with ASCII characters only.
    func text(columns: Int, isASCII: Bool) -> String {
        let fitting = Self.layouts.lazy.map { ($0, self.lines(in: $0, isASCII)) }
            .first { $1.allSatisfy { $0.columns <= columns } }
        let (layout, lines) = fitting ?? (Self.narrowest, self.lines(in: Self.narrowest, isASCII))
        return (lines + [""] + legend(hasBar: !layout.allSatisfy { $0.barCells == nil }, isASCII))
            .flatMap { $0.wrapped(to: columns) }.joined(separator: "\n")
    }

    func source(columns: Int?) -> [String] {
        [place.heading(in: words), spanInZone].flatMap { $0.wrapped(to: columns ?? 80) }
    }

    /// `23 May 2026 to 22 May 2027, time zone America/Denver`.
    var spanInZone: String { words.list([span, localTime.zoneNote(in: words)].compactMap(\.self)) }

    /// `23 May 2026 to 22 May 2027`.
    var span: String {
        let (first, last) = (days[0].date.withYear(in: words), days[days.count - 1].date.withYear(in: words))
        // TRANSLATORS: the first and the last date of a chart: 23 May 2026 to 22 May 2027
        return words("{first} to {last}", ["first": first, "last": last])
    }

    private enum Column {
        case date, bar, sunrise, sunset
        case shortBar
        case rise, set
        case daylight, change

        /// The number of cells for 24 hours; nil for a column without a bar.
        var barCells: Int? { self == .bar ? 24 : self == .shortBar ? 12 : nil }
    }

    private static let layouts: [[Column]] = [
        [.date, .bar, .sunrise, .sunset, .daylight, .change], [.date, .bar, .rise, .set, .daylight, .change],
        [.date, .shortBar, .sunrise, .sunset, .daylight, .change], [.date, .shortBar, .rise, .set, .daylight, .change],
        [.date, .sunrise, .sunset, .daylight, .change], [.date, .rise, .set, .daylight], narrowest,
    ]
    private static let narrowest: [Column] = [.date, .rise, .set]

    private func lines(in layout: [Column], _ isASCII: Bool) -> [String] {
        let step = (period.days + 1) / 13
        let rows = stride(from: todayIndex % step, to: days.count, by: step).map { index in
            layout.map { cell($0, of: days[index], isASCII) }
        }
        return AlignedColumns(
            layout.map { $0 == .date || $0.barCells != nil ? .left : .right }, [layout.map(heading)] + rows
        )
        .lines
    }

    private func heading(of column: Column) -> String {
        switch column {
        case .date: return ""
        case .bar, .shortBar:
            let cells = column.barCells ?? 0
            return localTime.hourScale(cells: cells, columns: cells, step: 6)
        case .sunrise: return words.inContext("label", "Sunrise")
        case .sunset: return words.inContext("label", "Sunset")
        // TRANSLATORS: sunrise and sunset, for a narrow column: at most 9 columns
        case .rise: return words.inContext("abbreviated", "Rise")
        // TRANSLATORS: sunrise and sunset, for a narrow column: at most 9 columns
        case .set: return words.inContext("abbreviated", "Set")
        // TRANSLATORS: the length of the day between sunrise and sunset: at most 14 columns
        case .daylight: return words.inContext("label", "Daylight")
        // TRANSLATORS: how much longer or shorter a day is than the one before: at most 12 columns
        case .change: return words.inContext("label", "Change")
        }
    }

    private func cell(_ column: Column, of day: ChartDay, _ isASCII: Bool) -> String {
        switch column {
        case .date: "\(day.date)" + (day.date == today ? "*" : "")
        // Each character stands for one or two hours, and shows the light in the middle of them.
        case .bar, .shortBar:
            String(day.light.samples(column.barCells ?? 0).map { $0.shade(isASCII: isASCII) })
        case .sunrise, .rise: mark(day.sunrise, of: day)
        case .sunset, .set: mark(day.sunset, of: day)
        case .daylight: text(of: day).daylight
        case .change: text(of: day).signedChange
        }
    }

    /// `00:28+1`, `-`.
    private func mark(_ instant: Instant?, of day: ChartDay) -> String {
        guard let instant else { return "-" }
        let days = localTime.civilTime(at: instant).date.daysSinceUnixEpoch - day.date.daysSinceUnixEpoch
        return localTime.timeOfDay(at: instant) + (days == 0 ? "" : days > 0 ? "+\(days)" : "\(days)")
    }

    private func legend(hasBar: Bool, _ isASCII: Bool) -> [String] {
        // TRANSLATORS: below a table of days: what the signs *, +1 and -1 in the table mean
        var lines = [dateMarks ? words("* today; +1 is the date after, -1 the date before") : words("* today")]
        if hasBar {
            let lights = DayPhase.allCases.dropFirst().map {
                "\($0.shade(isASCII: isASCII)) \($0.displayName(in: words))"
            }
            // TRANSLATORS: below a row of signs for the hours of a day, with the meaning of the signs: ░ nautical twilight, █ day
            lines.append(words("Hours of {lights}", ["lights": words.list(lights)]))
        }
        return lines
            + days.compactMap(\.clockChange).map { change in
                let (date, day) = (change.date, change.date.onDay(change.date.withYear(in: words), in: words))
                return change.sentence(on: day, hasHappened: date < today, in: words)
            }
    }

    private var dateMarks: Bool {
        days.contains { day in
            [day.sunrise, day.sunset].compactMap { $0 }.contains { localTime.civilTime(at: $0).date != day.date }
        }
    }
}
