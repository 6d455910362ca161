// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker

/// The daemon's ports to a simulated machine, for one run of the service.
///
/// After the end of the run, calls have no effect, as if the process had been killed between two outputs.
final class SimulatedPorts {
    /// The machine; nil after the end of the run.
    weak var machine: SimulatedMachine?
    private var lastTime: Instant
    private var published: Phase?

    init(of machine: SimulatedMachine) {
        self.machine = machine
        lastTime = machine.clock.now
    }

    var all: Daemon.Ports {
        Daemon.Ports(
            clock: self, journal: self, state: self, location: self, notifier: self, hooks: self,
            publishers: [self], status: self)
    }

    /// Carries out an output, unless the service is killed before it.
    func perform(_ output: (SimulatedMachine) -> Void) {
        guard let machine, machine.survivesOutput() else { return }
        output(machine)
    }
}

extension SimulatedPorts: WallClock {
    var now: Instant {
        guard let machine else { return lastTime }
        machine.beginLook()
        lastTime = machine.clock.now
        return lastTime
    }

    var boot: Boot? { machine?.boot }

    func wait(until instant: Instant?, then: @escaping () -> Void) {
        perform {
            $0.clock.timer = instant
            $0.timerHandler = then
        }
    }
}

extension SimulatedPorts: StateStore {
    func keep(_ ledger: Ledger, then report: @escaping (WriteReport) -> Void) { perform { $0.keep(ledger, report) } }

    func keep(fix: Place, then report: @escaping (WriteReport) -> Void) { perform { $0.keep(fix: fix, report) } }
}

extension SimulatedPorts: LocationWatcher, Notifier, HookStarter {
    func watch(_ watch: LocationWatch?, then report: @escaping (LocationReport) -> Void) {
        perform {
            $0.watch = watch
            $0.watchOrders += 1
        }
    }

    func askAgain() { perform { $0.locationRequests += 1 } }

    func show(_ popup: Popup, localTime: any LocalTime, then answer: @escaping (Popup.Failure?) -> Void) {
        perform { $0.ask(popup, localTime, answer) }
    }

    func withdraw(tag: String) { perform { $0.withdrawn.append(tag) } }

    func start(_ call: HookCall, localTime: any LocalTime, then report: @escaping (HookReport) -> Void) {
        perform { $0.call(call, report) }
    }

    func awaitSession(then report: @escaping () -> Void) { perform { $0.report(.graphicalSessionBegan, report) } }
}

extension SimulatedPorts: JournalSink {
    func write(_ fact: JournalFact, localTime: any LocalTime) {
        perform {
            $0.journal.append(SimulatedMachine.Entry(instant: $0.clock.now, fact: fact, localTime: localTime))
            $0.record(.wrote(fact))
        }
    }
}

/// A bus interface without clients.
extension SimulatedPorts: Publisher {
    func publish(_ state: PublishedState) {
        perform {
            $0.state = state
            if published != state.phase?.phase { $0.record(.published(state.phase?.phase)) }
            published = state.phase?.phase
            $0.targets.check(state.phase)
        }
    }

    func emit(_ occurrence: Occurrence) { perform { _ in } }
}

extension SimulatedPorts: ServiceStatus {
    func ready() { perform { $0.readyCount += 1 } }

    func status(_ line: StatusLine, localTime: any LocalTime) { perform { $0.statusLine = (line, localTime) } }

    // The daemon ends the run itself.
    func stopping() { perform { _ in } }

    // The timer's output includes this notification.
    func alive(again within: Duration?) {}
}
