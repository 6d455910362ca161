import CommandPlatform
import Glibc
import LinuxPlatform
import Reports
import Systemd

/// The service's unit, as the user's service manager has it.
struct UnitOnBus {
    private let environment: Environment
    private static let manager = "org.freedesktop.systemd1"

    init(environment: Environment) {
        self.environment = environment
    }

    /// What the manager says of the unit, which it loads from its file if it has to, and never starts.
    var answer: ManagerAnswer {
        do {
            return .unit(try state(askedOn: try bus()))
        } catch let error as SystemError {
            return .unreachable(error.saysNoBus)
        } catch let error as BusError where error.saysNobodyIsThere {
            return .unreachable("it is not on the session bus")
        } catch {
            return .unreachable("\(error)")
        }
    }

    /// The manager's version, such as 252; nil where it does not say.
    var systemd: Int? {
        let properties = try? bus().properties(
            of: "\(Self.manager).Manager", at: "/org/freedesktop/systemd1", on: Self.manager)
        return properties?["Version"]?.text.flatMap(Self.version)
    }

    /// The number that the version begins with: `252.39-1~deb12u2`, and `v252` where systemd was built from its sources.
    static func version(_ text: String) -> Int? { Int(text.drop { !$0.isNumber }.prefix { $0.isNumber }) }

    /// The bus that the manager is on: the user's. The session may have another one (dbus-run-session(1)), which is asked
    /// where there is no user's.
    private func bus() throws(SystemError) -> BusClient {
        guard let folder = environment["XDG_RUNTIME_DIR"], access("\(folder)/bus", F_OK) == 0 else {
            return try BusClient.session()
        }
        return try BusClient.bus(at: "unix:path=\(folder)/bus")
    }

    private func state(askedOn client: BusClient) throws(BusError) -> UnitState {
        let loaded = try client.call(
            BusCall(
                Self.manager, "/org/freedesktop/systemd1", "\(Self.manager).Manager", "LoadUnit",
                [.string("suntrackerd.service")], startsService: false))
        guard case .objectPath(let path)? = loaded.first else {
            throw BusError(name: BusError.inconsistentMessage, message: "LoadUnit answers no path")
        }
        let unit = try client.properties(of: "\(Self.manager).Unit", at: path, on: Self.manager)
        let service = try client.properties(of: "\(Self.manager).Service", at: path, on: Self.manager)
        return UnitState(unit: unit, service: service)
    }
}

extension UnitState {
    /// The state that the properties of org.freedesktop.systemd1.Unit and .Service tell.
    init(unit: [String: BusValue], service: [String: BusValue]) {
        var exitStatus = 0
        if case .signed(let status)? = service["ExecMainStatus"] { exitStatus = Int(status) }
        self.init(
            load: unit["LoadState"]?.text ?? "error", active: unit["ActiveState"]?.text ?? "inactive",
            file: unit["UnitFileState"]?.text ?? "", path: unit["FragmentPath"]?.text ?? "",
            program: Self.program(service["ExecStart"]), mainProcess: Self.process(service["MainPID"]),
            result: service["Result"]?.text ?? "success",
            exitStatus: exitStatus)
    }

    private static func process(_ number: BusValue?) -> Int? {
        guard case .unsigned(let number)? = number, number > 0 else { return nil }
        return Int(number)
    }

    /// The path of the first command line, `a(sasbttttuii)`.
    private static func program(_ commands: BusValue?) -> String? {
        guard case .array(_, let commands)? = commands, case .structure(let parts)? = commands.first else { return nil }
        return parts.first?.text
    }
}
