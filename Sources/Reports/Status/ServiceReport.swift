package import Solar
import Terminal
package import Tracker

/// How the service is: the report of `suntracker status`.
package struct ServiceReport: Report {
    /// What is on the session bus under its name.
    package let service: ServiceAnswer
    /// What the user's service manager says of its unit.
    package let manager: ManagerAnswer
    /// What would show its notifications; nil without a session bus.
    package let notifications: NotificationServer?
    /// The last error that a run which has failed left in the journal; nil for none.
    package let lastError: String?
    let relativeTime: RelativeTime

    /// The status that follows from these answers.
    package init(
        service: ServiceAnswer, manager: ManagerAnswer, notifications: NotificationServer?, lastError: String?,
        now: Instant, localTime: any LocalTime
    ) {
        self.service = service
        self.manager = manager
        self.notifications = notifications
        self.lastError = lastError
        relativeTime = RelativeTime(now: now, localTime: localTime)
    }

    /// Whether the service runs and answers.
    package var isRunning: Bool { if case .running = service { true } else { false } }

    /// A line for each thing to know; of a service that does not run, why and what to do.
    package var text: String {
        guard case .running(let service) = service else { return absence.lines.joined(separator: "\n") }
        var rows: [(label: String, text: String)] = [("Place", place(of: service))]
        for (number, occurrence) in service.next.enumerated() {
            let moment = "\(occurrence.event.name) at \(relativeTime.moment(occurrence.instant))"
            rows.append((number == 0 ? "Next" : "", "\(moment), \(relativeTime.distance(to: occurrence.instant))"))
        }
        if let last = service.last { rows.append(("Last", self.last(last))) }
        if let authorization = service.authorization { rows.append(("Location", authorization.advice)) }
        if let notifications { rows.append(("Notifications", notifications.text)) }
        let uptime = max(.zero, relativeTime.now - service.since)
        let since =
            "runs since \(relativeTime.moment(service.since)), "
            + "for \(uptime < .seconds(60) ? uptime.formatted : uptime.formattedAge)"
        return (["suntrackerd \(service.version) \(since)", ""] + LabelledRows(rows).lines).joined(separator: "\n")
    }

    private func place(of service: RunningService) -> String {
        guard let whereabouts = service.whereabouts else { return "none is known" }
        let position = whereabouts.coordinate.inDegrees
        return [
            whereabouts.name.map { "\($0) (\(position))" } ?? position, whereabouts.phrase,
            whereabouts.accuracy.map { "to within \($0.formattedMetres)" },
            whereabouts.observed.map { max(.zero, relativeTime.now - $0).formattedAgo },
        ].compactMap(\.self).joined(separator: ", ")
    }

    private func last(_ announcement: RunningService.Announcement) -> String {
        let event = "\(announcement.event) at \(relativeTime.moment(announcement.instant))"
        guard let lateness = announcement.lateness else { return "\(event), announced before this start" }
        let when = lateness < .seconds(1) ? "on time" : "\(lateness.formatted) late"
        return switch announcement.notification {
        case .shown, nil: "\(event), announced \(when)"
        case .waiting: "\(event), in the journal \(when); its notification is not shown yet"
        case .notShown: "\(event), in the journal \(when); its notification was not shown"
        }
    }
}

extension RunningService.Announcement {
    /// How late it was; nil where that is not known.
    var lateness: Duration? { announced.map { max(.zero, $0 - instant) } }
}

extension RunningService.Place {
    /// How the place is known.
    fileprivate var phrase: String {
        switch source {
        case "command-line": "from its command line"
        case "settings": "from the settings"
        case "geoclue": "from GeoClue"
        case "last-fix": "the last place that GeoClue gave"
        case "timezone": "approximate: by the time zone"
        default: "from \(source)"
        }
    }
}
