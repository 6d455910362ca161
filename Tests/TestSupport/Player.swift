import Solar
import Tracker

/// Plays the steps of a scenario on a simulated machine.
struct Player {
    var machine: SimulatedMachine
    /// True time that has passed.
    var passed = Duration.zero
    private let beginning: Instant
    private let sun = SunTable()

    init(_ scenario: Scenario) {
        var settings = Settings()
        for edit in scenario.edits { settings.apply(edit) }
        beginning = scenario.start
        machine = SimulatedMachine(
            at: scenario.start, settings: settings, localTime: SimulatedZone.observingSummerTime(utcOffset: 0))
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
            machine.kill()
            machine.actionsToLive = nil
            passed += time
            machine.setClock(to: clockIsLost ? .unixEpoch + .seconds(10) : machine.clock.now + time)
        case .reload(let edit):
            machine.settings.apply(edit)
            machine.deliver(.reloaded(machine.settings))
        case .refuseReload:
            machine.deliver(
                .reloadRefused(
                    SettingsError(origin: nil, subject: "Sunrise", problem: "is odd", remedy: "write yes or no")))
        case .changeZone(let offset, let place):
            machine.changeZone(to: SimulatedZone.observingSummerTime(utcOffset: offset), principalPlace: place.place)
        case .server(let server): machine.server = server
        case .restartServer: machine.restartServer()
        case .resumeServer: machine.resumeServer()
        case .diskIsFull(let isFull): machine.diskIsFull = isFull
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
        machine.sleep(for: time, first: first.map(event))
    }

    /// What the news is to the service.
    private func event(_ news: Scenario.News) -> Event {
        switch news {
        case .timer: return .timerFired
        case .reload(let place):
            var settings = machine.settings
            settings.apply(.place(place))
            return .reloaded(settings)
        case .zone(let offset, let place):
            return .timeZoneChanged(SimulatedZone.observingSummerTime(utcOffset: offset), principalPlace: place.place)
        }
    }

    /// The time to the next moment at which something is due, by the clock, but not more than a month.
    private var timeToEvent: Duration {
        let (now, month) = (machine.clock.now, Duration.seconds(30 * 86_400))
        return sun.first(after: now, through: now + month, in: machine.situation).map { $0.instant - now } ?? month
    }
}
