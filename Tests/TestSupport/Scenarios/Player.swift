import Solar
import Tracker

/// Plays the steps of a scenario on a simulated machine.
struct Player {
    let machine: SimulatedMachine
    /// The true time that has passed.
    var passed = Duration.zero
    private let beginning: Instant
    private let sun = SunTable()
    private var zone = Scenario.TableZone.summerTime(utcOffset: 0)

    init(_ scenario: Scenario) {
        beginning = scenario.start
        machine = SimulatedMachine(at: scenario.start, settings: Settings(), localTime: zone.zone)
        for edit in scenario.edits { machine.settings.apply(edit) }
    }

    mutating func play(_ step: Scenario.Step) {
        switch step {
        case .pass(let time): pass(time)
        case .passToEvent(let offset): pass(timeToEvent + offset)
        case .sleep(let time, let first): sleep(time, first)
        case .sleepOverEvent(let lateness, let first): sleep(timeToEvent + lateness, first)
        case .stepClock(let step): machine.setClock(to: machine.clock.now + step)
        case .setClockRight: machine.setClock(to: beginning + passed)
        case .setClock(let instant): machine.setClock(to: instant)
        case .kill: machine.kill()
        case .killAfter(let actions): machine.actionsToLive = actions
        case .stop: machine.deliver(.stopRequested)
        case .start: if !machine.isRunning { machine.start() }
        case .off(let time, let clockIsLost):
            machine.actionsToLive = nil
            passed += time
            machine.reboot(at: clockIsLost ? .unixEpoch + .seconds(10) : machine.clock.now + time)
        case .reload(let edit):
            machine.settings.apply(edit)
            machine.deliver(.settings(.success(machine.settings), cause: .reload))
        case .edit(let edit):
            machine.settings.apply(edit)
            machine.deliver(.settings(.success(machine.settings), cause: .edit))
        case .changeZone(let zone, let place):
            self.zone = zone
            machine.changeZone(to: zone.zone, principalPlace: place?.principalPlace)
        case .changeLaw(let offset, let shift):
            zone.change(at: machine.clock.now + timeToEvent + offset, by: shift)
            machine.changeZone(to: zone.zone, principalPlace: machine.locations.timeZonePlace)
        case .server(let server): machine.server = server
        case .restartServer: machine.restartServer()
        case .resumeServer: machine.resumeServer()
        case .pause(let time): machine.deliver(.pauseRequested(until: machine.clock.now + time))
        case .resume: machine.deliver(.pauseRequested(until: nil))
        case .diskIsFull(let isFull): machine.diskIsFull = isFull
        case .disk(let speed): machine.diskSpeed = speed
        case .damageLedger(let text): machine.damageLedger(text)
        }
    }

    private mutating func pass(_ time: Duration) {
        guard time > .zero else { return }
        passed += time
        machine.advance(by: time)
    }

    private mutating func sleep(_ time: Duration, _ first: [Scenario.News]) {
        guard time > .zero else { return }
        passed += time
        machine.sleep(for: time) { for news in first { report(news) } }
        for case .zone(let zone, _) in first { self.zone = zone }
    }

    /// Delivers an input that arrives before the change of the clock.
    private func report(_ news: Scenario.News) {
        switch news {
        case .timer: machine.deliver(.timerFired)
        case .reload(let place):
            machine.settings.apply(.place(place))
            machine.deliver(.settings(.success(machine.settings), cause: .reload))
        case .zone(let zone, let place): machine.changeZone(to: zone.zone, principalPlace: place.principalPlace)
        }
    }

    /// The time to the next due time, by the realtime clock; at most a month.
    private var timeToEvent: Duration {
        let (now, month) = (machine.clock.now, Duration.seconds(30 * 86_400))
        let next = machine.situation.flatMap { sun.first(after: now, through: now + month, in: $0) }
        return next.map { $0.instant - now } ?? month
    }
}
