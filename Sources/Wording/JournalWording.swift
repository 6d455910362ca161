// SPDX-License-Identifier: MIT
import Configuration
import Solar
package import Tracker

/// The texts of the journal entries, each one line for `journalctl`.
extension JournalEntry {
    package init(_ fact: JournalFact, localTime: any LocalTime) {
        let localTime = localTime.inEnglish
        switch fact {
        case .event(let occurrence, let place, let now, let isRecovered, let isQuiet):
            let text = AnnouncementText(occurrence: occurrence, place: place, localTime: localTime, now: now)
            self.init(
                .event, text.line,
                Field.event(occurrence, at: place, now: now) + (isRecovered ? [.recovered] : [])
                    + (isQuiet ? [.quiet] : []))
        case .missed(let occurrence, let place, let now):
            let text = AnnouncementText(occurrence: occurrence, place: place, localTime: localTime, now: now)
            self.init(.missed, "Missed: \(text.dated)", Field.event(occurrence, at: place, now: now))
        case .missedMany(let start, let end, let place):
            self.init(
                .missedMany,
                "Missed: everything from \(start) to \(end), because the service was not running or the clock was set",
                Field.place(place))
        case .interrupted(let entry, let occurrence, let place, let now):
            self.init(
                .missed,
                "Possibly missed: \(entry.rule) on \(localTime.dateAndTime(at: entry.due)); the service ended while it was announced",
                (occurrence.map { Field.event($0, at: place, now: now) } ?? Field.gone(entry, at: place, now: now))
                    + [.recovered])
        case .notShown(let occurrence, let loss, let isLast, let place, let now):
            self.init(
                notShown: "the \(occurrence.rule.displayName())", loss, isLast: isLast,
                Field.event(occurrence, at: place, now: now))
        case .noticeNotShown(let content, let loss, let isLast):
            self.init(notShown: content.subject, loss, isLast: isLast)
        case .returned(let missing):
            let what = missing == .bus ? "The session bus is back" : "A notification server is running"
            self.init(.notShown, "\(what); notifications are shown again")
        case .phase(let call, let place):
            // `Night since 16:37: running the hooks of night (resume)`.
            let name = call.phase.rawValue
            let since = call.span.since.map { " since \(localTime.moment($0, at: call.made))" } ?? ""
            self.init(
                .phase,
                "\(call.phase.capitalizedName)\(since): running the hooks of \(name) (\(call.reason.rawValue))",
                Field.phase(call, at: place) + (call.isRecovered ? [.recovered] : []))
        case .phaseSet(nil, _):
            self.init(.phaseSet, "The phase is no longer set manually")
        case .phaseSet(let span?, let now):
            // `Night until 06:52, set manually until 16:37`, `Day until 16:37, no longer set manually`.
            func until(_ end: Instant?) -> String { end.map { " until \(localTime.moment($0, at: now))" } ?? "" }
            let overrideEnd = span.overrideUntil == span.until ? nil : span.overrideUntil
            let manual = span.isSetManually ? "set manually\(until(overrideEnd))" : "no longer set manually"
            self.init(.phaseSet, "\(span.phase.capitalizedName)\(until(span.until)), \(manual)", Field.span(span))
        case .hookFailed(let failure, let subject):
            self.init(failure, subject, localTime: localTime)
        case .hooksUnknown(let occurrence, let place, let now):
            let time = localTime.dateAndTime(at: occurrence.due)
            self.init(
                .hookFailed,
                "The hooks for the \(occurrence.rule.displayName()) of \(time) may not have run: the service was stopped while it started them, and now it is too late to start them again",
                Field.event(occurrence, at: place, now: now))
        case .hookProblem(let hook, let problem):
            let sentence = Self.hookSentence(
                hook.path, isUnit: problem == .noUnit, for: hook.occasion.displayName(), "cannot run: it ", problem)
            self.init(.hookFailed, sentence, [Field("SUNTRACKER_HOOK", hook.path)])
        case .strayHooks(let folder):
            let name = folder.split(separator: "/").last?.dropLast(2) ?? ""
            self.init(
                .hookFailed,
                "Programs in \(folder) are never run: \"\(name)\" is neither a phase nor an event; for the events, see EVENTS in suntracker(1)"
            )
        case .locationChanged(let place, let now):
            self.init(.locationChanged, "Place changed: now \(place.described(at: now))", Field.place(place))
        case .noLocation(let isWatching):
            let remedy = isWatching ? " until GeoClue provides one. To choose one: " : "; choose one: "
            self.init(.noLocation, "No place is known, so nothing is announced\(remedy)suntracker place NAME")
        case .awaitingLocation:
            self.init(
                .noLocation, "No place is known yet; waiting for GeoClue. To choose one: suntracker place NAME",
                priority: .notice)
        case .fixOverdue(let provider, let isLastSource):
            let reason = provider?.text ?? "it may have no source that works here"
            let consequence = isLastSource ? "; nothing is announced until a place is known" : ""
            self.init(
                .fixOverdue,
                "GeoClue grants access to the location, but has not sent one for 10 minutes: \(reason)\(consequence); \(LocationProvider.remedy): suntracker place NAME"
            )
        case .authorization(let authorization, let isLastSource):
            self.init(
                .authorization, authorization.advice(),
                [Field("SUNTRACKER_AUTHORIZATION", authorization.identifier)],
                priority: isLastSource && authorization.isRefused ? .warning : nil)
        case .timeZoneChanged(let zone):
            self.init(
                .timeZoneChanged, "Time zone changed: now \(zone ?? "one without a name")",
                zone.map { [Field("SUNTRACKER_TIME_ZONE", $0)] } ?? [])
        case .started(let place, let now, let next):
            let text = next.text(localTime: localTime)
            self.init(.started, "Watching the Sun \(place.described(at: now)). \(text)", Field.place(place))
        case .stopped:
            self.init(.stopped, "Stopped")
        case .settingsReloaded:
            self.init(.settingsReloaded, "Settings reloaded")
        case .settingsRefused(let error, let fallback):
            let consequence =
                switch fallback {
                case nil: "The previous settings stay in effect"
                case .lastAccepted:
                    "The settings are invalid; until they are corrected, the last valid settings apply"
                case .defaults: "The settings are invalid; until they are corrected, the defaults apply"
                }
            self.init(.settingsRefused, "\(consequence): \(error.publicDescription)")
        case .stateProblem(let problem):
            self.init(.stateProblem, problem)
        case .ledgerStore(.written):
            self.init(.stateProblem, "The ledger can be written again")
        case .ledgerStore(.notWritten(let reason)):
            self.init(
                .stateProblem,
                "The ledger cannot be written: \(reason). Announcements continue, but a restart may repeat some")
        case .fixStore(.written):
            self.init(.stateProblem, "The location can be saved again")
        case .fixStore(.notWritten(let reason)):
            self.init(.stateProblem, "The location cannot be saved for the next run: \(reason)")
        }
    }

    /// - Parameter subject: what the notification was about: `the sunset`, `the first start`.
    private init(notShown subject: String, _ loss: Popup.Loss, isLast: Bool, _ fields: [Field] = []) {
        let end = isLast ? "; this is not reported again until there is one" : ""
        // With `Quiet=`, this is what the user wants, and therefore no warning.
        self.init(
            .notShown, "No notification was shown for \(subject): \(loss.reason)\(end)",
            fields + (loss == .quiet ? [.quiet] : []), priority: loss == .quiet ? .info : nil)
    }

    private init(_ failure: HookFailure, _ subject: HookCall.Subject, localTime: any LocalTime) {
        let occasion: String
        var fields: [Field]
        switch subject {
        case .occurrence(let occurrence):
            occasion = "\(occurrence.rule.displayName()) at \(localTime.timeOfDay(at: occurrence.due))"
            fields = [
                Field("SUNTRACKER_EVENT", occurrence.rule.event.name),
                Field("SUNTRACKER_EVENT_TIME", occurrence.eventInstant.rfc3339(fractionDigits: 6)),
                Field("SUNTRACKER_HOOK", failure.hook),
            ]
            if let alert = occurrence.rule.alert { fields.append(Field("SUNTRACKER_ALERT", alert.name)) }
        case .phase(let call):
            occasion = "\(call.phase.rawValue) at \(localTime.timeOfDay(at: call.made))"
            fields = [
                Field("SUNTRACKER_PHASE", call.phase.rawValue), Field("SUNTRACKER_REASON", call.reason.rawValue),
                Field("SUNTRACKER_HOOK", failure.hook),
            ]
        }
        // With this field, journalctl shows the entry together with the entries of the unit
        // (systemd.journal-fields(7)).
        if let unit = failure.unit { fields.append(Field("USER_UNIT", unit)) }
        var sentence = Self.hookSentence(
            failure.hook, isUnit: failure.unit == failure.hook, for: occasion, "", failure.problem)
        if failure.problem != .noUnit, let unit = failure.unit {
            sentence += ". To see its output: journalctl --user -u \(unit)"
        }
        self.init(.hookFailed, sentence, fields)
    }

    /// `The hook /…/lamps, for the sunset at 16:37, is not executable; make it executable: chmod +x /…/lamps`, `The unit
    /// lamps.service, for the night, …`.
    private static func hookSentence(
        _ hook: String, isUnit: Bool, for occasion: String, _ beginning: String, _ problem: HookProblem
    ) -> String {
        "The \(isUnit ? "unit" : "hook") \(hook), for the \(occasion), \(beginning)\(problem.reason)"
            + (problem.remedy(of: hook).map { "; \($0)" } ?? "")
    }
}

extension StatusLine {
    /// `Next: sunset in Denver on 21 November at 16:37`. It always contains the date, because the service does not wake
    /// up at midnight to turn "tomorrow" into "today".
    package func text(localTime: any LocalTime) -> String {
        switch self {
        case .noPlace(let refusal):
            return "No place is known" + (refusal.map { ". \($0.advice())" } ?? "")
        case .nothing(let place):
            return "Nothing to announce\(Self.phrase(place)) within a year"
        case .next(let next, let place, let isThisYear):
            let date = localTime.civilTime(at: next.due).date
            let day = isThisYear ? date.formatted(relativeTo: date) : date.withYear(in: .english)
            let time = localTime.inEnglish.timeOfDay(at: next.due)
            // The time is the time of the notice, not of the event.
            let notice = next.rule.timing == .noonBefore ? "notice of the " : ""
            return "Next: \(notice)\(next.rule.displayName())\(Self.phrase(place)) on \(day) at \(time)"
        }
    }

    private static func phrase(_ place: PlaceName?) -> String { place.map { " \($0.locationPhrase())" } ?? "" }
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
        let time = timeOfDay(at: instant)
        guard abs(now - instant) >= .seconds(86_400) else { return time }
        return "\(civilTime(at: instant).date.formatted(relativeTo: civilTime(at: now).date)) at \(time)"
    }

    /// `2026-11-21 16:37`.
    fileprivate func dateAndTime(at instant: Instant) -> String {
        "\(civilTime(at: instant).date) \(timeOfDay(at: instant))"
    }
}
