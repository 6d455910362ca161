package import Solar
import Terminal
package import Tracker

/// The state of the service: the report of `suntracker status`.
package struct ServiceReport: Report {
    /// The owner of its name on the session bus.
    package let service: ServiceAnswer
    /// The state of its unit.
    package let manager: ManagerAnswer
    /// The notification server; nil without a session bus.
    package let notifications: NotificationServer?
    /// The last error of a failed run in the journal, if any.
    package let lastError: String?
    /// How the command was installed.
    package let installation: Installation
    let relativeTime: RelativeTime

    package init(
        service: ServiceAnswer, manager: ManagerAnswer, notifications: NotificationServer?, lastError: String?,
        installation: Installation, now: Instant, localTime: any LocalTime
    ) {
        self.service = service
        self.manager = manager
        self.notifications = notifications
        self.lastError = lastError
        self.installation = installation
        relativeTime = RelativeTime(now: now, localTime: localTime)
    }

    /// Whether the service runs and answers.
    package var isRunning: Bool { if case .running = service { true } else { false } }

    /// One line per fact. If the service does not run, the reason and what to do.
    package var text: String {
        guard case .running(let service) = service else { return absence.lines.joined(separator: "\n") }
        var rows: [(label: String, text: String)] = [("Place", place(of: service))]
        for (number, occurrence) in service.next.enumerated() {
            let moment = "\(occurrence.event.name) at \(relativeTime.moment(occurrence.instant))"
            rows.append((number == 0 ? "Next" : "", "\(moment), \(relativeTime.distance(to: occurrence.instant))"))
        }
        if let phase = service.phase {
            let until = service.phaseUntil.map { " until \(relativeTime.moment($0))" } ?? ""
            rows.append(("Phase", phase.rawValue + until))
        }
        if let last = service.last { rows.append(("Last", self.last(last))) }
        if let authorization = service.authorization { rows.append(("Location", authorization.advice)) }
        if let notifications { rows.append(("Notifications", notifications.text)) }
        let uptime = max(.zero, relativeTime.now - service.since)
        let since =
            "running since \(relativeTime.moment(service.since)), "
            + "for \(uptime < .seconds(60) ? uptime.formatted() : uptime.formattedAge())"
        return (["suntrackerd \(service.version) \(since)", ""] + LabelledRows(rows).lines).joined(separator: "\n")
    }

    private func place(of service: RunningService) -> String {
        guard let place = service.place else { return "unknown" }
        let position = place.coordinate.inDegrees
        return [
            place.name.map { "\($0) (\(position))" } ?? position, SourceDescription(identifier: place.source).phrase,
            place.accuracy.map { "to within \($0.formattedMetres())" },
            place.observed.map { max(.zero, relativeTime.now - $0).formattedAgo() },
        ].compactMap(\.self).joined(separator: ", ")
    }

    private func last(_ announcement: RunningService.Announcement) -> String {
        let event = "\(announcement.event) at \(relativeTime.moment(announcement.instant))"
        guard let lateness = announcement.lateness else { return "\(event), announced before the service started" }
        let when = lateness < .seconds(1) ? "on time" : "\(lateness.formatted()) late"
        return switch announcement.notification {
        case .shown, nil: "\(event), announced \(when)"
        case .waiting: "\(event), in the journal \(when); its notification is not shown yet"
        case .notShown: "\(event), in the journal \(when); its notification was not shown"
        case .quiet: "\(event), in the journal \(when); it had no notification because of Quiet="
        }
    }
}

extension RunningService.Announcement {
    /// The lateness; nil if it is unknown.
    var lateness: Duration? { announced.map { max(.zero, $0 - instant) } }
}

/// The reason why no service answers, and what to do.
struct ServiceAbsence {
    /// What is wrong.
    let problem: String
    /// What to do: a command or a sentence.
    let remedy: String
    /// The last error in the journal, if any.
    let lastError: String?

    /// The problem, the last error and the remedy, wrapped.
    var lines: [String] {
        let error = lastError.map { [("Last error", $0)] } ?? []
        return problem.wrapped(to: 80, breakingWords: false) + [""]
            + LabelledRows(error + [("What to do", remedy)]).lines
    }
}

extension ServiceReport {
    /// The reason why no service answers.
    var absence: ServiceAbsence {
        let (problem, remedy) = problemAndRemedy
        return ServiceAbsence(problem: problem, remedy: remedy, lastError: lastError)
    }

    private var problemAndRemedy: (String, String) {
        if case .silent(let reason) = service {
            return ("suntrackerd is on the session bus but does not answer: \(reason)", Self.restart)
        }
        switch manager {
        case .unreachable(let reason):
            return (
                "suntrackerd is not running, and the systemd user manager cannot be reached: \(reason)",
                "log in as the user of the service, without sudo; or run suntrackerd in a terminal"
            )
        case .unit(let unit) where unit.load == "not-found":
            return (
                "suntrackerd is not running and not installed as a service",
                installation.remedyOfMissingUnit
            )
        case .unit(let unit) where unit.load == "masked":
            return (
                "suntrackerd is not running, and its unit is masked",
                "systemctl --user unmask suntrackerd && systemctl --user enable --now suntrackerd"
            )
        case .unit(let unit) where unit.load != "loaded":
            return (
                "suntrackerd is not running, and its unit \(unit.path) cannot be loaded (\(unit.load))",
                "systemctl --user status suntrackerd shows the reason"
            )
        case .unit(let unit) where unit.active == "failed":
            return ("suntrackerd has failed (\(unit.failure))", "fix the cause, then: \(Self.restart)")
        case .unit(let unit) where unit.isUp:
            if case .noBus(let reason) = service {
                return (
                    "suntrackerd is running, but the session bus cannot be reached: \(reason)",
                    "systemctl --user status suntrackerd shows what it waits for"
                )
            }
            return ("suntrackerd is \(unit.active), but not on the session bus", "if this persists: \(Self.restart)")
        case .unit(let unit):
            return (
                "suntrackerd is not running",
                "systemctl --user \(unit.isEnabled ? "start" : "enable --now") suntrackerd"
            )
        }
    }

    static let restart = "systemctl --user restart suntrackerd"
}
