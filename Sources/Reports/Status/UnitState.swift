import Tracker

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
