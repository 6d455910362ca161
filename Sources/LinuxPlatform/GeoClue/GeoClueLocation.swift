// SPDX-License-Identifier: MIT
package import Configuration
package import Solar
import Systemd
package import Tracker

/// Watches for significant changes of the location through GeoClue, on the system bus: performs what `GeoClueSession`
/// decides.
///
/// The client and the connection are released after the requested fix.
@MainActor
package final class GeoClueLocation: @MainActor LocationWatcher {
    private var session: GeoClueSession?
    private var report: @MainActor (LocationReport) -> Void = { _ in }
    private var bus: Bus?
    private var calls: [GeoClueRequest: BusSlot] = [:]
    private var signals: [BusSlot] = []
    private var timers: [GeoClueSession.Timer: OneShotTimer] = [:]
    /// The provider in GeoClue's configuration; nil until the configuration has been read, which a disk that does not
    /// respond can delay.
    private var provider: LocationProvider?
    private let now: () -> Instant
    private let onAbsence: @MainActor (String?) -> Void
    private let onTrigger: @MainActor (LocationTrigger) -> Void
    /// Exists only with `Mode=follow`.
    private var occasions: LocationTriggers?
    /// The inputs that arrived while an earlier one was being handled.
    private var waiting: [GeoClueSession.Input] = []
    private var isHandling = false

    /// Creates a watcher without a watch and a connection.
    ///
    /// - Parameters:
    ///   - now: the system's realtime clock, to which GeoClue's time stamps are compared.
    ///   - onAbsence: called with the reason when the system bus is away, and with nil when it is back, during a watch
    ///     with `Mode=follow`.
    ///   - onTrigger: called when the system bus reports that the machine may have moved, during a watch with
    ///     `Mode=follow`.
    package init(
        now: @escaping () -> Instant = { DispatchWallClock.time },
        onAbsence: @escaping @MainActor (_ reason: String?) -> Void,
        onTrigger: @escaping @MainActor (LocationTrigger) -> Void
    ) {
        (self.now, self.onAbsence, self.onTrigger) = (now, onAbsence, onTrigger)
    }

    /// Begins a watch, which replaces an earlier one; nil releases the client and the bus.
    package func watch(_ watch: LocationWatch?, then report: @escaping (LocationReport) -> Void) {
        self.report = { _ in }
        receive(.end)
        session = watch.map { GeoClueSession($0, at: now()) }
        self.report = { report($0) }
        listenForTriggers()
        if watch != nil { readProvider() }
        receive(.begin)
    }

    private func readProvider() {
        Worker("geoclue").run {
            GeoClueConfiguration.ofMachine().provider
        } then: { [weak self] in
            self?.provider = $0
        }
    }

    /// Asks again, unless a request is still pending.
    package func askAgain() {
        guard let session else { return }
        listenForTriggers()
        guard session.isEnded else { return receive(.askedAgain) }
        self.session = GeoClueSession(session.watch, at: now())
        receive(.begin)
    }

    /// Call this when the user has turned location services on or off in the desktop's settings.
    package func settingChanged() { receive(.settingChanged) }

    private func listenForTriggers() {
        guard session?.watch.mode == .follow else { return occasions = nil }
        let occasions = occasions ?? LocationTriggers(onAbsence: onAbsence, report: onTrigger)
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
        // Nothing is left to send: a client needs to be released only on a bus that responds, and sd-bus then sends
        // immediately.
        case .disconnect: bus = nil
        case .call(let request): call(request)
        case .send(let request):
            // If this fails, the connection is lost, and GeoClue itself releases the client.
            try? bus?.send(request.call)
        case .listen(let client): listen(to: client)
        case .forget: (calls, signals, timers) = ([:], [], [:])
        case .arm(let timer, let delay): timers[timer] = delay.map { armed(timer, after: $0) }
        case .report(.fixOverdue): report(.fixOverdue(provider))
        case .report(let news): report(news)
        }
    }

    private func connect() {
        do {
            let bus = try Bus.openSystem()
            bus.onDisconnect = { [weak self] in
                self?.bus = nil
                self?.receive(.disconnected)
            }
            try bus.watchName(GeoClueRequest.service) { [weak self] hasOwner in
                self?.receive(.ownerChanged(hasOwner: hasOwner))
            }
            self.bus = bus
            receive(.connected)
        } catch {
            receive(.disconnected)
        }
    }

    private func call(_ request: GeoClueRequest) {
        do {
            calls[request] = try bus?.call(request.call, deadline: request.deadline) { [weak self] answer in
                self?.calls[request] = nil
                self?.receive(.answered(request, answer))
            }
        } catch {
            receive(.answered(request, .failure(BusError(name: BusError.failed, message: "\(error)"))))
        }
    }

    private func listen(to client: String) {
        do {
            guard let bus else { return }
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

    private func armed(_ timer: GeoClueSession.Timer, after delay: Duration) -> OneShotTimer {
        let armed = OneShotTimer()
        armed.start(delay) { [weak self] in self?.receive(.fired(timer)) }
        return armed
    }
}

extension GeoClueLocation: @MainActor Publisher {
    /// Connects to the system bus again if it was away: what is published follows an event or a reload.
    package func publish(_ state: PublishedState) { listenForTriggers() }

    package func emit(_ occurrence: Occurrence) {}
}
