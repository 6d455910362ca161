/// The service's unit, as the user's service manager has it (org.freedesktop.systemd1(5)).
package struct UnitState: Hashable, Sendable {
    /// LoadState: `loaded`, `not-found`, `masked`, `bad-setting`, `error`.
    package var load: String
    /// ActiveState: `active`, `reloading`, `inactive`, `failed`, `activating`, `deactivating`.
    package var active: String
    /// UnitFileState: `enabled`, `disabled`, `static`, …; empty for a unit without a file.
    package var file: String
    /// FragmentPath: where the unit is; empty for a unit without a file.
    package var path: String
    /// The program of ExecStart; nil for none.
    package var program: String?
    /// MainPID: the number of its process; nil for none.
    package var mainProcess: Int?
    /// Result: `success`, `exit-code`, `signal`, `watchdog`, `start-limit-hit`, ….
    package var result: String
    /// ExecMainStatus: the exit status of the last run, or the number of the signal that ended it.
    package var exitStatus: Int

    /// A unit of that state.
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

    /// Whether the unit is up, or about to be.
    package var isUp: Bool { ["active", "reloading", "activating"].contains(active) }

    /// Whether the manager starts it at each login.
    var isEnabled: Bool { ["enabled", "enabled-runtime", "static", "linked", "alias"].contains(file) }

    /// How a run that has failed came to its end, as `systemctl status` says it: `exit-code, status 78`.
    var failure: String {
        switch result {
        case "exit-code": "exit-code, status \(exitStatus)"
        case "signal", "core-dump": "\(result), signal \(exitStatus)"
        default: result
        }
    }
}

/// What the user's service manager says.
package enum ManagerAnswer: Hashable, Sendable {
    /// It has the unit so.
    case unit(UnitState)
    /// It cannot be asked, for this reason.
    case unreachable(String)
}
