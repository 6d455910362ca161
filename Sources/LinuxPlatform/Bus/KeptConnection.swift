// SPDX-License-Identifier: MIT
import Systemd

/// A connection to a bus that is made again whenever it has ended.
///
/// The first attempt follows immediately: if systemd owns the socket of the bus, it starts the bus for the new
/// connection. If the socket is gone, no signal reports that the bus is back, and each attempt is a wakeup, so attempts
/// become rare. Whatever else wakes up the service calls `connect`, too.
@MainActor
final class KeptConnection<Parts> {
    /// The bus, and what was prepared on it; nil while it is away.
    private(set) var current: (bus: Bus, parts: Parts)?
    private let open: @MainActor () throws(SystemError) -> Bus
    private let prepare: @MainActor (Bus) throws -> Parts
    private let onAbsence: @MainActor (String?) -> Void
    private let timer: any Countdown
    /// The attempts by the timer since the bus last responded, and whether the next one is pending.
    private var attempts = (made: 0, isPending: false)
    /// Whether the bus has ever responded, and whether its absence was reported.
    private var (isKnown, isReported) = (false, false)
    private var ping: BusSlot?

    /// - Parameters:
    ///   - prepare: called with each new connection; it only queues what is sent.
    ///   - onAbsence: called with the reason when a bus that has responded is away for longer than a second, and with nil
    ///     when it responds again.
    init(
        open: @escaping @MainActor () throws(SystemError) -> Bus, timer: any Countdown = OneShotTimer(),
        onAbsence: @escaping @MainActor (String?) -> Void = { _ in },
        prepare: @escaping @MainActor (Bus) throws -> Parts
    ) {
        (self.open, self.timer, self.onAbsence, self.prepare) = (open, timer, onAbsence, prepare)
    }

    func connect() {
        guard current == nil else { return }
        do {
            let bus = try open()
            bus.onDisconnect = { [weak self, weak bus] in self?.end(hasWorked: bus?.hasResponded == true) }
            current = (bus, try prepare(bus))
            // Any reply is sufficient, even an error. A connection is only queued until the bus accepts it.
            ping = try bus.call(.ping, deadline: .seconds(60)) { [weak self, weak bus] _ in
                if bus?.hasResponded == true { self?.noteResponse() }
            }
        } catch {
            (current, ping) = (nil, nil)
            retry(after: "\(error)")
        }
    }

    /// Ends the connection, and the attempts. The next call of `connect` makes a new one.
    func close() {
        timer.stop()
        (current, ping, attempts) = (nil, nil, (0, false))
    }

    private func noteResponse() {
        timer.stop()
        attempts = (0, false)
        if isReported { onAbsence(nil) }
        (isKnown, isReported) = (true, false)
    }

    private func end(hasWorked: Bool) {
        (current, ping) = (nil, nil)
        if hasWorked { connect() } else { retry(after: "it ended the connection without a reply") }
    }

    private func retry(after reason: String) {
        // An attempt that another event caused changes nothing.
        guard !attempts.isPending else { return }
        let delay = Duration.seconds(1 << (2 * min(attempts.made, 7)))
        attempts = (attempts.made + 1, true)
        if attempts.made == 2, isKnown {
            isReported = true
            onAbsence(reason)
        }
        // An absence causes at most twelve wakeups a day.
        timer.start(min(delay, .seconds(4 * 3600))) { [weak self] in
            self?.attempts.isPending = false
            self?.connect()
        }
    }
}

extension BusCall {
    /// A call to which every bus responds itself. It is not Ping, which dbus-daemon refuses on the system bus, and logs.
    static let ping = BusCall(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId", startsService: false)
}
