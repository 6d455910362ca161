// SPDX-License-Identifier: MIT
import Systemd

/// Waits for the user's graphical session, until the user manager's environment for hooks contains `WAYLAND_DISPLAY` or
/// `DISPLAY`.
///
/// Every desktop or compositor whose programs systemd can start sets the variables there
/// (dbus-update-activation-environment(1), `systemctl --user import-environment`), even if it never reaches
/// graphical-session.target. The manager does not signal this change. But the programs of a new session connect to the
/// user's bus, and the program that sets the variables disconnects. So this class asks the manager whenever a name
/// appears or disappears, and on each new connection. While nothing happens on the bus, the process does not wake up.
@MainActor
final class GraphicalSession {
    private let environment: Environment
    private let replyTimeout: Duration
    private let timer: any Countdown
    private let onBegin: @MainActor () -> Void
    private lazy var connection = KeptConnection(
        open: { [environment, replyTimeout] () throws(SystemError) in
            try UserManager.bus(in: environment, timeout: replyTimeout)
        }, timer: timer
    ) { [unowned self] in
        try prepare($0)
    }
    /// The pending request to the manager, and whether a name has changed since it was sent.
    private var question: BusSlot?
    private var isOutdated = false

    private static let namesOnBus =
        "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',"
        + "interface='org.freedesktop.DBus',member='NameOwnerChanged'"

    /// - Parameters:
    ///   - replyTimeout: how long the bus and the manager may take to reply.
    ///   - onBegin: called once, when the session has begun.
    init(
        environment: Environment, replyTimeout: Duration, timer: any Countdown = OneShotTimer(),
        onBegin: @escaping @MainActor () -> Void
    ) {
        (self.environment, self.replyTimeout, self.timer) = (environment, replyTimeout, timer)
        self.onBegin = onBegin
        connect()
    }

    /// Connects to the bus now, if it was away.
    func connect() { connection.connect() }

    private func prepare(_ bus: Bus) throws -> BusSlot {
        question = nil
        let names = try bus.listen(rule: Self.namesOnBus) { [weak self, weak bus] _ in self?.ask(on: bus) }
        ask(on: bus)
        return names
    }

    private func ask(on bus: Bus?) {
        guard question == nil else { return isOutdated = true }
        isOutdated = false
        question = try? bus?.call(UserManager.environment, deadline: replyTimeout) {
            [weak self, weak bus] answer in
            guard let self else { return }
            question = nil
            if UserManager.hasSession(answer) == true { onBegin() } else if isOutdated { ask(on: bus) }
        }
    }
}
