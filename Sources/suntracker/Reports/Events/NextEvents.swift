import Solar
import Tracker

/// The next occurrence of each of some events.
struct NextEvents: Report {
    let place: Place
    /// The occurrences within a year, in chronological order.
    let occurrences: [Sun.Occurrence]
    /// The events that do not occur within a year, and the side of their altitude on which the Sun stays.
    let never: [(event: SolarEvent, side: Sun.Side)]
    private let relativeTime: RelativeTime

    /// The first occurrence of each event strictly after now.
    ///
    /// - Parameter words: The language of its text.
    init(
        of events: [SolarEvent], after now: Instant, at place: Place, localTime: any LocalTime,
        in words: Localizer = .english
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
    }

    /// A heading, and one line per event: `Sunset  today  16:41  in 6 h 53 min`.
    func text(columns: Int?) -> String {
        let words = relativeTime.words
        let coming = occurrences.map { occurrence in
            let instant = occurrence.instant
            return [
                occurrence.event.capitalizedDisplayName(in: words), relativeTime.day(of: instant),
                relativeTime.localTime.timeOfDay(at: instant),
                relativeTime.distance(to: instant),
            ]
        }
        let missing = never.map { event, side in
            let event: KeyValuePairs = ["event": event.capitalizedDisplayName(in: words)]
            return side == .above
                // TRANSLATORS: {event} is the name of an event
                ? words("{event}: not within a year, the Sun stays above that altitude", event)
                : words("{event}: not within a year, the Sun stays below that altitude", event)
        }
        let lines =
            AlignedColumns([.left, .left, .right, .left], coming).lines(columns: columns)
            + missing.flatMap { [$0].lines(columns: columns) }
        let heading = place.headingParts(in: words).lines(columns: columns, separator: words.listSeparator)
        let timeZone = (relativeTime.timeZoneNote(for: place) ?? relativeTime.foreignZoneNote(at: place)).map {
            [$0].lines(columns: columns)
        }
        return (heading + (timeZone ?? []) + [""] + lines).joined(separator: "\n")
    }

    /// The place, `now`, the time zone, `events`, an array of objects with `event` and `time`, and `never`, an array of
    /// objects with `event` and `side`.
    var object: JSONObject {
        let scale = TimeScale.local(relativeTime.localTime)
        return [
            "place": place.json, "now": scale.timestamp(relativeTime.now), "timeZone": scale.zoneName,
            "events": occurrences.map { $0.json(in: scale) },
            "never": never.map { ["event": $0.event.name, "side": $0.side.rawValue] },
        ]
    }
}
