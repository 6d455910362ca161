import Tracker

/// The checks of the unit, the process and the buses.
extension MachineFacts {
    func unit(in words: Localizer) -> Check {
        switch manager {
        case .unreachable(let reason):
            return .broken(
                words(
                    "the {program} user manager cannot be reached: {reason}", ["program": "systemd", "reason": reason]),
                remedy: managerRemedy(in: words))
        case .unit(let unit) where unit.load == "not-found":
            // TRANSLATORS: after the label Unit, the unit of the service
            return .broken(words("is not installed"), remedy: installation.remedyOfMissingUnit(in: words))
        case .unit(let unit) where unit.load == "masked":
            // TRANSLATORS: after the label Unit; a word of systemd
            return .broken(words("is masked"), remedy: "systemctl --user unmask suntrackerd")
        case .unit(let unit) where unit.load != "loaded":
            return .broken(
                words("{path} cannot be loaded ({state})", ["path": unit.path, "state": unit.load]),
                remedy: "systemd-analyze --user verify \(unit.path)")
        case .unit(let unit) where !hasProgram:
            return .broken(
                words(
                    "{path}: its program {program} is missing or not executable",
                    ["path": unit.path, "program": unit.program ?? ""]),
                remedy: (unit.program.map(Installation.init(program:)) ?? installation).remedyOfMissingProgram(
                    in: words))
        case .unit(let unit) where !unit.isEnabled:
            return .broken(
                // TRANSLATORS: {state} is a word of systemd: disabled
                words("{path} is {state}, so it does not start at login", ["path": unit.path, "state": unit.file]),
                remedy: "systemctl --user enable suntrackerd")
        case .unit(let unit): return .sound(words.list([unit.path, unit.file]))
        }
    }

    private func managerRemedy(in words: Localizer) -> String {
        isRoot
            ? words("run this as the user of the service, without {sudo}", ["sudo": "sudo"])
            : words(
                "log in with a {manager} session ({command} lists sessions), or run {program} in a terminal",
                ["manager": "systemd", "command": "loginctl", "program": "suntrackerd"])
    }

    func run(in words: Localizer) -> Check {
        guard case .unit(let unit) = manager, unit.load == "loaded" else {
            // TRANSLATORS: after the label Service
            return .notApplicable(words("there is no unit to run"))
        }
        if unit.active == "failed" {
            return .broken(
                // TRANSLATORS: {result} is like "exit-code, status 78"
                words("has failed ({result})", ["result": unit.failure(in: words)]),
                remedy: words("{command} shows the reason", ["command": "suntracker status"]))
        }
        // TRANSLATORS: after the label Service
        guard unit.isUp else { return .broken(words("is not running"), remedy: "systemctl --user start suntrackerd") }
        guard !runsReplacedProgram else {
            // TRANSLATORS: after the label Service
            return .broken(words("runs a program that was replaced or removed since"), remedy: ServiceReport.restart)
        }
        return .sound(unit.active)
    }

    func sessionBus(in words: Localizer) -> Check {
        // TRANSLATORS: of the session bus
        guard case .noBus(let reason) = service else { return .sound(words("answers")) }
        return .broken(
            reason,
            remedy: isRoot
                ? managerRemedy(in: words)
                : words(
                    "install {package} (or {other}) and log in again",
                    ["package": "dbus-user-session", "other": "dbus-broker"]))
    }

    func busName(in words: Localizer) -> Check {
        switch service {
        case .noBus: return .notApplicable(words("there is no session bus"))
        case .absent:
            guard case .unit(let unit) = manager, unit.isUp else {
                return .notApplicable(words("the service is not running"))
            }
            return .broken(words("the service is not on the session bus"), remedy: ServiceReport.restart)
        case .silent(let reason):
            return .broken(
                words("the service does not answer: {reason}", ["reason": reason]), remedy: ServiceReport.restart)
        case .running(let running) where running.version != Program.version:
            return .broken(
                words(
                    "{program} {version} is running, but this is {command} {other}",
                    [
                        "program": "suntrackerd", "version": running.version, "command": "suntracker",
                        "other": Program.version,
                    ]), remedy: remedyOfOtherVersion(in: words))
        case .running(let running): return .sound("suntrackerd \(running.version)")
        }
    }

    /// A restart starts the program of the unit, which is another one where Suntracker is installed twice.
    private func remedyOfOtherVersion(in words: Localizer) -> String {
        guard case .unit(let unit) = manager, let program = unit.program,
            program.split(separator: "/").dropLast() != self.program.split(separator: "/").dropLast()
        else {
            return ServiceReport.restart
        }
        let other = Installation(program: program)
        return installation == .checkout
            ? other.remedyOfOldProgram(in: words)
            : words(
                "the unit runs {program} of another installation; keep only one: {remedy}",
                ["program": program, "remedy": other.removal(in: words)])
    }

    func notificationServer(in words: Localizer) -> Check {
        switch notifications {
        case nil: return .notApplicable(words("there is no session bus"))
        case .absent:
            return .broken(words("there is no notification server"), remedy: NotificationServer.remedy(in: words))
        case .silent(let reason):
            return .broken(
                words("the notification server does not answer: {reason}", ["reason": reason]),
                remedy: words("restart it, or log in again"))
        case .startFails:
            return .broken(
                notifications?.text(in: words) ?? "",
                remedy: words(
                    "start it with the session; {command} may show why it fails", ["command": "journalctl --user"]))
        case .noDesktop: return .notApplicable(notifications?.text(in: words) ?? "")
        case .running, .startedOnDemand: return .sound(notifications?.text(in: words) ?? "")
        }
    }
}
