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
        installation: Installation, now: Instant, localTime: any LocalTime, in words: Words = .english
    ) {
        self.service = service
        self.manager = manager
        self.notifications = notifications
        self.lastError = lastError
        self.installation = installation
        relativeTime = RelativeTime(now: now, localTime: localTime, words: words)
    }

    /// Whether the service runs and answers.
    package var isRunning: Bool { if case .running = service { true } else { false } }

    /// One line per fact. If the service does not run, the reason and what to do.
    package func text(columns: Int?) -> String {
        guard case .running(let service) = service else {
            return absence(in: words).lines(columns: columns, in: words).joined(separator: "\n")
        }
        // TRANSLATORS: of the service, whose place it is
        var rows: [(label: String, text: String)] = [(words.inContext("label", "Place"), place(of: service))]
        for (number, occurrence) in service.next.enumerated() {
            let moment = relativeTime.moment(of: occurrence.event.displayName(in: words), at: occurrence.instant)
            rows.append(
                (
                    number == 0 ? words.inContext("label", "Next") : "",
                    words.list([moment, relativeTime.distance(to: occurrence.instant)])
                ))
        }
        if let phase = service.phase {
            rows.append((words.inContext("label", "Phase"), text(of: phase, until: service.phaseUntil)))
        }
        if let last = service.last { rows.append((words.inContext("label", "Last"), self.last(last))) }
        if let authorization = service.authorization {
            rows.append((words.inContext("label", "Location"), authorization.advice(in: words)))
        }
        if let notifications {
            rows.append((words.inContext("label", "Notifications"), notifications.text(in: words)))
        }
        let uptime = max(.zero, relativeTime.now - service.since)
        let heading = words(
            "{program} {version} running since {time}, for {duration}",
            [
                "program": "suntrackerd", "version": service.version, "time": relativeTime.moment(service.since),
                "duration": uptime < .seconds(60) ? uptime.formatted(in: words) : uptime.formattedAge(in: words),
            ])
        return ([heading].lines(columns: columns) + [""] + LabelledRows(rows).lines(columns: columns)).joined(separator: "\n")
    }

    private func place(of service: RunningService) -> String {
        // TRANSLATORS: of a place
        guard let place = service.place else { return words.inContext("place", "unknown") }
        let position = place.coordinate.inDegrees(in: words)
        return words.list(
            [
                place.name.map { words("{place} ({position})", ["place": words.placeName($0), "position": position]) }
                    ?? position,
                SourceDescription(identifier: place.source).phrase(in: words),
                place.accuracy.map { words("to within {distance}", ["distance": $0.formattedMetres(in: words)]) },
                place.observed.map { max(.zero, relativeTime.now - $0).formattedAgo(in: words) },
            ].compactMap(\.self))
    }

    private func text(of phase: Phase, until instant: Instant?) -> String {
        let name = phase == .day ? words("day") : words("night")
        // TRANSLATORS: {phase} is "day" or "night"
        return instant.map { words("{phase} until {time}", ["phase": name, "time": relativeTime.moment($0)]) } ?? name
    }

    private func last(_ announcement: RunningService.Announcement) -> String {
        let event = relativeTime.moment(of: words.eventName(announcement.event), at: announcement.instant)
        guard let lateness = announcement.lateness else {
            return words("{event}, announced before the service started", ["event": event])
        }
        let isLate = lateness >= .seconds(1)
        let blanks: KeyValuePairs = [
            "event": event, "duration": lateness.formatted(in: words), "setting": "Quiet=",
        ]
        // TRANSLATORS: {event} is "sunset at 16:40"
        return switch (announcement.notification, isLate) {
        case (.shown, false), (nil, false): words("{event}, announced on time", blanks)
        case (.shown, true), (nil, true): words("{event}, announced {duration} late", blanks)
        case (.waiting, false):
            words("{event}, in the journal on time; its notification is not shown yet", blanks)
        case (.waiting, true):
            words("{event}, in the journal {duration} late; its notification is not shown yet", blanks)
        case (.notShown, false): words("{event}, in the journal on time; its notification was not shown", blanks)
        case (.notShown, true):
            words("{event}, in the journal {duration} late; its notification was not shown", blanks)
        case (.quiet, false):
            words("{event}, in the journal on time; it had no notification because of {setting}", blanks)
        case (.quiet, true):
            words("{event}, in the journal {duration} late; it had no notification because of {setting}", blanks)
        }
    }

    private var words: Words { relativeTime.words }
}

extension RunningService.Announcement {
    /// The lateness; nil if it is unknown.
    var lateness: Duration? { announced.map { max(.zero, $0 - instant) } }
}
