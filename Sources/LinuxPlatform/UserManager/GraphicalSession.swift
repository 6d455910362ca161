// SPDX-License-Identifier: MIT
import Systemd

/// Waits for the user's graphical session, until the user manager's environment for hooks contains `WAYLAND_DISPLAY` or
/// `DISPLAY`.
///
/// Every desktop or compositor whose programs systemd can start sets the variables there
/// (dbus-update-activation-environment(1), `systemctl --user import-environment`), even if it never reaches
/// graphical-session.target. The manager does not signal this change. But the programs of a new session connect to the
/// user's bus, and the program that sets the variables disconnects. So this class asks the manager whenever a name
/// appears or disappears. While nothing happens on the bus, the process does not wake up.
@MainActor
final class GraphicalSession {
    let manager: UserManager
    private let onEnd: @MainActor (_ hasBegun: Bool) -> Void
    private var names: BusSlot?
    /// The pending request to the manager, and whether a name has changed since it was sent.
    private var question: BusSlot?
    private var isOutdated = false

    private static let namesOnBus =
        "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',"
        + "interface='org.freedesktop.DBus',member='NameOwnerChanged'"

    /// - Parameter onEnd: called once, when the session has begun, or when the bus has ended.
    init(environment: Environment, onEnd: @escaping @MainActor (_ hasBegun: Bool) -> Void) throws(SystemError) {
        manager = try UserManager(environment: environment)
        self.onEnd = onEnd
        manager.bus.onDisconnect = { [weak self] in self?.onEnd(false) }
        names = try manager.bus.listen(rule: Self.namesOnBus) { [weak self] _ in self?.ask() }
        ask()
    }

    private func ask() {
        guard question == nil else { return isOutdated = true }
        isOutdated = false
        question = try? manager.bus.call(UserManager.environment, deadline: manager.timeout) { [weak self] answer in
            guard let self else { return }
            question = nil
            if UserManager.hasSession(answer) == true { onEnd(true) } else if isOutdated { ask() }
        }
    }
}
