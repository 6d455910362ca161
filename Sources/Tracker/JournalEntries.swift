import Solar

/// The entries that the tracker writes, each in one line that reads well in `journalctl`.
extension JournalEntry {
    static func event(
        _ occurrence: Occurrence, _ line: String, at place: Place, now: Instant, recovered: Bool
    ) -> JournalEntry {
        let fields = Field.event(occurrence, at: place, now: now)
        return JournalEntry(.event, line, fields + (recovered ? [Field("SUNTRACKER_RECOVERED", "1")] : []))
    }

    static func missed(_ line: String, _ occurrence: Occurrence, at place: Place, now: Instant) -> JournalEntry {
        JournalEntry(.missed, "Missed: \(line)", Field.event(occurrence, at: place, now: now))
    }

    static func missedMany(from start: CivilDate, to end: CivilDate, at place: Place) -> JournalEntry {
        JournalEntry(
            .missedMany, "Missed: everything from \(start) to \(end), while the service did not run", Field.place(place)
        )
    }

    /// An announcement was begun, the service ended in the middle of it, and now it is too late to make it again.
    static func interrupted(_ entry: Ledger.Entry, at place: Place?, now: Instant, localTime: any LocalTime)
        -> JournalEntry
    {
        let fields =
            [
                Field("SUNTRACKER_EVENT", entry.rule),
                Field("SUNTRACKER_EVENT_TIME", entry.instant.rfc3339(fractionDigits: 6)),
                Field("SUNTRACKER_LATENESS_USEC", String(max(0, (now - entry.instant).microseconds))),
                Field("SUNTRACKER_RECOVERED", "1"),
            ] + (place.map(Field.place) ?? [])
        let time = "\(localTime.civilTime(at: entry.instant).date) \(localTime.timeOfDay(at: entry.instant))"
        return JournalEntry(
            .missed,
            "Missed: \(entry.rule) of \(time), perhaps; the service was ended in the middle of its announcement",
            fields)
    }

    static func notShown(_ occurrence: Occurrence, _ reason: String, at place: Place?, now: Instant) -> JournalEntry {
        JournalEntry(
            .notShown, "No notification was shown for the \(occurrence.rule.event.name): \(reason)",
            Field.event(occurrence, at: place, now: now))
    }

    static func started(at place: Place, now: Instant, next: String) -> JournalEntry {
        JournalEntry(.started, "Watching the Sun \(place.described(at: now)). \(next)", Field.place(place))
    }

    static func stopped() -> JournalEntry {
        JournalEntry(.stopped, "Stopped")
    }

    static func locationChanged(_ place: Place, at now: Instant) -> JournalEntry {
        JournalEntry(.locationChanged, "Location changed: now \(place.described(at: now))", Field.place(place))
    }

    /// - Parameter watching: whether GeoClue has been asked, or is about to be.
    static func noLocation(watching: Bool) -> JournalEntry {
        JournalEntry(
            .noLocation,
            "No location is known, so there is nothing to announce"
                + (watching ? " until GeoClue tells one. Where it cannot: " : "; tell it: ")
                + "suntracker location set 39.74,-104.99")
    }

    static func timeZoneChanged(to zone: String?) -> JournalEntry {
        JournalEntry(
            .timeZoneChanged, "Time zone changed: now \(zone ?? "one without a name")",
            zone.map { [Field("SUNTRACKER_TIME_ZONE", $0)] } ?? [])
    }

    static func authorization(_ authorization: LocationAuthorization) -> JournalEntry {
        JournalEntry(
            .authorization, authorization.advice, [Field("SUNTRACKER_AUTHORIZATION", authorization.word)])
    }

    static func stateTrouble(_ trouble: String) -> JournalEntry {
        JournalEntry(.stateTrouble, trouble)
    }

    static func settingsRefused(_ error: SettingsError) -> JournalEntry {
        JournalEntry(.settingsRefused, "The settings stay as they were: \(error)")
    }

    /// The settings cannot be used, and there are none in force yet.
    public static func settingsRefused(atStart error: SettingsError) -> JournalEntry {
        JournalEntry(.settingsRefused, "The service cannot start: \(error)")
    }

    static func settingsReloaded() -> JournalEntry {
        JournalEntry(.settingsReloaded, "Settings read again")
    }

    static func ledgerSetAside(_ trouble: String) -> JournalEntry {
        JournalEntry(.stateTrouble, trouble)
    }

    static func ledgerNotKept(_ reason: String) -> JournalEntry {
        JournalEntry(
            .stateTrouble,
            "The ledger cannot be kept: \(reason). Announcing goes on, but after a restart something may be told twice")
    }

    static func ledgerKeptAgain() -> JournalEntry {
        JournalEntry(.stateTrouble, "The ledger is kept again")
    }
}

extension Place {
    /// `in Denver (39.74, -104.99; from the settings)`, `at 39.74, -104.99 (from GeoClue, to within 3 km)`.
    func described(at now: Instant) -> String {
        let (latitude, longitude) = roundedCoordinate
        let known =
            switch provenance.source {
            case .commandLine: "from the command line"
            case .settings: "from the settings"
            case .geoclue: "from GeoClue" + (provenance.accuracy.map { ", to within \($0.spokenMetres)" } ?? "")
            case .lastFix:
                "the last place GeoClue gave" + (provenance.observed.map { ", \((now - $0).spokenAge) ago" } ?? "")
            case .timeZone(let zone): "the principal place of the time zone \(zone), so times are approximate"
            }
        return name.map { "in \($0) (\(latitude), \(longitude); \(known))" }
            ?? "at \(latitude), \(longitude) (\(known))"
    }
}
