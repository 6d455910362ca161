// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import Glibc
import Solar
import Tracker
import Wording

struct EventsCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "List the events of one or more days.",
        usage: "suntracker events [<event> ...] [<day>] [<place>] [<options>]",
        discussion: [
            "  suntracker events sunrise sunset --from today --to 2026-12-31\n"
                + "  suntracker events tomorrow",
            EventSelection.explanation + " " + EventSelection.alerts,
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp(
            "The events and alerts (default: all), the first day (default: today), and a place.", valueName: "words"))
    var words: [String] = []

    @OptionGroup var place: PlaceOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Begin with this day, or at this time. (default: today)", valueName: "time"),
        transform: { try TimeArgument($0) })
    var from: TimeArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("End with this day, or at this time. (default: the first day)", valueName: "time"),
        transform: { try TimeArgument($0) })
    var to: TimeArgument?

    @Option(
        help: ArgumentHelp("The number of days, 1 to 36600, instead of --to.", valueName: "n"),
        transform: Self.dayCount)
    var days: Int?

    @Option(
        help: ArgumentHelp(
            "The output format; ics is a calendar file (RFC 5545).", valueName: "format"))
    var format = Format<EventTable>.text

    @Option(
        name: .customLong("alarm"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "With --format ics, add an alarm this long before (-10min) or after (+10min) each event, or at it "
                + "(0min). Can be repeated.", valueName: "time span"),
        transform: Self.alarm)
    var alarms: [Duration] = []

    @Flag(help: "Use days and times in UTC instead of the local time zone.")
    var utc = false

    private(set) var named: [EventName] = []

    private enum CodingKeys: CodingKey {
        case words, place, from, to, days, format, alarms, utc
    }

    /// About a hundred years, in days.
    private static let longestSpan = 36_600

    mutating func validate() throws {
        let words = try Words(words, place)
        named = words.names
        if let day = words.time {
            guard from == nil else { throw ValidationError("more than one first day; use only one") }
            from = day
        }
        place.word = words.place
        guard to == nil || days == nil else {
            throw ValidationError("--to and --days both set the end; use only one of them")
        }
        guard alarms.isEmpty || format.kind == .ics else {
            throw ValidationError("--alarm needs --format ics; add it, or remove --alarm")
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let zone: any LocalTime = utc ? UTC() : context.localTime
        let events = named.isEmpty ? EventSelection.daily : named
        let alerts = try context.alerts(events, place)
        let first = try context.moment(from ?? .today, place, in: zone)
        let last = try to.map { time throws(CommandError) in try context.moment(time, place, in: zone) }
        let days = try days(from: first, to: last, in: zone)
        try events.events.checkYears(
            from: first.date(in: zone), to: first.date(in: zone).adding(days: days - 1))
        var bounds = Instant.earliest..<Instant.latest
        if case .instant(let instant) = first { bounds = bounds.clamped(to: instant..<(.latest)) }
        if case .instant(let instant) = last { bounds = bounds.clamped(to: .earliest..<instant) }
        let table = EventTable(
            of: events.events, from: first.date(in: zone), days: days, at: try context.place(place), in: zone,
            within: bounds, alerts: alerts, words: context.words)
        guard format.kind == .ics else { return try Answer(table, as: format, in: context) }
        // The last line ends with CR LF, but the line feed is added when the answer is written.
        let calendar = table.calendar(madeAt: context.now, alarms: alarms)
        return Answer(String(String.UnicodeScalarView(calendar.unicodeScalars.dropLast())))
    }

    private func days(
        from first: Moment, to last: Moment?, in zone: any LocalTime
    ) throws(CommandError) -> Int {
        let start = first.date(in: zone)
        let days = last.map { $0.date(in: zone).daysSinceUnixEpoch - start.daysSinceUnixEpoch + 1 } ?? days ?? 1
        let end = start.adding(days: days - 1)
        guard days > 0, first.start(in: zone) <= (last?.start(in: zone) ?? .latest) else {
            throw .argument("\(end) is before \(start); use a later time for --to")
        }
        guard days <= Self.longestSpan else {
            throw .argument("\(start) to \(end) are \(days) days; use at most \(Self.longestSpan)")
        }
        guard end.isComputed else {
            throw .argument("\(end) \(CivilDate.isNotComputed)")
        }
        return days
    }

    private static func alarm(_ text: String) throws -> Duration {
        let span = try TimeSpanArgument.signed(text, example: "-10min")
        guard span == .zero || text.hasPrefix("-") || text.hasPrefix("+") else {
            throw ValidationError(
                "\"\(text)\" has no sign; use -\(text) for before the event, or +\(text) for after it")
        }
        return span
    }

    private static func dayCount(_ text: String) throws -> Int {
        guard let days = Int(text), (1...longestSpan).contains(days) else {
            throw ValidationError("\"\(text)\" is not a number of days; use one from 1 to \(longestSpan)")
        }
        return days
    }
}

/// All occurrences of some events and alerts on some days at a place.
struct EventTable: Report {
    static let formats = [OutputFormat.text, .csv, .json, .ics]

    let place: Place
    let firstDay: CivilDate
    let days: Int
    /// In chronological order.
    let entries: [ListedEvent]
    private let hasAlerts: Bool
    /// Whether eclipses were asked for, so that the shape does not depend on whether there are any.
    private let hasEclipses: Bool
    private let isOfOneEvent: Bool
    private let zone: any LocalTime
    let words: Localizer

    init(
        of events: [AnnouncedEvent], from firstDay: CivilDate, days: Int, at place: Place, in zone: any LocalTime,
        within bounds: Range<Instant> = .earliest ..< .latest, alerts: AlertTimes? = nil, words: Localizer = .english
    ) {
        self.place = place
        self.firstDay = firstDay
        self.days = days
        self.zone = zone
        self.words = words
        let interval = (zone.start(of: firstDay)..<zone.start(of: firstDay.adding(days: days))).clamped(to: bounds)
        let occurrences = AnnouncedEvent.occurrences(of: events, in: interval, at: place.observer, zone)
        entries =
            alerts.map { (occurrences + $0.times(in: interval, at: place)).sorted { $0.instant < $1.instant } }
            ?? occurrences
        hasAlerts = alerts != nil
        hasEclipses = events.contains(.solarEclipse)
        isOfOneEvent = events.count + (alerts?.rules.count ?? 0) == 1
    }

    /// The date as a heading, and one line per event: `06:46  Sunrise`, `16:10  Alert lamps  quiet`. For one event alone,
    /// a line with the date: `Sat 2026-11-21  06:46  sunrise`.
    func text(columns: Int?) -> String {
        guard !entries.isEmpty else {
            // TRANSLATORS: instead of a table
            return [words("None of these events occurs.")].lines(columns: columns).joined(separator: "\n")
        }
        let hemisphere = place.observer.coordinate.hemisphere
        func row(_ entry: ListedEvent, _ name: String) -> [String] {
            [zone.timeOfDay(at: entry.instant), name] + (hasRemarks ? [entry.remark(in: words, zone)] : [])
        }
        let remarks: [AlignedColumns.Alignment] = hasRemarks ? [.left] : []
        // A heading for each line would double a list of one event.
        if isOfOneEvent {
            let rows = entries.map { entry in
                [zone.date(at: entry.instant).inTable(words)] + row(entry, words.eventName(entry.name, on: hemisphere))
            }
            return AlignedColumns([.left, .right, .left] + remarks, rows).lines(columns: columns)
                .joined(separator: "\n")
        }
        var (lines, rows, date) = ([String](), [[String]](), CivilDate?.none)
        func finish(_ next: CivilDate?) {
            guard next != date else { return }
            if let date {
                lines.append(date.inFull(in: words).capitalizedFirst)
                lines += AlignedColumns([.right, .left] + remarks, rows).lines(columns: columns.map { $0 - 2 })
                    .map { "  " + $0 }
            }
            (date, rows) = (next, [])
        }
        for entry in entries {
            finish(zone.date(at: entry.instant))
            rows.append(row(entry, words.eventName(entry.name, on: hemisphere).capitalizedFirst))
        }
        finish(nil)
        return lines.joined(separator: "\n")
    }

    private var hasRemarks: Bool { hasAlerts || hasEclipses }

    func source(columns: Int?) -> [String] {
        let separator = words.listSeparator
        return place.headingParts(in: words).lines(columns: columns, separator: separator)
            + [span, zone.zoneNote(in: words)].compactMap(\.self).map(words.embedded).lines(
                columns: columns, separator: separator)
    }

    private var span: String {
        guard days > 1 else { return "\(firstDay)" }
        // TRANSLATORS: 2026-11-21 to 2026-11-27
        return words("{first} to {last}", ["first": "\(firstDay)", "last": "\(firstDay.adding(days: days - 1))"])
    }

    var csv: String {
        var text = "event,time"
        if hasAlerts { text += ",movedFrom,quiet" }
        if hasEclipses { text += ",kind,greatest,end,magnitude,obscuration" }
        for entry in entries {
            text += "\n\(entry.name.quotedForCSV),\(zone.timestamp(entry.instant))"
            if hasAlerts {
                let alert = entry.alert
                text +=
                    ",\((alert?.occurrence.movedFrom).map(zone.timestamp) ?? ""),\(alert.map { "\($0.isQuiet)" } ?? "")"
            }
            if hasEclipses { text += entry.eclipse.map(csv) ?? ",,,,," }
        }
        return text
    }

    private func csv(of eclipse: SolarEclipse) -> String {
        ",\(eclipse.kind.rawValue),\(zone.timestamp(eclipse.greatest)),\(zone.timestamp(eclipse.end))"
            + ",\(eclipse.shownMagnitude),\(eclipse.shownObscuration)"
    }

    var object: JSONObject {
        [
            "place": place.json, "from": firstDay.description, "days": days, "timeZone": zone.zoneName,
            "events": entries.map { $0.json(in: zone) },
        ]
    }
}

extension Localizer {
    /// Returns the name of an event or alert for a table or a sentence.
    func eventName(_ identifier: String, on hemisphere: Hemisphere? = nil) -> String {
        if identifier.hasPrefix(Self.alert) { return alertName(identifier) }
        return AnnouncedEvent(name: identifier)?.displayName(in: self, on: hemisphere) ?? identifier
    }

    /// `alert lamps`, for an alert with the identifier `alert:lamps`.
    func alertName(_ identifier: String) -> String {
        // TRANSLATORS: an alert of the user by its name
        self("alert {name}", ["name": String(identifier.dropFirst(Self.alert.count))])
    }

    private static let alert = "alert:"
}

extension CivilDate {
    fileprivate func inTable(_ words: Localizer) -> String {
        // TRANSLATORS: a date in a table: Sat 2026-11-21
        words.inContext("in a table", "{weekday} {date}", ["weekday": shortDayName(in: words), "date": "\(self)"])
    }
}

extension String {
    var quotedForCSV: String {
        // Compares UTF-8, because a quotation mark with a combining accent is a different character for Swift, but not
        // for a CSV parser.
        guard utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else { return self }
        let quote = UInt8(ascii: "\"")
        let doubled = utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
        return "\"\(String(decoding: doubled, as: UTF8.self))\""
    }
}

extension EventTable {
    /// A calendar (RFC 5545) with an entry of one minute for each event, in UTC. The end of an entry is optional, but
    /// some servers require it (iCloud's CalDAV, according to public reports). Without events, the calendar is empty,
    /// which the grammar does not allow, but readers accept.
    ///
    /// The calendar contains no METHOD, because PUBLISH requires an ORGANIZER (RFC 5546).
    ///
    /// - Parameters:
    ///   - now: The time stamp of the entries.
    ///   - alarms: The alarms of each event, as time spans after it, negative before it.
    func calendar(madeAt now: Instant, alarms: [Duration] = []) -> String {
        // "Property Parameters", section 3.2.10. Without LANGUAGE, a text has no particular language.
        let language = words.language == Localizer.english.language ? "" : ";LANGUAGE=\(words.language)"
        let common = [
            "DTSTAMP:" + now.inCalendar, "LOCATION\(language):" + place.nameAndPosition(in: words).escapedForCalendar,
            "GEO:" + place.roundedCoordinate.latitude + ";" + place.roundedCoordinate.longitude, "CATEGORIES:Sun",
            "TRANSP:TRANSPARENT",
        ]
        let product = "-//Suntracker//suntracker \(Program.version)//EN".escapedForCalendar
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:" + product]
        var lastDay: SolarDay?
        for entry in entries {
            let day =
                lastDay.flatMap { ($0.start..<$0.end).contains(entry.basis) ? $0 : nil }
                ?? Sun.day(containing: entry.basis, at: place.observer)
            lastDay = day
            let name =
                (entry.eclipse.map { EclipseText($0, localTime: zone, in: words).title }
                ?? entry.summary(in: words, on: place.observer.coordinate.hemisphere)).escapedForCalendar
            lines += [
                "BEGIN:VEVENT", "UID:" + identifier(of: entry, on: day).escapedForCalendar,
                "DTSTART:" + entry.instant.inCalendar,
                "DTEND:" + (entry.eclipse?.end ?? entry.instant + .seconds(60)).inCalendar,
                "SUMMARY\(language):" + name,
            ]
            lines += common
            // An alarm that shows a message at a time relative to the start of its entry (section 3.6.6).
            lines += alarms.flatMap { offset in
                [
                    "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION\(language):" + name, "TRIGGER:" + offset.inCalendar,
                    "END:VALARM",
                ]
            }
            lines.append("END:VEVENT")
        }
        lines.append("END:VCALENDAR")
        return lines.map(\.foldedForCalendar).joined()
    }

    /// `sunset-2026-11-21-pm-39.74_-104.98@io.github.suntracker.Suntracker`. The same event of the same solar day at
    /// the same place, to 0.01 degree, has the same identifier in every export, so an import replaces entries instead
    /// of duplicating them.
    ///
    /// The date is the date of the solar day. `am` and `pm` distinguish a sunset after midnight from the next one. For an
    /// alert, the date and the half are taken from its event.
    private func identifier(of entry: ListedEvent, on day: SolarDay) -> String {
        let (latitude, longitude) = place.roundedCoordinate
        let turn = Duration.seconds(place.observer.coordinate.longitude.degrees * 240)
        let date = UTC().date(at: day.noon + turn)
        let half = entry.basis < day.noon ? "am" : "pm"
        return "\(entry.name)-\(date)-\(half)-\(latitude)_\(longitude)@io.github.suntracker.Suntracker"
    }
}

extension ListedEvent {
    fileprivate var basis: Instant { alert?.occurrence.eventInstant ?? instant }

    fileprivate func summary(in words: Localizer, on hemisphere: Hemisphere) -> String {
        event?.displayName(in: words, on: hemisphere).capitalizedFirst ?? alert?.title ?? name
    }
}

extension Instant {
    /// `20261121T233957Z`, to the nearest second.
    fileprivate var inCalendar: String {
        (self + .milliseconds(500)).rfc3339(fractionDigits: 0).filter { $0 != "-" && $0 != ":" }
    }
}

extension Duration {
    /// `-PT10M`, `PT90M`, `PT0S`: to the second, as in section 3.3.6. Days are not used, because some readers treat a
    /// day as 23 or 25 hours when the clocks change.
    fileprivate var inCalendar: String {
        let seconds = components.seconds
        let (minutes, rest) = seconds.magnitude.quotientAndRemainder(dividingBy: 60)
        let text = rest == 0 && minutes > 0 ? "PT\(minutes)M" : "PT\(seconds.magnitude)S"
        return (seconds < 0 ? "-" : "") + text
    }
}

extension String {
    /// The line with its line end, folded to at most 75 octets between characters (RFC 5545, section 3.1).
    var foldedForCalendar: String {
        var (text, octets) = ("", 0)
        for scalar in unicodeScalars {
            let count = UTF8.width(scalar)
            if octets + count > 75 {
                text += "\r\n "
                octets = 1
            }
            text.unicodeScalars.append(scalar)
            octets += count
        }
        return text + "\r\n"
    }

    /// The text as a value of type TEXT: special characters are escaped, and control characters other than tab are
    /// removed.
    var escapedForCalendar: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case ";": text += "\\;"
            case ",": text += "\\,"
            case "\n": text += "\\n"
            case "\t": text += "\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
