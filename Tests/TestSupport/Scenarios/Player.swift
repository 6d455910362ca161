import Solar
import Tracker

/// Plays the steps of a scenario on a simulated machine.
struct Player {
    let machine: SimulatedMachine
    /// The true time that has passed.
    var passed = Duration.zero
    private let beginning: Instant
    private let phases: PhaseTable
    private var zone = Scenario.TableZone.summerTime(utcOffset: 0)

    init(_ scenario: Scenario) {
        beginning = scenario.start
        machine = SimulatedMachine(at: scenario.start, settings: Settings(), localTime: zone.zone)
        phases = PhaseTable(sun: machine.foresight.sun)
        machine.isNew = scenario.isNew
        for edit in scenario.edits { machine.apply(edit) }
    }

    mutating func play(_ step: Scenario.Step) {
        switch step {
        case .pass(let time): pass(time)
        case .passToEvent(let offset): pass(timeToEvent + offset)
        case .sleep(let time, let first): sleep(time, first)
        case .sleepOverEvent(let lateness, let first): sleep(timeToEvent + lateness, first)
        case .passToPhase(let offset): pass(timeToPhase + offset)
        case .sleepOverPhase(let lateness, let first): sleep(timeToPhase + lateness, first)
        case .stepClock(let step): machine.setClock(to: machine.clock.now + step)
        case .setClockRight: machine.setClock(to: beginning + passed)
        case .setClock(let instant): machine.setClock(to: instant)
        case .kill: machine.kill()
        case .killAfter(let actions): machine.actionsToLive = actions
        case .stop: machine.deliver(.stopRequested)
        case .logInAgain: machine.logInAgain()
        case .knowLogin(let knows): machine.knowsLogin = knows
        case .start: if !machine.isRunning { machine.start() }
        case .off(let time, let clockIsLost):
            machine.actionsToLive = nil
            passed += time
            machine.reboot(at: clockIsLost ? .unixEpoch + .seconds(10) : machine.clock.now + time)
        case .reload(let edit):
            machine.apply(edit)
            machine.deliver(.reloaded(machine.settings, hooks: machine.hooks))
        case .edit(let edit):
            machine.apply(edit)
            machine.deliver(.settingsEdited(machine.settings, hooks: machine.hooks))
        case .refuseReload:
            machine.deliver(
                .reloadRefused(
                    SettingsError(origin: nil, subject: "Sunrise", problem: "is odd", remedy: "write yes or no")))
        case .changeZone(let zone, let place):
            self.zone = zone
            machine.changeZone(to: zone.zone, principalPlace: place?.principalPlace)
        case .changeLaw(let offset, let shift):
            zone.change(at: machine.clock.now + timeToEvent + offset, by: shift)
            machine.changeZone(to: zone.zone, principalPlace: machine.locations.timeZonePlace)
        case .fix(let fix): machine.findLocation(fix.fix)
        case .missFix: machine.missFix()
        case .occasion(let occasion): machine.deliver(.locationOccasion(occasion))
        case .authorize(let authorization): machine.report(authorization)
        case .hookStarter(let starter): machine.hookStarter = starter
        case .server(let server): machine.server = server
        case .restartServer: machine.restartServer()
        case .resumeServer: machine.resumeServer()
        case .diskIsFull(let isFull): machine.diskIsFull = isFull
        case .disk(let speed): machine.diskSpeed = speed
        case .damageLedger(let text): machine.damageLedger(text)
        case .damageFix(let text): machine.damageFix(text)
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
            machine.apply(.place(place))
            machine.deliver(.reloaded(machine.settings, hooks: machine.hooks))
        case .zone(let zone, let place): machine.changeZone(to: zone.zone, principalPlace: place.principalPlace)
        case .fix(let fix): machine.findLocation(fix.fix)
        }
    }

    /// The time to the next due time, by the realtime clock; at most a month.
    private var timeToEvent: Duration {
        let (now, month) = (machine.clock.now, Duration.seconds(30 * 86_400))
        let next = machine.foresight.sun.first(
            after: now, through: now + month, in: machine.foresight.situation)
        return next.map { $0.instant - now } ?? month
    }

    /// The time to the next boundary of a phase, in the same way.
    private var timeToPhase: Duration {
        let (now, month) = (machine.clock.now, Duration.seconds(30 * 86_400))
        let next = phases.span(at: now, in: machine.foresight.situation)?.until
        return min(next.map { $0 - now } ?? month, month)
    }
}
