import Tracker

extension ServiceReport {
    /// The reason why no service answers, and what to do: a command or a sentence.
    func absence(in words: Localizer) -> (problem: String, remedy: String) {
        let program: KeyValuePairs = ["program": Self.program]
        if case .silent(let reason) = service {
            return (
                words(
                    "{program} is on the session bus but does not answer: {reason}",
                    ["program": Self.program, "reason": reason]),
                Self.restart
            )
        }
        switch manager {
        case .unreachable(let reason):
            return (
                words(
                    "{program} is not running, and the systemd user manager cannot be reached: {reason}",
                    ["program": Self.program, "reason": reason]),
                words(
                    "log in as the user of the service, without {sudo}; or run {program} in a terminal",
                    ["sudo": "sudo", "program": Self.program])
            )
        case .unit(let unit) where unit.load == "not-found":
            return (
                words("{program} is not running and not installed as a service", program),
                installation.remedyOfMissingUnit(in: words)
            )
        case .unit(let unit) where unit.load == "masked":
            return (
                words("{program} is not running, and its unit is masked", program),
                "systemctl --user unmask suntrackerd && systemctl --user enable --now suntrackerd"
            )
        case .unit(let unit) where unit.load != "loaded":
            return (
                words(
                    "{program} is not running, and its unit {path} cannot be loaded ({state})",
                    ["program": Self.program, "path": unit.path, "state": unit.load]),
                words("{command} shows the reason", ["command": "systemctl --user status suntrackerd"])
            )
        case .unit(let unit) where unit.active == "failed":
            return (
                // TRANSLATORS: {result} is like "exit-code, status 78"
                words("{program} has failed ({result})", ["program": Self.program, "result": unit.failure(in: words)]),
                words("fix the cause, then: {command}", ["command": Self.restart])
            )
        case .unit(let unit) where unit.isUp:
            if case .noBus(let reason) = service {
                return (
                    words(
                        "{program} is running, but the session bus cannot be reached: {reason}",
                        ["program": Self.program, "reason": reason]),
                    words("{command} shows what it waits for", ["command": "systemctl --user status suntrackerd"])
                )
            }
            return (
                // TRANSLATORS: {state} is a word of systemd: active, activating, reloading
                words(
                    "{program} is {state}, but not on the session bus",
                    ["program": Self.program, "state": unit.active]),
                // TRANSLATORS: a state
                words("if this persists: {command}", ["command": Self.restart])
            )
        case .unit(let unit):
            return (
                words("{program} is not running", program),
                "systemctl --user \(unit.isEnabled ? "start" : "enable --now") suntrackerd"
            )
        }
    }

    static let restart = "systemctl --user restart suntrackerd"
    private static let program = "suntrackerd"
}

/// The state of the service's unit in the user's service manager (org.freedesktop.systemd1(5)).
struct UnitState: Hashable, Sendable {
    /// LoadState: `loaded`, `not-found`, `masked`, `bad-setting`, `error`.
    var load: String
    /// ActiveState: `active`, `reloading`, `inactive`, `failed`, `activating`, `deactivating`.
    var active: String
    /// UnitFileState: `enabled`, `disabled`, `static`, …; empty for a unit without a file.
    var file = ""
    /// FragmentPath: the path of the unit; empty for a unit without a file.
    var path = ""
    /// The program of ExecStart; nil for none.
    var program: String?
    /// MainPID: the ID of the main process; nil for none.
    var mainProcess: Int?
    /// Result: `success`, `exit-code`, `signal`, `watchdog`, `start-limit-hit`, ….
    var result = "success"
    /// ExecMainStatus: the exit status of the last run, or the number of the signal that ended it.
    var exitStatus = 0

    /// Whether the unit is active or starting.
    var isUp: Bool { ["active", "reloading", "activating"].contains(active) }

    /// Whether the manager starts it at each login.
    var isEnabled: Bool { ["enabled", "enabled-runtime", "static", "linked", "alias"].contains(file) }

    /// The result of a failed run, worded like `systemctl status`: `exit-code, status 78`.
    func failure(in words: Localizer = .english) -> String {
        let blanks: KeyValuePairs = ["result": result, "number": "\(exitStatus)"]
        return switch result {
        // TRANSLATORS: how a service ended, as systemd names it: exit-code, status 78
        case "exit-code": words("{result}, status {number}", blanks)
        // TRANSLATORS: how a service ended, as systemd names it: core-dump, signal 11
        case "signal", "core-dump": words("{result}, signal {number}", blanks)
        default: result
        }
    }
}

/// The answer of the user's service manager.
enum ManagerAnswer: Hashable, Sendable {
    /// The state of the unit.
    case unit(UnitState)
    /// It cannot be reached, for this reason.
    case unreachable(String)
}
