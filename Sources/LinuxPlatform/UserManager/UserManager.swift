// SPDX-License-Identifier: MIT
import Configuration
import Glibc
package import Systemd

/// A connection to the user's systemd manager (org.freedesktop.systemd1(5)), which starts hooks and the browser.
@MainActor
package final class UserManager {
    let bus: Bus
    private var slots: [BusSlot] = []
    /// The handlers waiting for jobs to end, by the paths of the jobs; nil before the first job.
    private var jobs: [String: [(String) -> Void]]?

    /// The time within which the bus and the manager must reply. The manager has only one thread, which may be busy loading
    /// units.
    let timeout: Duration
    nonisolated static let timeout = Duration.seconds(30)

    package nonisolated static let service = "org.freedesktop.systemd1"
    nonisolated static let path = "/org/freedesktop/systemd1"
    nonisolated static let interface = "org.freedesktop.systemd1.Manager"

    package init(environment: Environment, timeout: Duration = timeout) throws(SystemError) {
        bus = try Self.bus(in: environment, timeout: timeout)
        self.timeout = timeout
    }

    /// Connects to the user's bus in `$XDG_RUNTIME_DIR`, which the manager is on. If it does not exist, connects to the
    /// session's bus, which may be a different one (dbus-run-session(1), dbus-launch(1)). The manager's own socket is
    /// "private to systemd and should not be used in external projects" (systemd(1)).
    package static func bus(
        in environment: Environment, timeout: Duration = timeout
    ) throws(SystemError) -> Bus {
        guard let socket = environment["XDG_RUNTIME_DIR"].map({ $0 + "/bus" }), access(socket, F_OK) == 0 else {
            return try Bus.openUser()
        }
        // D-Bus Specification, "Server Addresses".
        return try Bus.open(address: "unix:path=" + socket.escaped(by: "%", except: "-_/."), timeout: timeout)
    }

    /// Returns a call of a method of the manager. The call does not start the manager.
    package static func call(_ member: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(service, path, interface, member, arguments, startsService: false)
    }

    func call(
        _ call: BusCall, then answer: @escaping (Result<[BusValue], BusError>) -> Void
    ) throws(SystemError) {
        slots.append(try bus.call(call, deadline: timeout, then: answer))
    }

    /// Calls a method that starts a job.
    ///
    /// - Parameters:
    ///   - answer: called once, with the error if there is no job.
    ///   - end: called with the result when the job has ended.
    func startJob(
        _ call: BusCall, then answer: @escaping (BusError?) -> Void, end: @escaping (_ result: String) -> Void
    ) throws(SystemError) {
        if jobs == nil { try watchJobs() }
        try self.call(call) { [weak self] in
            switch $0 {
            case .success(let values):
                guard case .objectPath(let job)? = values.first else {
                    return answer(BusError(name: BusError.inconsistentMessage, message: "the answer is not a job"))
                }
                self?.jobs?[job, default: []].append(end)
                answer(nil)
            case .failure(let error): answer(error)
            }
        }
    }

    /// The manager sends this signal to the client that requested the job, even without a subscription. If any program
    /// has subscribed, the jobs of other units wake up this process, too: sd-bus does not match the unit, because an
    /// argument before it is a number.
    private func watchJobs() throws(SystemError) {
        slots.append(
            try bus.listen(sender: Self.service, path: Self.path, interface: Self.interface, signal: "JobRemoved") {
                [weak self] values in
                // Number, path, unit, result.
                guard values.count == 4, case .objectPath(let job) = values[1], case .string(let result) = values[3]
                else { return }
                for end in self?.jobs?.removeValue(forKey: job) ?? [] { end(result) }
            })
        jobs = [:]
    }

    /// The call for the environment that the manager passes to programs.
    package nonisolated static var environment: BusCall {
        BusCall(
            service, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string("Environment")],
            startsService: false)
    }

    /// Whether the environment refers to a graphical session; nil if the call failed.
    package nonisolated static func hasSession(_ answer: Result<[BusValue], BusError>) -> Bool? {
        guard case .success(let values) = answer, case .array(_, let variables)? = values.first else { return nil }
        return variables.contains { variable in
            guard case .string(let assignment) = variable else { return false }
            return ["WAYLAND_DISPLAY=", "DISPLAY="].contains { assignment.hasPrefix($0) && assignment != $0 }
        }
    }

    static func properties(of unit: String, _ kind: String) throws(SystemError) -> BusCall {
        BusCall(
            service, try Bus.path(path + "/unit", of: unit), "org.freedesktop.DBus.Properties", "GetAll",
            [.string("\(service).\(kind)")], startsService: false)
    }
}
