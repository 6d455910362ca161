import Dispatch
package import Solar
import Systemd
package import Tracker

/// Watches for significant changes of the location through GeoClue, on the system bus: performs what `GeoClueSession`
/// decides.
///
/// With `Mode=follow`, the client and the connection are released after the fix that a request was for. With `Mode=hold`,
/// while GeoClue works, only a change of the location wakes the process: no timer is armed, and the bus delivers only the
/// signals of this client and those of GeoClue's name.
@MainActor
package final class GeoClueLocation: @MainActor LocationWatcher {
    private var session: GeoClueSession?
    private var report: @MainActor (LocationReport) -> Void = { _ in }
    private var connection: Connection?
    private var calls: [GeoClueRequest: BusSlot] = [:]
    private var signals: [BusSlot] = []
    /// Exists only while GeoClue has failed.
    private var retryTimer: OneShotTimer?
    /// Exists only while GeoClue allows access but has not sent a location yet.
    private var firstFixTimer: OneShotTimer?
    /// Exists only while the first location is coarse or old.
    private var betterFixTimer: OneShotTimer?
    private let now: () -> Instant
    private let onOccasion: @MainActor (LocationOccasion) -> Void
    /// Exists only with `Mode=follow`.
    private var occasions: LocationOccasions?
    /// Inputs that arrive while an earlier one is handled.
    private var waiting: [GeoClueSession.Input] = []
    private var isHandling = false

    private struct Connection {
        let loop: EventLoop
        let bus: Bus
    }

    /// A watcher without a watch or a connection.
    ///
    /// - Parameters:
    ///   - now: the system's realtime clock, to which GeoClue's time stamps are compared.
    ///   - onOccasion: called on the occasions that the system bus reports, during a watch of `Mode=follow`.
    package init(
        now: @escaping () -> Instant = { DispatchWallClock.time },
        onOccasion: @escaping @MainActor (LocationOccasion) -> Void
    ) {
        (self.now, self.onOccasion) = (now, onOccasion)
    }

    /// Begins a watch, in place of an earlier one; nil releases the client and the bus.
    package func watch(_ watch: LocationWatch?, then report: @escaping (LocationReport) -> Void) {
        self.report = { _ in }
        receive(.end)
        session = watch.map { GeoClueSession($0, at: now()) }
        self.report = { report($0) }
        noticeOccasions()
        receive(.begin)
    }

    /// Asks once more. A request that is still open includes this one.
    package func askAgain() {
        guard let session else { return }
        noticeOccasions()
        guard session.isEnded else { return receive(.askedAgain) }
        self.session = GeoClueSession(session.watch, at: now())
        receive(.begin)
    }

    /// To be called when the user has switched location services on or off in the desktop's settings.
    package func settingChanged() { receive(.settingChanged) }

    private func noticeOccasions() {
        guard session?.watch.mode == .follow else { return occasions = nil }
        let occasions = occasions ?? LocationOccasions(onOccasion)
        self.occasions = occasions
        occasions.connect()
    }

    private func receive(_ input: GeoClueSession.Input) {
        waiting.append(input)
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            for output in session?.handle(next) ?? [] { perform(output) }
        }
    }

    private func perform(_ output: GeoClueSession.Output) {
        switch output {
        case .connect: connect()
        case .disconnect: disconnect()
        case .call(let request): call(request)
        case .send(let request):
            // If this fails, the connection is lost, and GeoClue releases the client.
            try? connection?.bus.send(request.call)
        case .listen(let client): listen(to: client)
        case .forget:
            calls = [:]
            signals = []
        case .retry(let delay): retryTimer = timer(after: delay, .retryTimerFired)
        case .awaitFirstFix(let delay): firstFixTimer = timer(after: delay, .firstFixIsLate)
        case .awaitBetterFix(let delay): betterFixTimer = timer(after: delay, .betterFixIsLate)
        case .report(let news): report(news)
        }
    }

    private func connect() {
        do {
            let loop = try EventLoop()
            let bus = try Bus.openSystem(on: loop)
            bus.afterDisconnect { [weak self] in self?.connectionIsLost() }
            try bus.watchName(GeoClueRequest.service) { [weak self] hasOwner in
                self?.receive(.ownerChanged(hasOwner: hasOwner))
            }
            connection = Connection(loop: loop, bus: bus)
            receive(.connected)
        } catch {
            receive(.disconnected)
        }
    }

    private func connectionIsLost() {
        guard connection != nil else { return }
        connection = nil
        receive(.disconnected)
    }

    private func disconnect() {
        guard let connection else { return }
        self.connection = nil
        connection.bus.onDisconnect = {}
        // The process may exit next, and the client's release must be sent before.
        connection.bus.flush()
        // This may run inside a callback of the bus.
        onNextTurn { withExtendedLifetime(connection) {} }
    }

    private func call(_ request: GeoClueRequest) {
        do {
            calls[request] = try connection?.bus.call(request.call, deadline: request.deadline) { [weak self] answer in
                self?.calls[request] = nil
                self?.receive(.answered(request, answer))
            }
        } catch {
            receive(.answered(request, .failure(BusError(name: BusError.failed, message: "\(error)"))))
        }
    }

    private func listen(to client: String) {
        do {
            guard let bus = connection?.bus else { return }
            signals = [
                try bus.listen(
                    sender: GeoClueRequest.service, path: client, interface: GeoClueRequest.clientInterface,
                    signal: "LocationUpdated"
                ) { [weak self] in self?.receive(.locationUpdated($0)) },
                try bus.listen(
                    sender: GeoClueRequest.service, path: client, interface: GeoClueRequest.propertiesInterface,
                    signal: "PropertiesChanged"
                ) { [weak self] in self?.receive(.propertiesChanged($0)) },
            ]
        } catch {
            receive(.disconnected)
        }
    }

    /// A timer that delivers an input; nil without a delay.
    private func timer(after delay: Duration?, _ input: GeoClueSession.Input) -> OneShotTimer? {
        guard let delay else { return nil }
        let timer = OneShotTimer()
        timer.start(delay) { [weak self] in self?.receive(input) }
        return timer
    }
}
