import Solar

/// A call of the hooks of one occurrence: which programs are started, and what they are told.
public struct HookCall: Hashable, Sendable {
    /// Which programs.
    public enum Program: Hashable, Sendable {
        /// Those in the folders `hooks/EVENT.d` of an event, which may be none by now.
        case folder(AnnouncedEvent)
        /// The command that the settings give, in the quoting of a shell.
        case command(String)
    }

    /// What has happened.
    public let occurrence: Occurrence
    /// Which programs are started.
    public let program: Program
    /// How long each of them may take.
    public let timeLimit: Duration
    /// What each of them finds in its environment, by the names of the variables.
    public private(set) var environment: [String: String]

    /// A call for an occurrence at a place.
    ///
    /// - Parameter recovered: whether a crash has interrupted the announcement, so that the hooks may have been called.
    init(
        _ program: Program, for occurrence: Occurrence, at place: Place, now: Instant, timeLimit: Duration,
        recovered: Bool
    ) {
        self.occurrence = occurrence
        self.program = program
        self.timeLimit = timeLimit
        var environment = [
            "SUNTRACKER_EVENT": occurrence.rule.event.name,
            "SUNTRACKER_EVENT_TIME": occurrence.eventInstant.rfc3339(fractionDigits: 0),
            "SUNTRACKER_EVENT_EPOCH": String(occurrence.eventInstant.microseconds / 1_000_000),
            "SUNTRACKER_LATENESS_SEC": String(max(0, (now - occurrence.due).components.seconds)),
        ]
        if occurrence.due != occurrence.eventInstant {
            environment["SUNTRACKER_DUE_TIME"] = occurrence.due.rfc3339(fractionDigits: 0)
        }
        if let alert = occurrence.rule.alert { environment["SUNTRACKER_ALERT"] = alert.name }
        // The place is told as the journal tells it.
        for field in JournalEntry.Field.place(place) { environment[field.name] = field.value }
        if let (event, instant) = Self.nextChangeOfLight(after: occurrence.due, at: place.observer) {
            environment["SUNTRACKER_NEXT_EVENT"] = event.name
            environment["SUNTRACKER_NEXT_EVENT_TIME"] = instant.rfc3339(fractionDigits: 0)
        }
        if recovered { environment[Self.recovered] = "1" }
        self.environment = environment
    }

    private static let recovered = "SUNTRACKER_RECOVERED"

    /// The same call, whose programs are told that they may have been started before.
    public var again: HookCall {
        var call = self
        call.environment[Self.recovered] = "1"
        return call
    }

    /// The next sunrise or sunset, whichever comes first; nil if none comes within a year.
    private static func nextChangeOfLight(after instant: Instant, at observer: Observer) -> (SolarEvent, Instant)? {
        let next = [SolarEvent.sunrise, .sunset].compactMap { event -> (SolarEvent, Instant)? in
            guard case .occurs(let instant) = Sun.nextOccurrence(of: event, after: instant, at: observer) else {
                return nil
            }
            return (event, instant)
        }
        return next.min { $0.1 < $1.1 }
    }
}
