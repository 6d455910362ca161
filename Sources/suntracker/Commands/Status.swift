// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker
import Wording

struct StatusCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether the service works, and any problems.",
        usage: "suntracker status [<options>]",
        discussion:
            "Shows each problem with its remedy, and causes before their consequences. Changes nothing, and starts "
            + "nothing except the notification server, to see whether that works. The exit status is 0 if all is well, "
            + "1 if the service is running but something else is wrong, and 69 if the service does not respond.")

    @Flag(name: .shortAndLong, help: "List all checks, including those that passed.")
    var verbose = false

    @Option(help: "The output format.")
    var format = Format<StatusReport>.text

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        var report = StatusReport(
            facts: MachineFacts(foundIn: context), relativeTime: context.relativeTime(in: .english), isVerbose: verbose)
        // The settings may be wrong, which is one of the problems.
        if report.facts.service.answer.running == nil { report.place = try? context.place(by: context.settingsFile()) }
        let terminal = context.terminal
        guard format.kind == .text, terminal.hasOutput else {
            return try Answer(report, as: format, in: context, exitStatus: report.exitStatus)
        }
        let lines = report.lines(columns: terminal.columns, hasDot: !terminal.lacksBlocks)
        return Answer(
            lines.map { $0.escaped(terminal.colours) }.joined(separator: "\n"), exitStatus: report.exitStatus)
    }
}

/// The state of the service, and its problems: the report of `suntracker status`.
struct StatusReport: Report {
    let facts: MachineFacts
    let relativeTime: RelativeTime
    var isVerbose = false
    /// The place according to the settings, if the service is not running.
    var place: Place?
    var checks: [Check] { facts.checks }
    private var problems: [Problem] { checks.compactMap(\.problem) }

    var exitStatus: Int32 {
        if facts.service.answer.running == nil { return EX_UNAVAILABLE }
        return problems.isEmpty ? EX_OK : 1
    }

    func text(columns: Int?) -> String {
        lines(columns: columns).map { $0.map(\.text).joined() }.joined(separator: "\n")
    }

    /// The state of the service, with one line per fact, and a paragraph for each problem. If the service does not
    /// respond, the reason comes first.
    ///
    /// - Parameter hasDot: Whether the first line begins with a dot, in the colour of the state.
    func lines(columns: Int?, hasDot: Bool = false) -> [[StyledText]] {
        let columns = hasDot ? columns.map { $0 - 2 } : columns
        func list(_ facts: [Fact]) -> [[StyledText]] { facts.lines(columns: columns ?? 80, breakingWords: false) }
        let state = [heading(columns: columns), list(stateFacts)]
        let checks = isVerbose ? [list(checkFacts)] : []
        let problems = problems.map { $0.lines(columns: columns) }
        let isRunning = facts.service.answer.running != nil
        let paragraphs = (isRunning ? state + checks + problems : problems + state + checks).filter { !$0.isEmpty }
        var lines = Array(paragraphs.joined(separator: [[]]))
        if hasDot, !lines.isEmpty { lines[0].insert(StyledText("● ", .init(foreground: colour)), at: 0) }
        return lines
    }

    /// Green if all is well, yellow with a problem, and red if the service does not respond, in shades that are visible on
    /// dark and light backgrounds.
    private var colour: Colour {
        switch exitStatus {
        case EX_OK: Colour(rgb: 0x2E9E4F, indexOf256: 35, indexOf8: 2)
        case EX_UNAVAILABLE: Colour(rgb: 0xDC322F, indexOf256: 160, indexOf8: 1)
        default: Colour(rgb: 0xB58900, indexOf256: 136, indexOf8: 3)
        }
    }

    private func heading(columns: Int?) -> [[StyledText]] {
        guard let service = facts.service.answer.running else { return [] }
        let uptime = max(.zero, relativeTime.now - service.since)
        let duration = uptime < .seconds(60) ? uptime.formatted() : uptime.formattedAge()
        let since = relativeTime.moment(service.since)
        return ["suntrackerd \(service.version) running since \(since), for \(duration)"].lines(columns: columns)
            .map { [StyledText($0, .bold)] }
    }

    private var next: [Sun.Occurrence]? {
        if let service = facts.service.answer.running { return service.next }
        guard let place else { return nil }
        return [SolarEvent.sunrise, .sunset].compactMap { event in
            Sun.nextOccurrence(of: event, after: relativeTime.now, at: place.observer).instant
                .map { Sun.Occurrence(event, at: $0) }
        }.sorted { $0.instant < $1.instant }
    }

    private var stateFacts: [Fact] {
        let service = facts.service.answer.running
        var facts: [Fact] = []
        for (number, occurrence) in (next ?? []).enumerated() {
            let coordinate = service?.place?.coordinate ?? place?.observer.coordinate
            let event = occurrence.event.displayName(in: .english, on: coordinate?.hemisphere)
            let moment = relativeTime.moment(of: event, at: occurrence.instant)
            facts.append(Fact(number == 0 ? "Next" : "", moment, relativeTime.distance(to: occurrence.instant)))
        }
        if let service { facts.append(Fact("Place", place(of: service))) }
        if let place { facts.append(Fact("Place", place.headingParts(in: .english))) }
        if let coordinate = service?.place?.coordinate ?? place?.observer.coordinate,
            relativeTime.isElsewhere(Observer(coordinate))
        {
            facts.append(relativeTime.foreignZone)
        }
        if let phase = service?.phase {
            facts.append(Fact("Phase", PhaseReport(span: phase, relativeTime: relativeTime).text))
        }
        if let last = service?.last { facts.append(Fact("Last", self.last(last))) }
        if let missed = service?.lastMissed {
            facts.append(Fact("Missed", relativeTime.moment(of: missed.event, at: missed.instant)))
        }
        return facts
    }

    /// One row for each check: `ok       Settings  /home/a/.config/suntracker/suntracker.conf`.
    private var checkFacts: [Fact] {
        let width = "skipped".count
        return checks.map { check in
            let verdict = check.verdict + String(repeating: " ", count: width - check.verdict.count)
            return Fact("\(verdict)  \(check.subject)", check.detail)
        }
    }

    private func place(of service: RunningService) -> [String] {
        guard let place = service.place else { return ["unknown"] }
        let position = place.coordinate.inDegrees(in: .english)
        return [
            place.name.map { "\($0) (\(position))" } ?? position,
            Localizer.english.sourcePhrase(place.source),
            place.accuracy.map { "to within \($0.formattedMetres())" },
            place.observed.map { max(.zero, relativeTime.now - $0).formattedAgo() },
        ].compactMap(\.self)
    }

    private func last(_ announcement: RunningService.Announcement) -> String {
        let event = relativeTime.moment(of: announcement.event, at: announcement.instant)
        guard let lateness = announcement.lateness else { return "\(event), announced before the service started" }
        let time = lateness >= .seconds(1) ? "\(lateness.formatted()) late" : "on time"
        // The announcement was on time or late, not the event.
        return switch facts.notifications == .noDesktop ? nil : announcement.notification {
        case .shown, nil: "\(event), announced \(time)"
        case .waiting: "\(event), logged \(time); its notification has not been shown yet"
        case .notShown: "\(event), logged \(time); its notification was not shown"
        case .quiet: "\(event), logged \(time); no notification because of Quiet="
        }
    }
}

extension Problem {
    /// A paragraph with the summary, and the remedy below it. The command is on a separate line, so that it can be
    /// copied.
    fileprivate func lines(columns: Int?) -> [[StyledText]] {
        let width = columns ?? 80
        let indent = "  "
        let words = remedy.text + (remedy.command == nil ? "" : ":")
        return summary.wrapped(to: width, breakingWords: false).map { [StyledText($0, .bold)] }
            + words.wrapped(to: width - indent.count, breakingWords: false).map { [StyledText(indent + $0, .faint)] }
            + (remedy.command.map { [[StyledText(indent + indent + $0)]] } ?? [])
    }

    fileprivate func json(of subject: String) -> JSONObject {
        ["check": subject, "problem": summary, "remedy": remedy.text, "command": remedy.command]
    }
}

extension StatusReport {
    var object: JSONObject {
        let scale = relativeTime.localTime
        let service = facts.service.answer.running
        let unit = service == nil ? facts.service.unit : nil
        return [
            "running": service != nil,
            "problems": checks.compactMap { check in check.problem.map { $0.json(of: check.subject) } },
            "last": service?.last?.json(in: scale),
            "lastMissed": service?.lastMissed.map { missed -> JSONObject in
                ["event": missed.event, "time": scale.timestamp(missed.instant)]
            },
            "version": service?.version, "since": service.map { scale.timestamp($0.since) },
            "place": service?.place?.json(in: scale) ?? place?.json,
            "events": next?.map { $0.json(in: scale) },
            "phase": service?.phase?.phase.rawValue, "phaseUntil": service?.phase?.until.map(scale.timestamp),
            "phaseSetManually": service?.phase?.isSetManually,
            "phaseSetManuallyUntil": service?.phase?.overrideUntil.map(scale.timestamp),
            "authorization": service?.authorization?.json,
            "notificationServer": service.flatMap { _ in facts.notifications?.json },
            "lastError": facts.service.lastError, "unit": unit?.json,
            "checks": isVerbose ? checks.map(\.json) : nil,
        ]
    }
}
