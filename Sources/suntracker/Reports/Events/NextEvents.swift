import Solar
import Tracker
import Wording

/// The next occurrence of each of some events and alerts, or all their occurrences on a day.
struct NextEvents: Report {
    let place: Place
    /// The day; nil for the next occurrences.
    let day: CivilDate?
    /// The occurrences on the day or within a year, in chronological order.
    let occurrences: [(event: AnnouncedEvent, instant: Instant)]
    /// The events that do not occur within a year.
    let never: [(event: AnnouncedEvent, why: NeverWithinYear)]
    /// The next announcement of each alert, nil for none within a year; or all announcements on the day.
    let alerts: [(name: String, time: AlertTime?)]
    /// How long after the events and alerts the times are; negative before them.
    private let offset: Duration
    private let relativeTime: RelativeTime

    /// Finds the first occurrence of each event whose time is strictly after now, or all occurrences on a day.
    ///
    /// - Parameters:
    ///   - alerts: The alerts to list as well; nil for none.
    ///   - words: The language of the text.
    init(
        of events: [AnnouncedEvent], after now: Instant, on day: CivilDate? = nil, at place: Place,
        localTime: any LocalTime, alerts: AlertTimes? = nil, offset: Duration = .zero, in words: Localizer = .english
    ) {
        self.place = place
        self.day = day
        self.offset = offset
        relativeTime = RelativeTime(now: now, localTime: localTime, words: words)
        if let day {
            let table = EventTable(of: events, from: day, days: 1, at: place, in: localTime, alerts: alerts)
            (occurrences, never) = (table.occurrences, [])
            self.alerts = (table.alerts ?? []).map { ($0.name, $0) }
            return
        }
        let start = now - offset
        let results = events.map { ($0, $0.next(after: start, at: place.observer, in: localTime)) }
        occurrences = results.compactMap { event, next in (try? next.get()).map { (event, $0) } }
            .sorted { $0.instant < $1.instant }
        never = results.compactMap { event, next in
            if case .failure(let why) = next { (event, why) } else { nil }
        }
        self.alerts = alerts?.next(after: start, at: place) ?? []
    }

    /// The times before or after events and alerts, in chronological order.
    var entries: [ListedEvent] {
        ListedEvent.list(occurrences, alerts.compactMap(\.time)).map { entry in
            var entry = entry
            entry.instant = entry.instant + offset
            return entry
        }
    }

    /// One line per event: `Sunset  today  16:41  in 6 h 53 min`.
    func text(columns: Int?) -> String {
        let words = relativeTime.words
        let coming = entries.map { entry in
            let instant = entry.instant
            return [
                entry.event?.displayName(in: words).capitalizedFirst ?? words.alertName(entry.name),
                relativeTime.day(of: instant), relativeTime.localTime.timeOfDay(at: instant),
                instant > relativeTime.now ? relativeTime.distance(to: instant) : "",
                entry.alert?.remark(in: words, relativeTime.localTime.timeOfDay) ?? "",
            ]
        }
        let missing = never.map { event, why in
            let name = event.displayName(in: words).capitalizedFirst
            return switch why.side {
            // TRANSLATORS: {event} is the name of an event
            case .above: words("{event}: not within a year, because the Sun stays above that altitude", ["event": name])
            case .below: words("{event}: not within a year, because the Sun stays below that altitude", ["event": name])
            case nil: words("{alert}: not within a year", ["alert": name])
            }
        }
        let missingAlerts = alerts.filter { $0.time == nil }.map {
            words("{alert}: not within a year", ["alert": words.alertName($0.name)])
        }
        let lines =
            AlignedColumns([.left, .left, .right, .left, .left], coming).lines(columns: columns)
            + (missing + missingAlerts).flatMap { [$0].lines(columns: columns) }
        let none = lines.isEmpty ? [words("None of these events occurs.")].lines(columns: columns) : []
        return (lines + none).joined(separator: "\n")
    }

    func source(columns: Int?) -> [String] {
        let words = relativeTime.words
        let zone = relativeTime.foreignZoneNote(at: place) ?? relativeTime.timeZoneNote(for: place)
        return place.headingParts(in: words).lines(columns: columns, separator: words.listSeparator)
            + (zone.map { [$0].lines(columns: columns) } ?? [])
    }

    /// The error for an event or an alert that does not occur within a year; nil for none.
    var absence: CommandError? {
        never.first.map { .never($0.event, $0.why.side) }
            ?? (day == nil ? alerts.first { $0.time == nil }.map { .notWithinYear(alert: $0.name) } : nil)
    }

    /// The bare times, for people: `16:37, in 3 h 23 min`.
    func answer(columns: Int) -> String {
        let words = relativeTime.words
        return entries.flatMap { entry in
            let isComing = entry.instant > relativeTime.now
            let parts = [
                relativeTime.moment(entry.instant), isComing ? relativeTime.distance(to: entry.instant) : "",
                entry.alert?.remark(in: words, relativeTime.localTime.timeOfDay) ?? "",
            ]
            return parts.filter { !$0.isEmpty }.lines(columns: columns, separator: words.listSeparator)
        }.joined(separator: "\n")
    }

    /// Returns the bare times, for programs, with a 24-hour clock: `16:37` for the next occurrence of an event of the day,
    /// and otherwise `2026-11-22 06:52`. The form does not depend on the current time, because a script relies on it.
    ///
    /// - Parameter hasDate: whether a date was given.
    func plainAnswer(hasDate: Bool) throws(CommandError) -> String {
        let entries = entries
        let isClock = !hasDate && alerts.isEmpty && occurrences.allSatisfy { $0.event.kind == .daily }
        if isClock, let next = entries.first, let event = next.event,
            next.instant > relativeTime.now + Self.longestWithoutDate
        {
            throw .notSoon(event, relativeTime.localTime.date(at: next.instant))
        }
        return entries.map { entry in
            let time = relativeTime.localTime.civilTime(at: entry.instant)
            let clock = "\(time.hour < 10 ? "0" : "")\(time.hour):\(time.minute < 10 ? "0" : "")\(time.minute)"
            return isClock ? clock : "\(time.date) \(clock)"
        }.joined(separator: "\n")
    }

    /// The longest time until an event whose time is printed without its date. Near the polar day, an event can be two
    /// days away.
    private static let longestWithoutDate = Duration.seconds(36 * 3600)

    /// The place, `now`, or `date` for a day, the time zone, `events`, an array of objects as in `EventTable`, and `never`, an array of objects
    /// with `event` and, for an event of the Sun, `side`.
    var object: JSONObject {
        let zone = relativeTime.localTime
        return [
            "place": place.json, "now": day == nil ? zone.timestamp(relativeTime.now) : nil, "date": day?.description,
            "timeZone": zone.zoneName,
            "events": entries.map { $0.json(in: zone) },
            "never": never.map { ["event": $0.event.name, "side": $0.why.side?.rawValue] as JSONObject }
                + alerts.filter { $0.time == nil }.map { ["event": $0.name] },
        ]
    }
}
