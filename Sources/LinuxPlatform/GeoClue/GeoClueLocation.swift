import Dispatch
import Systemd
public import Tracker

/// Watches for significant changes of the location through GeoClue, on the system bus: carries out what `GeoClueSession`
/// decides.
///
/// While GeoClue does its work, nothing here wakes the process but a change of the location: no timer is armed, and the
/// bus passes on signals of this one client, and of GeoClue's name, alone.
@MainActor
public final class GeoClueLocation: LocationWatcher {
    private let places: any PlaceDirectory
    private var session: GeoClueSession?
    private var report: @MainActor (LocationReport) -> Void = { _ in }
    private var connection: Connection?
    private var calls: [GeoClueRequest: BusSlot] = [:]
    private var signals: [BusSlot] = []
    /// The wakeup for another try, which exists only while GeoClue is in trouble.
    private var retryTimer: OneShotTimer?
    /// What happens while something is carried out.
    private var waiting: [GeoClueSession.Input] = []
    private var isHandling = false

    private struct Connection {
        let loop: EventLoop
        let bus: Bus
    }

    /// A watcher that watches nothing yet, and has no connection.
    ///
    /// - Parameter places: names the fixes.
    public init(places: any PlaceDirectory) {
        self.places = places
    }

    /// Watches so; nil releases the client and lets go of the bus.
    public func watch(_ watch: LocationWatch?, then report: @escaping @MainActor (LocationReport) -> Void) {
        self.report = { _ in }
        receive(.end)
        session = watch.map(GeoClueSession.init)
        self.report = report
        receive(.begin)
    }

    /// Somebody has switched location services on or off in the desktop's settings.
    public func settingChanged() { receive(.settingChanged) }

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
            // A connection that breaks releases the client as well.
            try? connection?.bus.send(request.call)
        case .listen(let client): listen(to: client)
        case .forget:
            calls = [:]
            signals = []
        case .retry(let delay): retry(after: delay)
        case .report(.fix(let place)): report(.fix(place.named(by: places)))
        case .report(let told): report(told)
        }
    }

    private func connect() {
        do {
            let loop = try EventLoop()
            let bus = try Bus.openSystem(on: loop)
            // Not from inside the bus's own callback, which this would free.
            bus.onDisconnect = { [weak self] in
                DispatchQueue.main.async { MainActor.assumeIsolated { self?.connectionIsLost() } }
            }
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
        // What was sent last, the client's release, may be all that is left to do before the process ends.
        connection.bus.flush()
        // It may be in the middle of a callback.
        DispatchQueue.main.async { MainActor.assumeIsolated { withExtendedLifetime(connection) {} } }
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

    private func retry(after delay: Duration?) {
        guard let delay else {
            retryTimer = nil
            return
        }
        let timer = OneShotTimer()
        retryTimer = timer
        timer.fire(at: .now() + .seconds(Int(delay.components.seconds))) { [weak self] in
            self?.retryTimer = nil
            self?.receive(.retryTimerFired)
        }
    }
}
