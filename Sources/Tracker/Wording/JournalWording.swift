import Solar

/// The texts of the journal entries, each one line for `journalctl`.
extension JournalEntry {
    static let stopped = JournalEntry(.stopped, "Stopped")
    static let settingsReloaded = JournalEntry(.settingsReloaded, "Settings reloaded")

    /// - Parameter isQuiet: whether there is no popup because of `Quiet=`.
    static func event(
        _ occurrence: Occurrence, _ line: String, at place: Place, now: Instant, recovered: Bool, isQuiet: Bool
    ) -> JournalEntry {
        var fields = Field.event(occurrence, at: place, now: now)
        if recovered { fields.append(Field("SUNTRACKER_RECOVERED", "1")) }
        return JournalEntry(.event, line, fields + (isQuiet ? [.quiet] : []))
    }

    static func missed(_ line: String, _ occurrence: Occurrence, at place: Place, now: Instant) -> JournalEntry {
        JournalEntry(.missed, "Missed: \(line)", Field.event(occurrence, at: place, now: now))
    }

    static func missedMany(from start: CivilDate, to end: CivilDate, at place: Place) -> JournalEntry {
        JournalEntry(
            .missedMany,
            "Missed: everything from \(start) to \(end), because the service was not running or the clock was set",
            Field.place(place)
        )
    }

    /// The service ended during an announcement, and now it is too late to repeat the announcement.
    ///
    /// - Parameter occurrence: the occurrence; nil if its rule no longer exists.
    static func interrupted(
        _ entry: Ledger.Entry, _ occurrence: Occurrence?, at place: Place?, now: Instant, localTime: any LocalTime
    ) -> JournalEntry {
        let known =
            occurrence.map { Field.event($0, at: place, now: now) }
            ?? [
                Field("SUNTRACKER_EVENT", entry.rule),
                Field("SUNTRACKER_EVENT_TIME", entry.due.rfc3339(fractionDigits: 6)),
                Field("SUNTRACKER_LATENESS_USEC", String(max(0, (now - entry.due).microseconds))),
            ] + (place.map(Field.place) ?? [])
        let fields = known + [Field("SUNTRACKER_RECOVERED", "1")]
        let time = localTime.inEnglish.dateAndTime(at: entry.due)
        return JournalEntry(
            .missed,
            "Possibly missed: \(entry.rule) on \(time); the service ended while it was announced",
            fields)
    }

    /// - Parameter isQuiet: whether the reason is `Quiet=`. Then the entry is not a warning, because this is what the
    ///   user wants.
    static func notShown(
        _ occurrence: Occurrence, _ reason: String, at place: Place?, now: Instant, isQuiet: Bool = false
    ) -> JournalEntry {
        JournalEntry(
            .notShown, "No notification was shown for the \(occurrence.rule.displayName()): \(reason)",
            Field.event(occurrence, at: place, now: now) + (isQuiet ? [.quiet] : []), priority: isQuiet ? .info : nil)
    }

    /// - Parameter subject: what the notification was about: `the first start`.
    static func notShown(_ subject: String, _ reason: String) -> JournalEntry {
        JournalEntry(.notShown, "No notification was shown for \(subject): \(reason)")
    }

    static func returned(_ missing: Popup.Missing) -> JournalEntry {
        let what = missing == .bus ? "The session bus is back" : "A notification server is running"
        return JournalEntry(.notShown, "\(what); notifications are shown again")
    }

    /// `Night since 16:37: running the hooks of night (resume)`.
    static func phase(_ call: PhaseCall, at place: Place?, localTime: any LocalTime) -> JournalEntry {
        let name = call.phase.rawValue
        let since = call.span.since.map { " since \(localTime.moment($0, at: call.made))" }
        return JournalEntry(
            .phase,
            "\(call.phase.capitalizedName)\(since ?? ""): running the hooks of \(name) (\(call.reason.rawValue))",
            Field.phase(call, at: place))
    }

    /// `Night until 16:37, set manually`, `Day until 16:37, no longer set manually`.
    ///
    /// - Parameter span: the current phase; nil if there is none.
    static func phaseSet(_ span: PhaseSpan?, at now: Instant, localTime: any LocalTime) -> JournalEntry {
        guard let span else { return JournalEntry(.phaseSet, "The phase is no longer set manually") }
        let until = span.until.map { " until \(localTime.moment($0, at: now))" } ?? ""
        let byHand = span.isSetByHand ? "set manually" : "no longer set manually"
        return JournalEntry(.phaseSet, "\(span.phase.capitalizedName)\(until), \(byHand)", Field.span(span))
    }

    static func hookFailed(_ failure: HookFailure, _ subject: HookCall.Subject, localTime: any LocalTime)
        -> JournalEntry
    {
        let output = failure.unit.map { ". To see its output: journalctl --user -u \($0)" }
        let occasion: String
        var fields: [Field]
        switch subject {
        case .occurrence(let occurrence):
            occasion = "\(occurrence.rule.displayName()) at \(localTime.inEnglish.timeOfDay(at: occurrence.due))"
            fields = [
                Field("SUNTRACKER_EVENT", occurrence.rule.event.name),
                Field("SUNTRACKER_EVENT_TIME", occurrence.eventInstant.rfc3339(fractionDigits: 6)),
                Field("SUNTRACKER_HOOK", failure.hook),
            ]
            if let alert = occurrence.rule.alert { fields.append(Field("SUNTRACKER_ALERT", alert.name)) }
        case .phase(let call):
            occasion = "\(call.phase.rawValue) at \(localTime.inEnglish.timeOfDay(at: call.made))"
            fields = [
                Field("SUNTRACKER_PHASE", call.phase.rawValue), Field("SUNTRACKER_REASON", call.reason.rawValue),
                Field("SUNTRACKER_HOOK", failure.hook),
            ]
        }
        // With this field, journalctl shows the entry together with the entries of the unit
        // (systemd.journal-fields(7)).
        if let unit = failure.unit { fields.append(Field("USER_UNIT", unit)) }
        return JournalEntry(
            .hookFailed,
            hookSentence(failure.hook, isUnit: failure.unit == failure.hook, for: occasion, "", failure.problem)
                + (failure.problem == .noUnit ? "" : output ?? ""),
            fields)
    }

    /// The service was stopped while hooks were being started, and now it is too late to start them again.
    static func hooksUnknown(_ occurrence: Occurrence, at place: Place?, now: Instant, localTime: any LocalTime)
        -> JournalEntry
    {
        let time = localTime.inEnglish.dateAndTime(at: occurrence.due)
        return JournalEntry(
            .hookFailed,
            "The hooks for the \(occurrence.rule.displayName()) of \(time) may not have run: the service was stopped while it started them, and now it is too late to start them again",
            Field.event(occurrence, at: place, now: now))
    }

    /// A hook that cannot be started at its time.
    static func hookFault(_ hook: PlannedHook, _ problem: HookProblem) -> JournalEntry {
        let occasion = hook.occasion.displayName()
        return JournalEntry(
            .hookFailed,
            hookSentence(hook.path, isUnit: problem == .noUnit, for: occasion, "cannot run: it ", problem),
            [Field("SUNTRACKER_HOOK", hook.path)])
    }

    /// `The hook /…/lamps, for the sunset at 16:37, is not executable; make it executable: chmod +x /…/lamps`, `The unit
    /// lamps.service, for the night, …`.
    private static func hookSentence(
        _ hook: String, isUnit: Bool, for occasion: String, _ beginning: String, _ problem: HookProblem
    ) -> String {
        "The \(isUnit ? "unit" : "hook") \(hook), for the \(occasion), \(beginning)\(problem.reason)"
            + (problem.remedy(of: hook).map { "; \($0)" } ?? "")
    }

    /// - Parameter folder: `…/hooks/NAME.d`, where NAME is neither an event nor a phase.
    static func strayHooks(_ folder: String) -> JournalEntry {
        let name = folder.split(separator: "/").last?.dropLast(2) ?? ""
        return JournalEntry(
            .hookFailed,
            "Programs in \(folder) are never run: \"\(name)\" is neither a phase nor an event; for the events, see HOOKS in suntracker.conf(5)"
        )
    }

    static func started(at place: Place, now: Instant, next: String) -> JournalEntry {
        JournalEntry(.started, "Watching the Sun \(place.described(at: now)). \(next)", Field.place(place))
    }

    static func locationChanged(_ place: Place, at now: Instant) -> JournalEntry {
        JournalEntry(.locationChanged, "Place changed: now \(place.described(at: now))", Field.place(place))
    }

    /// - Parameter watching: whether GeoClue is being asked for the location.
    static func noLocation(watching: Bool) -> JournalEntry {
        JournalEntry(
            .noLocation,
            "No place is known, so nothing is announced"
                + (watching ? " until GeoClue provides one. To choose one: " : "; choose one: ")
                + "suntracker place NAME")
    }

    /// There is no place at startup, but GeoClue may send one soon. So this is not a warning yet, but a denial is
    /// (`authorization`).
    static func awaitingLocation() -> JournalEntry {
        JournalEntry(
            .noLocation,
            "No place is known yet; waiting for GeoClue. To choose one: suntracker place NAME",
            priority: .notice)
    }

    /// - Parameters:
    ///   - provider: the provider in GeoClue's configuration; nil if it is not known.
    ///   - isLastSource: whether no other source provides a place, so nothing is announced.
    static func fixOverdue(_ provider: LocationProvider?, isLastSource: Bool) -> JournalEntry {
        JournalEntry(
            .fixOverdue,
            "GeoClue grants access to the location, but has not sent one for 10 minutes: "
                + (provider.map(\.finding) ?? "it may have no source that works here")
                + (isLastSource ? "; nothing is announced until a place is known" : "")
                + "; \(LocationProvider.remedy): suntracker place NAME")
    }

    static func timeZoneChanged(to zone: String?) -> JournalEntry {
        JournalEntry(
            .timeZoneChanged, "Time zone changed: now \(zone ?? "one without a name")",
            zone.map { [Field("SUNTRACKER_TIME_ZONE", $0)] } ?? [])
    }

    /// - Parameter isLastSource: whether no other source provides a place. Then nothing is announced if access is
    ///   denied.
    static func authorization(_ authorization: LocationAuthorization, isLastSource: Bool) -> JournalEntry {
        JournalEntry(
            .authorization, authorization.advice(), [Field("SUNTRACKER_AUTHORIZATION", authorization.identifier)],
            priority: isLastSource && authorization.isRefused ? .warning : nil)
    }

    static func stateTrouble(_ trouble: String) -> JournalEntry {
        JournalEntry(.stateTrouble, trouble)
    }

    /// - Parameter fallback: the settings that are used instead at startup; nil later.
    static func settingsRefused(_ error: SettingsError, insteadUsing fallback: SettingsFallback?) -> JournalEntry {
        let consequence =
            switch fallback {
            case nil: "The previous settings stay in effect"
            case .lastAccepted: "The settings are invalid; until they are corrected, the last valid settings apply"
            case .defaults: "The settings are invalid; until they are corrected, the defaults apply"
            }
        return JournalEntry(.settingsRefused, "\(consequence): \(error.publicDescription)")
    }

    /// - Parameter setting: the line that is no longer valid, and what to write instead.
    static func settingGone(_ setting: SettingsError) -> JournalEntry {
        JournalEntry(.settingGone, setting.publicDescription)
    }

    static func ledgerStore(_ report: KeepReport) -> JournalEntry {
        switch report {
        case .kept: stateTrouble("The ledger can be written again")
        case .notKept(let reason):
            stateTrouble(
                "The ledger cannot be written: \(reason). Announcements continue, but a restart may repeat some"
            )
        }
    }

    static func fixStore(_ report: KeepReport) -> JournalEntry {
        switch report {
        case .kept: stateTrouble("The location can be saved again")
        case .notKept(let reason): stateTrouble("The location cannot be saved for the next run: \(reason)")
        }
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
            case .geoclue: "from GeoClue" + (provenance.accuracy.map { ", to within \($0.formattedMetres())" } ?? "")
            case .lastFix:
                "from GeoClue's last location" + (provenance.observed.map { ", \((now - $0).formattedAgo())" } ?? "")
            case .plasma: "from Plasma's settings"
            case .timeZone(let zone):
                "the main city of the time zone \(zone); elsewhere in the zone, times differ, by an hour or more if the zone is wide"
            }
        return name.map { "\($0.locationPhrase()) (\(latitude), \(longitude); \(known))" }
            ?? "at \(latitude), \(longitude) (\(known))"
    }
}

extension LocalTime {
    /// `16:37`, or `21 November at 16:37` if that is a day or more from now.
    fileprivate func moment(_ instant: Instant, at now: Instant) -> String {
        let time = inEnglish.timeOfDay(at: instant)
        guard abs(now - instant) >= .seconds(86_400) else { return time }
        return "\(civilTime(at: instant).date.formatted(relativeTo: civilTime(at: now).date)) at \(time)"
    }
}
