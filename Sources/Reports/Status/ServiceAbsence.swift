import Terminal
import Tracker

/// The reason why no service answers, and what to do.
struct ServiceAbsence {
    /// What is wrong.
    let problem: String
    /// What to do: a command or a sentence.
    let remedy: String
    /// The last error in the journal, if any.
    let lastError: String?

    /// The problem, the last error and the remedy, wrapped.
    ///
    /// - Parameter columns: The width of the window; nil for 80 columns.
    func lines(columns: Int?, in words: Words) -> [String] {
        let error = lastError.map { [(words.inContext("label", "Last error"), $0)] } ?? []
        return [problem].lines(columns: columns ?? 80) + [""]
            + LabelledRows(error + [(words.inContext("label", "What to do"), remedy)]).lines(columns: columns)
    }
}

extension ServiceReport {
    /// The reason why no service answers.
    func absence(in words: Words) -> ServiceAbsence {
        let (problem, remedy) = problemAndRemedy(in: words)
        return ServiceAbsence(problem: problem, remedy: remedy, lastError: lastError)
    }

    private func problemAndRemedy(in words: Words) -> (String, String) {
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
package struct UnitState: Hashable, Sendable {
    /// LoadState: `loaded`, `not-found`, `masked`, `bad-setting`, `error`.
    package var load: String
    /// ActiveState: `active`, `reloading`, `inactive`, `failed`, `activating`, `deactivating`.
    package var active: String
    /// UnitFileState: `enabled`, `disabled`, `static`, …; empty for a unit without a file.
    package var file: String
    /// FragmentPath: the path of the unit; empty for a unit without a file.
    package var path: String
    /// The program of ExecStart; nil for none.
    package var program: String?
    /// MainPID: the ID of the main process; nil for none.
    package var mainProcess: Int?
    /// Result: `success`, `exit-code`, `signal`, `watchdog`, `start-limit-hit`, ….
    package var result: String
    /// ExecMainStatus: the exit status of the last run, or the number of the signal that ended it.
    package var exitStatus: Int

    package init(
        load: String, active: String, file: String = "", path: String = "", program: String? = nil,
        mainProcess: Int? = nil, result: String = "success", exitStatus: Int = 0
    ) {
        self.load = load
        self.active = active
        self.file = file
        self.path = path
        self.program = program
        self.mainProcess = mainProcess
        self.result = result
        self.exitStatus = exitStatus
    }

    /// Whether the unit is active or starting.
    package var isUp: Bool { ["active", "reloading", "activating"].contains(active) }

    /// Whether the manager starts it at each login.
    var isEnabled: Bool { ["enabled", "enabled-runtime", "static", "linked", "alias"].contains(file) }

    /// The result of a failed run, worded like `systemctl status`: `exit-code, status 78`.
    func failure(in words: Words = .english) -> String {
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
package enum ManagerAnswer: Hashable, Sendable {
    /// The state of the unit.
    case unit(UnitState)
    /// It cannot be reached, for this reason.
    case unreachable(String)
}
