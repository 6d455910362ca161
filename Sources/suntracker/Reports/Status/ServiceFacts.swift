import Tracker

/// What the session bus and the user manager answer about the service.
struct ServiceFacts: Hashable, Sendable {
    /// The owner of its name on the session bus.
    var answer: ServiceAnswer
    /// The state of its unit.
    var manager: ManagerAnswer
    /// The last error in the journal of a service that has failed, if any.
    var lastError: String?
    /// The path of the command's own program, without symbolic links.
    var program = ""
    /// Whether the command runs as root, which has no service.
    var isRoot = false

    /// How the command was installed.
    var installation: Installation { Installation(program: program) }
}

/// What keeps the service from answering, and what to do: the first such fault for `status` and for commands that need the
/// service, each of them for `doctor`.
extension ServiceFacts {
    static let restart = "systemctl --user restart suntrackerd"
    private static let blanks: KeyValuePairs = ["program": "suntrackerd"]

    /// The first fault; nil if the service answers.
    func fault(in words: Localizer) -> Check? {
        switch answer {
        case .running: nil
        case .silent: nameFault(in: words)
        case .absent, .noBus:
            unitFault(in: words) ?? runFault(in: words) ?? busFault(in: words) ?? nameFault(in: words)
        }
    }

    /// Why systemd has no unit to start.
    func unitFault(in words: Localizer) -> Check? {
        switch manager {
        case .unreachable(let reason):
            .broken(
                words(
                    "the {program} user manager cannot be reached: {reason}", ["program": "systemd", "reason": reason]),
                sentence: words(
                    "{program} is not running, and the systemd user manager cannot be reached: {reason}",
                    ["program": "suntrackerd", "reason": reason]),
                remedy: Self.remedyOfMissingManager(in: words))
        case .unit(let unit) where unit.load == "not-found":
            // TRANSLATORS: after the label Unit, the unit of the service
            .broken(
                words("is not installed"),
                sentence: words("{program} is not running and not installed as a service", Self.blanks),
                remedy: installation.remedyOfMissingUnit(in: words))
        case .unit(let unit) where unit.load == "masked":
            // TRANSLATORS: after the label Unit; a word of systemd
            .broken(
                words("is masked"), sentence: words("{program} is not running, and its unit is masked", Self.blanks),
                remedy: "systemctl --user unmask suntrackerd && systemctl --user enable --now suntrackerd")
        case .unit(let unit) where !unit.isLoaded:
            .broken(
                words("{path} cannot be loaded ({state})", ["path": unit.path, "state": unit.load]),
                remedy: "systemd-analyze --user verify \(unit.path)")
        case .unit: nil
        }
    }

    /// Why the unit does not run.
    func runFault(in words: Localizer) -> Check? {
        guard let unit = manager.unit, unit.isLoaded, !unit.isUp else { return nil }
        guard unit.active == "failed" else {
            return .broken(
                words("{program} is not running", Self.blanks),
                remedy: "systemctl --user \(unit.isEnabled ? "start" : "enable --now") suntrackerd")
        }
        let failure = words(
            // TRANSLATORS: {result} is like "exit-code, status 78"
            "{program} has failed ({result})", ["program": "suntrackerd", "result": unit.failure(in: words)])
        return .broken(
            words.clauses([failure, lastError].compactMap(\.self)), sentence: failure,
            remedy: words("fix the cause, then: {command}", ["command": Self.restart]))
    }

    /// Why there is no session bus.
    func busFault(in words: Localizer) -> Check? {
        guard case .noBus(let reason) = answer else { return nil }
        return .broken(
            reason,
            remedy: isRoot
                ? Self.remedyOfMissingManager(in: words)
                : words(
                    "install {package} (or {other}) and log in again",
                    ["package": "dbus-user-session", "other": "dbus-broker"]))
    }

    /// Why a unit that runs does not answer by its name.
    func nameFault(in words: Localizer) -> Check? {
        switch answer {
        case .absent:
            guard let unit = manager.unit, unit.isUp else { return nil }
            return .broken(
                // TRANSLATORS: {state} is a word of systemd: active, activating, reloading
                words(
                    "{program} is {state}, but not on the session bus",
                    ["program": "suntrackerd", "state": unit.active]),
                // TRANSLATORS: a state
                remedy: words("if this persists: {command}", ["command": Self.restart]))
        case .silent(let reason):
            return .broken(
                words(
                    "{program} is on the session bus but does not answer: {reason}",
                    ["program": "suntrackerd", "reason": reason]), remedy: Self.restart)
        case .running, .noBus: return nil
        }
    }

    private static func remedyOfMissingManager(in words: Localizer) -> String {
        words(
            "log in as the user of the service, without {sudo}; or run {program} in a terminal",
            ["sudo": "sudo", "program": "suntrackerd"])
    }
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

    /// Whether systemd has a unit that it can start.
    var isLoaded: Bool { load == "loaded" }

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

    /// The state of the unit; nil if it cannot be known.
    var unit: UnitState? { if case .unit(let unit) = self { unit } else { nil } }
}
