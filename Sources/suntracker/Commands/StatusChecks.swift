// SPDX-License-Identifier: MIT
import Configuration
import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker
import Wording

/// Something that is wrong until somebody fixes it, and what to do about it.
struct Problem: Hashable, Sendable {
    /// What is wrong, in a clause: `suntrackerd is not running`.
    let summary: String
    let remedy: Remedy

    init(_ summary: String, _ remedy: Remedy) { (self.summary, self.remedy) = (summary, remedy) }

    init(_ summary: String, _ remedy: String, _ command: String? = nil) {
        self.init(summary, Remedy(remedy, command))
    }

    /// Both in one line: `suntrackerd is not running; to start it: systemctl --user start suntrackerd`.
    var line: String { "\(summary); \(remedy.line)" }
}

struct Remedy: Hashable, Sendable {
    /// The remedy in words: `to start it`.
    let text: String
    let command: String?

    init(_ text: String, _ command: String? = nil) { (self.text, self.command) = (text, command) }

    init(line: String) {
        let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
        self.init(parts[0], parts.count > 1 ? parts[1] : nil)
    }

    var line: String { [text, command].compactMap(\.self).joined(separator: ": ") }
}

struct Check: Hashable, Sendable {
    enum Result: Hashable, Sendable {
        case well(String)
        /// It is not needed, or cannot be checked because of another problem.
        case skipped(String)
        case problem(Problem)
    }

    let subject: String
    let result: Result

    var problem: Problem? { if case .problem(let problem) = result { problem } else { nil } }

    var detail: String {
        switch result {
        case .well(let detail), .skipped(let detail): detail
        case .problem(let problem): problem.summary
        }
    }

    var verdict: String {
        switch result {
        case .well: "ok"
        case .skipped: "skipped"
        case .problem: "problem"
        }
    }

    var json: JSONObject { ["check": subject, "result": verdict, "detail": detail] }
}

extension MachineFacts {
    /// All checks, causes before their consequences. Each check has at least one result.
    private static let table: [(subject: String, results: @Sendable (MachineFacts) -> [Check.Result])] = [
        ("Service", { [$0.serviceCheck] }),
        ("Login", { [$0.loginCheck] }),
        ("Settings", { [$0.settingsCheck] }),
        ("Files", { $0.fileChecks }),
        ("Place", { [$0.placeCheck] }),
        ("Notifications", { [$0.notificationCheck] }),
        ("Sound", { [$0.soundCheck] }),
        ("Hooks", { $0.hookChecks }),
        ("State", { [$0.stateCheck] }),
        ("Journal", { [$0.journalCheck] }),
        ("Clock", { [$0.clockCheck] }),
        ("Time zone", { [$0.zoneCheck] }),
        ("Earth", { _ in [.well("its rotation is known until \(EarthRotation.knownUntil)")] }),
    ]

    var checks: [Check] {
        Self.table.flatMap { row in row.results(self).map { Check(subject: row.subject, result: $0) } }
    }

    var serviceCheck: Check.Result {
        if let unit = service.unit, unit.isLoaded, !hasProgram {
            return .problem(
                Problem(
                    "the program of \(unit.path), \(unit.program ?? ""), is missing or not executable",
                    (unit.program.map(Installation.init(program:)) ?? service.installation).remedyOfMissingProgram))
        }
        if let problem = service.problem { return .problem(problem) }
        guard !runsReplacedProgram else {
            return .problem(
                Problem(
                    "suntrackerd is running a program that has since been replaced or removed", "to restart it",
                    ServiceFacts.restart))
        }
        guard let running = service.answer.running else { return .skipped("it does not respond") }
        guard running.version != Program.version else { return .well("suntrackerd \(running.version) responds") }
        return .problem(
            Problem(
                "suntrackerd \(running.version) is running, but this is suntracker \(Program.version)",
                remedyOfOtherVersion))
    }

    /// A restart starts the program of the unit, which is a different program if Suntracker is installed twice.
    private var remedyOfOtherVersion: Remedy {
        guard let program = service.unit?.program,
            program.split(separator: "/").dropLast() != service.program.split(separator: "/").dropLast()
        else {
            return Remedy("to restart it", ServiceFacts.restart)
        }
        let other = Installation(program: program)
        guard service.installation != .checkout else { return other.remedyOfOldProgram }
        let removal = other.removal
        return Remedy(
            "the unit runs \(program) from another installation; keep only one: \(removal.text)", removal.command)
    }

    /// Whether a running service will start again at the next login.
    var loginCheck: Check.Result {
        guard service.answer.running != nil else { return .skipped("the service does not respond") }
        guard let unit = service.unit else { return .skipped("the systemd user manager does not respond") }
        guard unit.load != "not-found" else {
            return .problem(
                Problem(
                    "suntrackerd is not installed as a service, so it does not start at login",
                    service.installation.remedyOfMissingUnit))
        }
        guard unit.isEnabled else {
            let unmask = unit.load == "masked" ? "systemctl --user unmask suntrackerd && " : ""
            return .problem(
                Problem(
                    "\(unit.path) is \(unit.file), so suntrackerd does not start at login", "to enable it",
                    unmask + "systemctl --user enable suntrackerd"))
        }
        if isLingering { return .well("\(unit.path) is \(unit.file), and starts at boot") }
        return notifications == .noDesktop
            ? .well("\(unit.path) is \(unit.file); loginctl enable-linger keeps it running after logout")
            : .well("\(unit.path) is \(unit.file)")
    }

    var fileChecks: [Check.Result] {
        guard service.unit?.isLoaded == true else { return [.skipped("the service has no unit")] }
        return otherFolders.isEmpty
            ? [.well("the service and this command use the same directories and time zone")]
            : otherFolders.map { .problem($0.problem) }
    }

    var notificationCheck: Check.Result { notifications?.check ?? .skipped("there is no session bus") }

    private static let setPlace = "suntracker place NAME"

    var placeCheck: Check.Result {
        guard let running = service.answer.running else { return .skipped("the service does not respond") }
        guard let authorization = running.authorization else {
            return running.place == nil ? .problem(Self.noPlace) : .well("known without GeoClue")
        }
        if ["denied", "restricted"].contains(authorization.state) {
            return .problem(Self.refusal(authorization, knowsPlace: running.place != nil))
        }
        guard running.place?.source != "geoclue" else { return .well(authorization.text) }
        if let provider, provider.hasEnded {
            return .problem(
                Problem(
                    "\(provider.text), so GeoClue may be unable to provide a location", LocationProvider.remedy,
                    Self.setPlace))
        }
        guard running.place != nil else { return .problem(Self.noPlace) }
        return .well([authorization.text, provider?.text].compactMap(\.self).joined(separator: "; "))
    }

    private static let noPlace = Problem("no place is known, so nothing is announced", "to set one", setPlace)

    /// Returns the problem of denied access to the location. For some reasons, the advice already is to set a place.
    private static func refusal(_ authorization: RunningService.Authorization, knowsPlace: Bool) -> Problem {
        let refused = "GeoClue does not provide the location (\(authorization.state))"
        let summary = knowsPlace ? refused : "\(refused), and no place is known, so nothing is announced"
        return authorization.advice.contains(setPlace)
            ? Problem(summary, authorization.advice)
            : Problem(summary, "\(authorization.advice). Or set a place", setPlace)
    }

    var soundCheck: Check.Result {
        guard !sounds.names.isEmpty else { return .skipped("no sound is set") }
        guard case .running(let identity)? = notifications else { return .skipped("no notification server is running") }
        guard identity.capabilities.contains("sound") else {
            return .problem(
                Problem(
                    "\(identity.name) does not play sounds",
                    "use a notification server that plays sounds, play a sound from a hook, or remove Sound= from the settings"
                ))
        }
        guard let (path, reason) = sounds.unreadable else {
            return .well("\(identity.name) plays sounds: \(sounds.names.joined(separator: ", "))")
        }
        return .problem(
            Problem("\(path) cannot be read (\(reason))", "correct Sound= in the settings, or put a sound file there"))
    }

    var hookChecks: [Check.Result] {
        guard let service = service.answer.running else { return [.skipped("the service does not respond")] }
        return service.hookProblems.isEmpty
            ? [.well("all can be started")] : service.hookProblems.map(Check.Result.problem)
    }

    var settingsCheck: Check.Result {
        switch settings {
        case .failure(let error) where error.origin == nil:
            return .problem(Problem("\(error.subject): \(error.problem)", Remedy(line: error.remedy)))
        case .failure(let error):
            return .problem(
                Problem(error.description, "correct that line; a running service applies it immediately"))
        case .success(let paths):
            guard let path = exposedSettings else {
                return .well(paths.isEmpty ? "no settings file; the defaults apply" : paths.joined(separator: ", "))
            }
            return .problem(
                Problem(
                    "\(path) can be read by other users, so they can see your place", "to make it private",
                    "chmod 600 \(path.quotedForShell)"))
        }
    }

    var stateCheck: Check.Result {
        let path = state.path
        guard let mode = state.mode else {
            // With another directory of the service, this one need not exist.
            guard service.answer.running != nil, !otherFolders.contains(where: { $0.variable == "XDG_STATE_HOME" })
            else {
                return .skipped("\(path) will be created when the service first starts")
            }
            return .problem(
                Problem(
                    "the service is running, but \(path) does not exist, so events may be announced twice after a restart",
                    "to see why", "journalctl --user --unit suntrackerd --catalog"))
        }
        guard state.isWritable else {
            return .problem(
                Problem(
                    "\(path) is not writable, so events may be announced twice after a restart",
                    "check its owner and its file system", "ls -ld \(path.quotedForShell)"))
        }
        guard mode & 0o7777 == 0o700 else {
            return .problem(
                Problem(
                    "\(path) has mode \(String(mode & 0o7777, radix: 8)), so other users can see your location",
                    "to make it private", "chmod 700 \(path.quotedForShell)"))
        }
        return .well(path)
    }

    var journalCheck: Check.Result {
        switch journal {
        case .unwritten:
            return .problem(
                Problem(
                    "systemd-journald is not running, so nothing is logged", "to see why",
                    "systemctl status systemd-journald"))
        case .unreadable(let reason):
            return .problem(
                Problem("cannot read the journal: \(reason)", "to see why", "systemctl status systemd-journald"))
        case .readable(hasEntries: false) where service.answer.running != nil:
            return .problem(
                Problem(
                    "the journal has no entries from the running service", "to see where its output goes",
                    "systemctl --user status suntrackerd"))
        case .readable:
            return .well("readable")
        }
    }

    var zoneCheck: Check.Result {
        if let zoneProblem { return .problem(Problem(zoneProblem.summary, zoneProblem.remedy)) }
        return .well(zone ?? "one without a name")
    }

    var clockCheck: Check.Result {
        switch isClockSynchronised {
        case true?: .well("synchronised")
        case nil: .skipped("the kernel does not report whether it is synchronised")
        case false?:
            .problem(
                Problem(
                    "the clock is not synchronised, so announcements may be early or late",
                    "start an NTP client, such as systemd-timesyncd", "sudo timedatectl set-ntp true"))
        }
    }
}
