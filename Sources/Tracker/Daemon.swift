// SPDX-License-Identifier: MIT
package import Solar

/// Passes inputs to the tracker and performs its outputs through the ports, whose reports are further inputs.
///
/// It runs where its ports run: on the main actor in the service, on any thread in a simulation.
package final class Daemon {
    package struct Ports {
        let clock: any WallClock
        let journal: any JournalSink
        let state: any StateStore
        let location: any LocationWatcher
        let notifier: any Notifier
        let hooks: any HookStarter
        let publishers: [any Publisher]
        let status: any ServiceStatus

        package init(
            clock: any WallClock, journal: any JournalSink, state: any StateStore, location: any LocationWatcher,
            notifier: any Notifier, hooks: any HookStarter, publishers: [any Publisher], status: any ServiceStatus
        ) {
            self.clock = clock
            self.journal = journal
            self.state = state
            self.location = location
            self.notifier = notifier
            self.hooks = hooks
            self.publishers = publishers
            self.status = status
        }
    }

    private var tracker: Tracker
    private let ports: Ports
    private let onStop: () -> Void
    /// The inputs that arrived while an earlier one is being handled, such as a report that the ledger could not be
    /// written.
    private var waiting: [(input: Input, then: () -> Void)] = []
    /// When the current input was received.
    private var now = Instant.earliest
    /// The outputs of the current input that remain to be performed.
    private var actions: ArraySlice<Output> = []
    private var completion: (() -> Void)?
    private var isRunning = false
    /// Whether the first report of a write must arrive before the next output.
    private var isAwaitingReport = false
    /// The handlers of pending previews.
    private var previews: [PreviewRequest: (Popup.Loss?) -> Void] = [:]
    private var lastPreview: UInt64 = 0

    package init(tracker: Tracker, ports: Ports, onStop: @escaping () -> Void) {
        self.tracker = tracker
        self.ports = ports
        self.onStop = onStop
    }

    /// Handles an input: immediately, or after the inputs before it.
    ///
    /// - Parameter completion: called once, after all outputs of the input.
    package func receive(_ event: Input, then completion: @escaping () -> Void = {}) {
        waiting.append((event, completion))
        run()
    }

    /// Performs outputs until none is left, or until a store has to report first.
    private func run() {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        while !isAwaitingReport {
            if let action = actions.popFirst() {
                perform(action)
            } else if let done = completion {
                completion = nil
                done()
            } else if !waiting.isEmpty {
                let next = waiting.removeFirst()
                completion = next.then
                now = ports.clock.now
                actions = tracker.handle(next.input, at: now, boot: ports.clock.boot)[...]
            } else {
                return
            }
        }
    }

    /// Makes the next output wait for the first report. Each report is an input.
    private func waitForReport(
        _ keep: (@escaping (WriteReport) -> Void) -> Void, event: @escaping (WriteReport) -> Input
    ) {
        isAwaitingReport = true
        var isFirst = true
        keep { [weak self] report in
            guard let self else { return }
            if isFirst { isAwaitingReport = false }
            isFirst = false
            receive(event(report))
        }
    }

    /// Shows a preview of the event or alert with that name in the current settings.
    ///
    /// - Parameter response: called once, with the reason if the preview is not shown, or with nil if it is; not called if the method
    ///   returns false.
    /// - Returns: whether there is an event or alert with that name.
    package func preview(_ name: String, then response: @escaping (Popup.Loss?) -> Void) -> Bool {
        guard let rule = tracker.settings.rule(named: name) else { return false }
        lastPreview += 1
        let request = PreviewRequest(number: lastPreview)
        previews[request] = response
        receive(.previewRequested(rule, request))
        return true
    }

    /// Sets the phase manually: a name of `PhaseRequest`, and an end, or nil for the next boundary.
    ///
    /// - Parameter response: called once, with the reason if the request is refused, or with nil if it is carried out.
    package func setPhase(_ name: String, until: Instant?, then response: @escaping (PhaseRequestError?) -> Void) {
        do throws(PhaseRequestError) {
            let request = try PhaseRequest(name, until: until, at: ports.clock.now)
            if let refusal = tracker.refusal(of: request, at: ports.clock.now) { throw refusal }
            receive(.phaseRequested(request)) { response(nil) }
        } catch {
            response(error)
        }
    }

    private func perform(_ action: Output) {
        switch action {
        case .keep(let ledger, let write):
            waitForReport {
                ports.state.keep(ledger, then: $0)
            } event: {
                .ledgerStore($0, write: write)
            }
        case .keepFix(let fix):
            waitForReport {
                ports.state.keep(fix: fix, then: $0)
            } event: {
                .fixStore($0)
            }
        case .watchLocation(let watch):
            ports.location.watch(watch) { [weak self] in self?.receive(.location($0)) }
        case .askLocation:
            ports.location.askAgain()
        case .journal(let fact):
            ports.journal.write(fact, localTime: tracker.localTime)
        case .show(let popup):
            ports.notifier.show(popup, localTime: tracker.localTime) { [weak self] failure in
                self?.receive(failure.map { .popupFailed(popup.id, $0) } ?? .popupShown(popup.id))
            }
        case .withdraw(let tag):
            ports.notifier.withdraw(tag: tag)
        case .callHooks(let call):
            ports.hooks.start(call, localTime: tracker.localTime) { [weak self] in
                self?.receive(.hooks($0, call.subject))
            }
        case .awaitSession:
            ports.hooks.awaitSession { [weak self] in self?.receive(.graphicalSessionBegan) }
        case .respond(let request, let loss):
            previews.removeValue(forKey: request)?(loss)
        case .emit(let occurrence):
            for publisher in ports.publishers { publisher.emit(occurrence) }
        case .publish(let state):
            for publisher in ports.publishers { publisher.publish(state) }
        case .wait(let instant):
            ports.clock.wait(until: instant) { [weak self] in self?.receive(.timerFired) }
            ports.status.alive(again: instant.map { max(.zero, $0 - now) })
        case .status(let line):
            ports.status.status(line, localTime: tracker.localTime)
        case .ready:
            ports.status.ready()
        case .stop:
            ports.status.stopping()
            onStop()
        }
    }
}
