import Solar
import Tracker

/// The state of the service: the report of `suntracker status`.
struct ServiceReport: Report {
    let service: ServiceFacts
    /// The notification server; nil without a session bus.
    let notifications: NotificationServer?
    /// The alerts of the settings that are switched on.
    var alerts: [PlannedAlert] = []
    let relativeTime: RelativeTime

    /// Whether the service runs and answers.
    var isRunning: Bool { service.answer.running != nil }

    /// One line per fact. If the service does not run, the reason and what to do.
    func text(columns: Int?) -> String {
        guard let service = service.answer.running else {
            let fault = service.fault(in: words)
            let facts = [
                service.lastError.map { Fact(words.inContext("label", "Last error"), $0) },
                fault?.remedy.map { Fact(words.inContext("label", "What to do"), $0) },
            ].compactMap(\.self)
            return ([fault?.sentence ?? ""].lines(columns: columns ?? 80) + ["", facts.text(columns: columns)])
                .joined(separator: "\n")
        }
        // TRANSLATORS: of the service, whose place it is
        var facts = [Fact(words.inContext("label", "Place"), place(of: service))]
        for (number, occurrence) in service.next.enumerated() {
            let event = occurrence.event.displayName(in: words, on: service.place?.coordinate.hemisphere)
            let moment = relativeTime.moment(of: event, at: occurrence.instant)
            facts.append(
                Fact(
                    number == 0 ? words.inContext("label", "Next") : "",
                    words.list([moment, relativeTime.distance(to: occurrence.instant)])))
        }
        for (number, alert) in alerts.enumerated() {
            facts.append(Fact(number == 0 ? words.inContext("label", "Alerts") : "", text(of: alert)))
        }
        if let coordinate = service.place?.coordinate, relativeTime.isElsewhere(Observer(coordinate)) {
            facts.append(relativeTime.foreignZone)
        }
        if let phase = service.phase {
            let report = PhaseReport(span: phase, relativeTime: relativeTime)
            facts.append(Fact(words.inContext("label", "Phase"), report.text(columns: nil)))
        }
        if let last = service.last { facts.append(Fact(words.inContext("label", "Last"), self.last(last))) }
        if let authorization = service.authorization {
            facts.append(Fact(words.inContext("label", "Location"), authorization.advice(in: words)))
        }
        if let notifications {
            facts.append(Fact(words.inContext("label", "Notifications"), notifications.check(in: words).sentence))
        }
        let uptime = max(.zero, relativeTime.now - service.since)
        let heading = words(
            "{program} {version} running since {time}, for {duration}",
            [
                "program": "suntrackerd", "version": service.version, "time": relativeTime.moment(service.since),
                "duration": uptime < .seconds(60) ? uptime.formatted(in: words) : uptime.formattedAge(in: words),
            ])
        return ([heading].lines(columns: columns) + ["", facts.text(columns: columns)]).joined(separator: "\n")
    }

    private func place(of service: RunningService) -> String {
        // TRANSLATORS: the place of the service, if it knows none
        guard let place = service.place else { return words.inContext("place", "unknown") }
        let position = place.coordinate.inDegrees(in: words)
        return words.list(
            [
                place.name.map { words("{place} ({position})", ["place": words.placeName($0), "position": position]) }
                    ?? position,
                words.sourcePhrase(place.source),
                place.accuracy.map { words("to within {distance}", ["distance": $0.formattedMetres(in: words)]) },
                place.observed.map { max(.zero, relativeTime.now - $0).formattedAgo(in: words) },
            ].compactMap(\.self))
    }

    private func text(of alert: PlannedAlert) -> String {
        let moment =
            alert.due.map { relativeTime.moment(of: alert.name, at: $0) }
            // TRANSLATORS: {alert} is the name of an alert
            ?? words("{alert}: not within a year", ["alert": alert.name])
        // TRANSLATORS: after the time of an alert: the program, or the unit, that is started then
        return words.list(
            [moment] + [alert.hook, alert.unit].compactMap { $0.map { words("starts {program}", ["program": $0]) } })
    }

    private func last(_ announcement: RunningService.Announcement) -> String {
        let event = relativeTime.moment(of: words.eventName(announcement.event), at: announcement.instant)
        guard let lateness = announcement.lateness else {
            // TRANSLATORS: {event} is "sunset at 16:40"
            return words("{event}, announced before the service started", ["event": event])
        }
        let isLate = lateness >= .seconds(1)
        let blanks: KeyValuePairs = [
            "event": event, "duration": lateness.formatted(in: words), "setting": "Quiet=",
        ]
        // TRANSLATORS: {event} is "sunset at 16:40". Its notification, not the event, was on time or late
        return switch (notifications == .noDesktop ? nil : announcement.notification, isLate) {
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
            words(
                "{event}, in the journal {duration} late; it had no notification because of {setting}",
                blanks)
        }
    }

    private var words: Localizer { relativeTime.words }
}

/// An alert, and when it comes next.
struct PlannedAlert: Hashable, Sendable {
    let name: String
    /// The next announcement; nil if there is none within a year.
    let due: Instant?
    /// The program of its hook, as the settings name it.
    let hook: String?
    /// Its unit.
    var unit: String?

    /// The alerts that are switched on, in the order of the settings.
    static func all(under settings: Settings, at place: Place, after now: Instant, localTime: any LocalTime) -> [Self] {
        settings.alerts.filter(\.isEnabled).map { alert in
            var agenda = Agenda(rules: [Rule(alert)], observer: place.observer, localTime: localTime)
            return PlannedAlert(
                name: alert.name, due: agenda.next(after: now)?.due, hook: alert.hook?.program, unit: alert.unit)
        }
    }

    fileprivate func json(in scale: any LocalTime) -> JSONObject {
        ["name": name, "next": due.map(scale.timestamp), "hook": hook, "unit": unit]
    }
}

extension RunningService.Announcement {
    /// The lateness; nil if it is unknown.
    var lateness: Duration? { announced.map { max(.zero, $0 - instant) } }
}

extension ServiceReport {
    /// An object with `running`. If that is true, it has `version`, `since`, `place`, `events`, `alerts`, an array of objects
    /// with `name`, `next`, `hook` and `unit`, `phase`, `phaseUntil`, `phaseSetByHand`, `last`,
    /// `authorization` and `notificationServer`, otherwise `matter`, `remedy`, `lastError` and `unit`. Unknown values are
    /// left out.
    var object: JSONObject {
        let scale = relativeTime.localTime
        guard let service = service.answer.running else {
            let fault = service.fault(in: .english)
            return [
                "running": false, "matter": fault?.sentence, "remedy": fault?.remedy, "lastError": service.lastError,
                "unit": service.manager.unit?.json,
            ]
        }
        return [
            "running": true, "version": service.version, "since": scale.timestamp(service.since),
            "place": service.place?.json(in: scale), "events": service.next.map { $0.json(in: scale) },
            "alerts": alerts.map { $0.json(in: scale) },
            "phase": service.phase?.phase.rawValue, "phaseUntil": service.phase?.until.map(scale.timestamp),
            "phaseSetByHand": service.phase?.isSetByHand,
            "last": service.last?.json(in: scale), "authorization": service.authorization?.json,
            "notificationServer": notifications?.json,
        ]
    }
}

extension UnitState {
    fileprivate var json: JSONObject {
        [
            "loadState": load, "activeState": active, "unitFileState": file, "result": result,
            "exitStatus": exitStatus,
        ]
    }
}

extension RunningService.Place {
    fileprivate func json(in scale: any LocalTime) -> JSONObject {
        [
            "name": name, "latitude": coordinate.latitude.degrees, "longitude": coordinate.longitude.degrees,
            "source": source, "accuracyMetres": accuracy, "observed": observed.map(scale.timestamp),
        ]
    }
}

extension RunningService.Announcement {
    fileprivate func json(in scale: any LocalTime) -> JSONObject {
        [
            "event": event, "time": scale.timestamp(instant), "announced": announced.map(scale.timestamp),
            "latenessSeconds": lateness.map { Double($0.microseconds) / 1e6 }, "notification": notification?.rawValue,
        ]
    }
}

extension RunningService.Authorization {
    var json: JSONObject { ["state": state, "advice": advice] }
}

extension NotificationServer {
    fileprivate var json: JSONObject {
        switch self {
        case .running(let server):
            [
                "state": "running", "name": server.name, "vendor": server.vendor, "version": server.version,
                "capabilities": server.capabilities,
            ]
        case .startedOnDemand: ["state": "started-on-demand"]
        case .absent: ["state": "absent"]
        case .noDesktop: ["state": "no-desktop"]
        case .silent: ["state": "silent"]
        case .startFails: ["state": "start-fails"]
        }
    }
}
