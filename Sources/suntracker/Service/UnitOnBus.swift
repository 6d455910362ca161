import CommandPlatform
import Glibc
import LinuxPlatform
import Reports
import Systemd
import Tracker

/// The state of the service's unit in the user's service manager.
struct UnitOnBus {
    private let environment: Environment
    private let words: Words
    private static let manager = "org.freedesktop.systemd1"

    /// - Parameter words: the language of the reasons for which there is no answer.
    init(environment: Environment, in words: Words = .english) {
        (self.environment, self.words) = (environment, words)
    }

    /// The state of the unit. The manager loads the unit file if necessary, and does not start the unit.
    var answer: ManagerAnswer {
        do {
            return .unit(try state(askedOn: try bus()))
        } catch let error as SystemError {
            return .unreachable(error.noSessionBus(in: words))
        } catch let error as BusError where error.isNoOwner {
            return .unreachable(words("it is not on the session bus"))
        } catch {
            return .unreachable("\(error)")
        }
    }

    /// The version of systemd, such as 252; nil if the manager does not answer.
    var systemd: Int? {
        let properties = try? bus().properties(
            of: "\(Self.manager).Manager", at: "/org/freedesktop/systemd1", on: Self.manager)
        return properties?["Version"]?.text.flatMap(Self.version)
    }

    /// The first number of a version: `252.39-1~deb12u2`, or `v252` for systemd built from its sources.
    static func version(_ text: String) -> Int? { Int(text.drop { !$0.isNumber }.prefix { $0.isNumber }) }

    /// The user bus, on which the manager is. A session may have a bus of its own (dbus-run-session(1)), which is used if
    /// there is no user bus.
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
            throw BusError(name: BusError.inconsistentMessage, message: "LoadUnit returned no object path")
        }
        let unit = try client.properties(of: "\(Self.manager).Unit", at: path, on: Self.manager)
        let service = try client.properties(of: "\(Self.manager).Service", at: path, on: Self.manager)
        return UnitState(unit: unit, service: service)
    }
}

extension UnitState {
    /// The state from the properties of org.freedesktop.systemd1.Unit and .Service.
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

    /// The program of the first command line; the type is `a(sasbttttuii)`.
    private static func program(_ commands: BusValue?) -> String? {
        guard case .array(_, let commands)? = commands, case .structure(let parts)? = commands.first else { return nil }
        return parts.first?.text
    }
}
