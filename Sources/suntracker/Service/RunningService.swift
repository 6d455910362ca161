// SPDX-License-Identifier: MIT
import CLinux
import Configuration
import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker
import Wording

/// The properties of the running service on the session bus (`etc/data/io.github.suntracker.Suntracker1.xml`).
struct RunningService: Hashable, Sendable {
    struct Place: Hashable, Sendable {
        var name: String?
        /// The coordinate to 0.01 degree.
        var coordinate: Coordinate
        /// The identifier of the source: `settings`, `geoclue`, ….
        var source: String
        /// The radius of uncertainty in metres, if known.
        var accuracy: Double?
        /// The time of the fix; nil for sources that do not age.
        var observed: Instant?

        func json(in scale: any LocalTime) -> JSONObject {
            [
                "name": name, "latitude": coordinate.latitude.degrees, "longitude": coordinate.longitude.degrees,
                "source": source, "accuracyMetres": accuracy, "observed": observed.map(scale.timestamp),
            ]
        }
    }

    /// The answer of GeoClue to whether the service is allowed to use the location.
    struct Authorization: Hashable, Sendable {
        /// The identifier: `allowed-always`, `denied`, ….
        var state: String
        var advice: String
        /// As on D-Bus and in the journal.
        var text: String { "\(state): \(advice)" }
        var json: JSONObject { ["state": state, "advice": advice] }
    }

    struct Announcement: Hashable, Sendable {
        var event: String
        var instant: Instant
        /// The time of the announcement; nil if it was before the service started.
        var announced: Instant?
        /// The state of its notification; nil if there was no notification, or if the state is unknown.
        var notification: PublishedState.Announcement.Notification?
        var lateness: Duration? { announced.map { max(.zero, $0 - instant) } }

        func json(in scale: any LocalTime) -> JSONObject {
            [
                "event": event, "time": scale.timestamp(instant), "announced": announced.map(scale.timestamp),
                "latenessSeconds": lateness.map { Double($0.microseconds) / 1e6 },
                "notification": notification?.rawValue,
            ]
        }
    }

    struct Missed: Hashable, Sendable {
        var event: String
        var instant: Instant
    }

    var version: String
    var since: Instant
    var place: Place?
    /// The next sunrise and the next sunset within a year, in chronological order.
    var next: [Sun.Occurrence] = []
    /// The current phase, without its beginning; nil if it is unknown.
    var phase: PhaseSpan?
    /// The last announcement; nil if there was none in the last days.
    var last: Announcement?
    /// The last event that was missed; nil if there was none in the last days.
    var lastMissed: Missed?
    var hookProblems: [Problem] = []
    /// Whether the service is allowed to use the location; nil if it does not use GeoClue.
    var authorization: Authorization?
}

/// The owner of the service's name on the session bus.
enum ServiceAnswer: Hashable, Sendable {
    case running(RunningService)
    /// The name has no owner.
    case absent
    /// The owner does not respond, or responds with this error.
    case silent(String)
    /// The session bus cannot be reached, for this reason.
    case noBus(String)

    var running: RunningService? { if case .running(let service) = self { service } else { nil } }
}

/// The answers of the session bus and the user manager about the service.
struct ServiceFacts: Equatable, Sendable {
    var answer: ServiceAnswer
    var manager: Result<UnitState, BusError>
    /// The last error in the journal of a failed service, if any.
    var lastError: String?
    /// The address of the session bus, if the service owns its name on the user bus instead.
    var addressOfOwnBus: String?
    /// The path of the command's own program, without symbolic links.
    var program = ""
    /// Whether the command runs as root, for whom the service does not run by default, or outside a login session, as in
    /// su(1), which has no `$XDG_RUNTIME_DIR`, or another user's.
    var isOutsideSession = false

    var installation: Installation { Installation(program: program) }

    var unit: UnitState? { try? manager.get() }
}

extension ServiceFacts {
    static let restart = "systemctl --user restart suntrackerd"

    /// The reason why the service does not respond; nil if it does. A cause takes precedence over its consequences.
    var problem: Problem? {
        switch answer {
        case .running: nil
        case .silent(let reason):
            Problem("suntrackerd is on the session bus, but does not respond: \(reason)", "to restart it", Self.restart)
        case .absent, .noBus: unitProblem ?? runProblem ?? busProblem ?? nameProblem
        }
    }

    /// The reason why systemd has no unit to start.
    private var unitProblem: Problem? {
        let unit: UnitState
        do throws(BusError) { unit = try manager.get() } catch {
            // The manager is asked over the same bus.
            if let busProblem { return busProblem }
            return Problem(
                "suntrackerd is not running, and the systemd user manager is not reachable: \(error.message)",
                Self.remedyOfMissingManager)
        }
        return switch unit.load {
        case "loaded": nil
        case "not-found":
            Problem("suntrackerd is not running, and is not installed as a service", installation.remedyOfMissingUnit)
        case "masked":
            Problem(
                "suntrackerd is not running, and its unit is masked", "to enable it",
                "systemctl --user unmask suntrackerd && systemctl --user enable --now suntrackerd")
        default:
            Problem(
                "suntrackerd is not running, because \(unit.path) cannot be loaded (\(unit.load))", "to see why",
                "systemd-analyze --user verify \(unit.path)")
        }
    }

    /// The reason why the unit is not running.
    private var runProblem: Problem? {
        guard let unit, unit.isLoaded, !unit.isUp else { return nil }
        guard unit.active == "failed" else {
            guard unit.isConditionMet != false else {
                return Problem(
                    "suntrackerd is not running, because a condition of its unit is not met",
                    "it does not run for root and system users; to see the condition",
                    "systemctl --user status suntrackerd")
            }
            return Problem(
                "suntrackerd is not running", "to start it",
                "systemctl --user \(unit.isEnabled ? "start" : "enable --now") suntrackerd")
        }
        let reason = lastError.map { ": \($0)" } ?? ""
        return Problem("suntrackerd has failed (\(unit.failure))\(reason)", "fix the cause, then run", Self.restart)
    }

    /// The reason why there is no session bus.
    private var busProblem: Problem? {
        guard case .noBus(let reason) = answer else { return nil }
        let problem = "suntrackerd cannot be reached: \(reason)"
        return isOutsideSession
            ? Problem(problem, Self.remedyOfMissingManager)
            : Problem(
                problem, "install dbus-user-session (or dbus-broker) and log in again; if it is installed, run",
                "systemctl --user start dbus.socket")
    }

    /// The reason why a running unit does not own the name on the session bus.
    private var nameProblem: Problem? {
        guard let unit, unit.isUp else { return nil }
        if let address = addressOfOwnBus {
            let assignment = "DBUS_SESSION_BUS_ADDRESS=\(address.quotedForShell)"
            return Problem(
                "suntrackerd is on the user bus, but this session has a separate bus, as started by dbus-run-session, so "
                    + "notifications do not reach this desktop",
                "start the desktop without dbus-run-session, or let the service use this session's bus",
                "systemctl --user set-environment \(assignment) && \(Self.restart)")
        }
        let text = unit.text.isEmpty ? "" : ": \(unit.text.printable)"
        return Problem(
            "suntrackerd is \(unit.active), but not on the session bus\(text)", "if this persists, run", Self.restart)
    }

    private static let remedyOfMissingManager = Remedy(
        "log in as the user who runs the service, without sudo, or run suntrackerd in a terminal")
}

@MainActor
extension ServiceFacts {
    init(_ answer: ServiceAnswer, askedIn context: CommandContext) {
        let manager = UnitState.asked(in: context.environment)
        let unit = try? manager.get()
        self.init(
            answer: answer, manager: manager, lastError: Self.lastError(of: unit),
            addressOfOwnBus: answer == .absent && unit?.isUp == true ? Self.addressOfOwnBus(context.environment) : nil,
            program: linkTarget("/proc/self/exe") ?? "",
            isOutsideSession: Self.isOutsideSession(
                runtimeFolder: context.environment["XDG_RUNTIME_DIR"], user: geteuid()))
    }

    /// - Parameter runtimeFolder: `$XDG_RUNTIME_DIR`, which su(1) can leave as it is.
    nonisolated static func isOutsideSession(runtimeFolder: String?, user: uid_t) -> Bool {
        var status = stat()
        guard user != 0, let runtimeFolder, stat(runtimeFolder, &status) == 0 else { return true }
        return status.st_uid != user
    }

    private static func lastError(of unit: UnitState?) -> String? {
        guard unit?.active == "failed" else { return nil }
        return try? JournalReader().lastMessage(.error)?.printable
    }

    /// Returns the address of the session bus if it is not the user bus, but the service is on the user bus; otherwise
    /// nil.
    private static func addressOfOwnBus(_ environment: Environment) -> String? {
        guard let address = environment["DBUS_SESSION_BUS_ADDRESS"],
            let bus = try? UserManager.bus(in: environment), bus.service() != .absent
        else { return nil }
        return address
    }
}

/// The state of the service's unit in the user's service manager (org.freedesktop.systemd1(5)).
struct UnitState: Hashable, Sendable {
    /// LoadState: `loaded`, `not-found`, `masked`, `bad-setting`, `error`.
    var load: String
    /// ActiveState: `active`, `reloading`, `inactive`, `failed`, `activating`, `deactivating`.
    var active: String
    /// ConditionResult: whether the conditions of the unit were met; nil before the first start.
    var isConditionMet: Bool?
    /// UnitFileState: `enabled`, `disabled`, `static`, …; empty for a unit without a file.
    var file = ""
    /// FragmentPath: the path of the unit; empty for a unit without a file.
    var path = ""
    var program: String?
    /// Environment: the variables that the unit sets, such as `TZ=Asia/Tokyo`.
    var assignments: [String] = []
    /// MainPID: the ID of the main process; nil for none.
    var mainProcess: Int?
    /// StatusText: the status that the service reports; empty for none.
    var text = ""
    /// Result: `success`, `exit-code`, `signal`, `watchdog`, `start-limit-hit`, ….
    var result = "success"
    /// ExecMainStatus: the exit status of the last run, or the number of the signal that ended it.
    var exitStatus = 0

    var json: JSONObject {
        [
            "loadState": load, "activeState": active, "unitFileState": file, "result": result,
            "exitStatus": exitStatus,
        ]
    }

    var isLoaded: Bool { load == "loaded" }

    var isUp: Bool { ["active", "reloading", "activating"].contains(active) }

    /// Whether the manager starts the unit at each login.
    var isEnabled: Bool { ["enabled", "enabled-runtime", "static", "linked", "alias"].contains(file) }

    /// The result of a failed run, worded like `systemctl status`: `exit-code, status 78`.
    var failure: String {
        switch result {
        case "exit-code": "\(result), status \(exitStatus)"
        case "signal", "core-dump": "\(result), signal \(exitStatus)"
        default: result
        }
    }
}

extension UnitState {
    /// Asks the user manager, and returns the state or the error. The manager loads the unit file if necessary, and
    /// does not start the unit.
    @MainActor
    static func asked(in environment: Environment) -> Result<UnitState, BusError> {
        Result { () throws(BusError) in
            let bus: Bus
            do throws(SystemError) { bus = try UserManager.bus(in: environment) } catch {
                throw BusError(name: BusError.failed, message: error.noSessionBus)
            }
            do throws(BusError) { return try asked(on: bus) } catch {
                throw error.isNoOwner ? BusError(name: error.name, message: "it is not on the session bus") : error
            }
        }
    }

    @MainActor
    private static func asked(on bus: Bus) throws(BusError) -> UnitState {
        let loaded = try bus.reply(to: UserManager.call("LoadUnit", [.string("suntrackerd.service")]))
        guard case .objectPath(let path)? = loaded.first else {
            throw BusError(name: BusError.inconsistentMessage, message: "LoadUnit returned no object path")
        }
        let manager = UserManager.service
        let unit = try bus.properties(of: "\(manager).Unit", at: path, on: manager)
        let service = try bus.properties(of: "\(manager).Service", at: path, on: manager)
        return UnitState(unit: unit, service: service)
    }

    init(unit: [String: BusValue], service: [String: BusValue]) {
        var exitStatus = 0
        if case .signed(let status)? = service["ExecMainStatus"] { exitStatus = Int(status) }
        self.init(
            load: unit["LoadState"]?.text ?? "error", active: unit["ActiveState"]?.text ?? "inactive",
            isConditionMet: Self.isConditionMet(unit),
            file: unit["UnitFileState"]?.text ?? "", path: unit["FragmentPath"]?.text ?? "",
            program: Self.program(service["ExecStart"]), assignments: service["Environment"]?.texts ?? [],
            mainProcess: Self.process(service["MainPID"]),
            text: service["StatusText"]?.text ?? "", result: service["Result"]?.text ?? "success",
            exitStatus: exitStatus)
    }

    private static func isConditionMet(_ unit: [String: BusValue]) -> Bool? {
        guard case .unsigned64(let checked)? = unit["ConditionTimestamp"], checked > 0,
            case .boolean(let isMet)? = unit["ConditionResult"]
        else { return nil }
        return isMet
    }

    private static func process(_ number: BusValue?) -> Int? {
        guard case .unsigned(let number)? = number, number > 0 else { return nil }
        return Int(number)
    }

    /// The program of the first command line; the type is `a(sasbttttuii)`.
    private static func program(_ commands: BusValue?) -> String? {
        guard case .array(_, let commands)? = commands, case .structure(let parts)? = commands.first else { return nil }
        return parts.first?.text
    }
}

/// The way in which a program was installed. It determines the remedy if a part of the installation is missing.
enum Installation: Hashable, Sendable {
    /// By the distribution's package manager, in `/usr`.
    case package
    /// By `etc/install --system` or `--prefix`, for all users, in this directory: `/usr/local`.
    case prefix(String)
    /// By `etc/install`, in the home directory.
    case own
    /// Not installed: a build in a checkout.
    case checkout

    /// - Parameter program: the absolute path of the program, without symbolic links (`/proc/self/exe`).
    init(program: String) {
        let folders = program.split(separator: "/").dropLast()
        let prefix = folders.dropLast()
        if folders.contains(".build") {
            self = .checkout
        } else if folders.last != "bin" || prefix.last == ".local" {
            self = .own
        } else if prefix.isEmpty || prefix == ["usr"] || prefix.starts(with: ["nix", "store"])
            || prefix.starts(with: ["gnu", "store"])
        {
            self = .package
        } else {
            self = .prefix("/" + prefix.joined(separator: "/"))
        }
    }

    var remedyOfMissingUnit: Remedy {
        let enable = "systemctl --user enable --now suntrackerd"
        guard let installer else {
            return Remedy(
                "to start it, and if that finds no unit, reinstall the package suntracker",
                "systemctl --user daemon-reload && \(enable)")
        }
        if case .prefix = self { return Remedy(Self.inCheckout, "\(installer) && \(enable)") }
        return Remedy(Self.inCheckout, "etc/install --enable")
    }

    var remedyOfMissingProgram: Remedy {
        installer.map { Remedy("reinstall it, from a checkout of Suntracker", $0) }
            ?? Remedy("reinstall the package suntracker")
    }

    /// The remedy if the program of the unit is older than a build in a checkout.
    var remedyOfOldProgram: Remedy {
        self == .package ? Remedy("upgrade the package suntracker") : remedyOfMissingProgram
    }

    var removal: Remedy {
        installer.map { Remedy(Self.inCheckout, "\($0) --remove") } ?? Remedy("remove the package suntracker")
    }

    private static let inCheckout = "in a checkout of Suntracker"

    /// The command that reinstalls it from a checkout; nil for a package.
    private var installer: String? {
        switch self {
        case .package: nil
        // On Fedora's atomic desktops, /usr/local is a link to the latter.
        case .prefix("/usr/local"), .prefix("/var/usrlocal"): "etc/install --system"
        case .prefix(let prefix): "etc/install --prefix \(prefix)"
        case .own, .checkout: "etc/install"
        }
    }
}
