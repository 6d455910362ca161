import Solar
import Tracker

/// The next occurrence of each of some events.
struct NextEvents: Report {
    let place: Place
    /// The occurrences within a year, in chronological order.
    let occurrences: [Sun.Occurrence]
    /// The events that do not occur within a year, and the side of their altitude on which the Sun stays.
    let never: [(event: SolarEvent, side: Sun.Side)]
    /// The next announcement of each alert; nil for one without within a year.
    let alerts: [(name: String, time: AlertTime?)]
    private let relativeTime: RelativeTime

    /// The first occurrence of each event strictly after now.
    ///
    /// - Parameters:
    ///   - alerts: The alerts to list besides; nil for none.
    ///   - words: The language of its text.
    init(
        of events: [SolarEvent], after now: Instant, at place: Place, localTime: any LocalTime,
        alerts: AlertTimes? = nil, in words: Localizer = .english
    ) {
        self.place = place
        relativeTime = RelativeTime(now: now, localTime: localTime, words: words)
        var occurrences: [Sun.Occurrence] = []
        var never: [(event: SolarEvent, side: Sun.Side)] = []
        for event in events {
            switch Sun.nextOccurrence(of: event, after: now, at: place.observer) {
            case .occurs(let instant): occurrences.append(Sun.Occurrence(event, at: instant))
            case .never(let side): never.append((event, side))
            }
        }
        self.occurrences = occurrences.sorted { $0.instant < $1.instant }
        self.never = never
        self.alerts = alerts?.next(after: now, at: place) ?? []
    }

    /// Events and alerts in chronological order.
    private var entries: [ListedEvent] { ListedEvent.list(occurrences, alerts.compactMap(\.time)) }

    /// A heading, and one line per event: `Sunset  today  16:41  in 6 h 53 min`.
    func text(columns: Int?) -> String {
        let words = relativeTime.words
        let coming = entries.map { entry in
            let instant = entry.instant
            return [
                entry.event?.capitalizedDisplayName(in: words) ?? words.alertName(entry.name),
                relativeTime.day(of: instant), relativeTime.localTime.timeOfDay(at: instant),
                relativeTime.distance(to: instant),
                entry.alert?.remark(in: words, relativeTime.localTime.timeOfDay) ?? "",
            ]
        }
        let missing = never.map { event, side in
            let event: KeyValuePairs = ["event": event.capitalizedDisplayName(in: words)]
            return side == .above
                // TRANSLATORS: {event} is the name of an event
                ? words("{event}: not within a year, the Sun stays above that altitude", event)
                : words("{event}: not within a year, the Sun stays below that altitude", event)
        }
        let missingAlerts = alerts.filter { $0.time == nil }.map {
            words("{alert}: not within a year", ["alert": words.alertName($0.name)])
        }
        let lines =
            AlignedColumns([.left, .left, .right, .left, .left], coming).lines(columns: columns)
            + (missing + missingAlerts).flatMap { [$0].lines(columns: columns) }
        let heading = place.headingParts(in: words).lines(columns: columns, separator: words.listSeparator)
        let timeZone = (relativeTime.foreignZoneNote(at: place) ?? relativeTime.timeZoneNote(for: place)).map {
            [$0].lines(columns: columns)
        }
        return (heading + (timeZone ?? []) + [""] + lines).joined(separator: "\n")
    }

    /// The place, `now`, the time zone, `events`, an array of objects as in `EventTable`, and `never`, an array of objects
    /// with `event` and, for an event of the Sun, `side`.
    var object: JSONObject {
        let zone = relativeTime.localTime
        return [
            "place": place.json, "now": zone.timestamp(relativeTime.now), "timeZone": zone.zoneName,
            "events": entries.map { $0.json(in: zone) },
            "never": never.map { ["event": $0.event.name, "side": $0.side.rawValue] as JSONObject }
                + alerts.filter { $0.time == nil }.map { ["event": $0.name] },
        ]
    }
}
