import Solar
import TestSupport
import Testing
import Tracker

private let evening = at("2026-11-21T23:00:00Z")
private let sunset = sunsetInDenver

private func machine(at instant: Instant = evening, _ change: (inout Settings) -> Void = { _ in }) -> SimulatedMachine {
    var settings = TestPlace.denver.settings
    change(&settings)
    var machine = SimulatedMachine(at: instant, settings: settings, localTime: SimulatedZone.denver)
    machine.start()
    return machine
}

@Suite("Exactly once") struct ExactlyOnceTests {
    @Test("killed before any action around an event and started again, it is told, and nobody sees two popups")
    func killedAtEveryAction() {
        var undisturbed = machine()
        let before = undisturbed.actionCount
        undisturbed.advance(to: sunset + .seconds(60))
        let actions = undisturbed.actionCount - before
        #expect(actions > 5)

        for action in 0...actions {
            var machine = machine()
            machine.actionsToLive = action
            machine.advance(to: sunset)
            machine.actionsToLive = nil
            machine.kill()
            machine.advance(by: .milliseconds(100))
            machine.start()
            machine.advance(to: sunset + .seconds(900))

            let entries = machine.entries(.event)
            #expect(!entries.isEmpty, "killed before action \(action)")
            #expect(entries.count { $0["SUNTRACKER_RECOVERED"] == nil } <= 1, "killed before action \(action)")
            #expect(entries.count <= 2, "killed before action \(action)")
            #expect(!machine.shown.isEmpty, "killed before action \(action)")
            // A popup that was shown just before the crash is replaced: its tag is the same.
            #expect(Set(machine.shown.map(\.popup.tag)) == ["sunset"], "killed before action \(action)")
            #expect(machine.entries(.missed).isEmpty, "killed before action \(action)")
        }
    }

    @Test("asleep over an event: told on resume, saying how late, within the grace")
    func late() {
        var machine = machine()
        machine.advance(to: sunset - .seconds(60))
        machine.sleep(for: .seconds(60 + 7 * 60))
        #expect(machine.shown.map(\.popup.summary) == ["Sunset in denver was 7 min ago"])
        #expect(machine.entries(.event).map { $0["SUNTRACKER_LATENESS_USEC"] } == ["420000000"])
    }

    @Test("asleep for longer: missed, in the journal alone")
    func missed() {
        var machine = machine()
        machine.sleep(for: .seconds(3 * 3600))
        #expect(machine.shown.isEmpty)
        #expect(machine.entries(.event).isEmpty)
        #expect(machine.entries(.missed).map { $0["SUNTRACKER_EVENT"] } == ["sunset"])
        machine.kill()
        machine.start()
        #expect(machine.entries(.missed).count == 1)
    }

    @Test("Late=notify shows the last of each kind, however late")
    func lateNotify() {
        var machine = machine { $0.notifications.late = .notify }
        machine.sleep(for: .seconds(3 * 86_400))
        #expect(machine.entries(.missed).count == 6)
        #expect(machine.shown.map(\.popup.tag).sorted() == ["sunrise", "sunset"])
    }

    @Test("off for a year: one entry for most of it, one each for the last week")
    func outage() {
        var machine = machine()
        machine.kill()
        machine.advance(by: .seconds(365 * 86_400))
        machine.start()
        #expect(machine.entries(.missedMany).count == 1)
        #expect(machine.entries(.missed).count == 14)
        #expect(machine.shown.isEmpty)
    }

    @Test("three quiet months at the pole are no outage")
    func quietPole() {
        var machine = SimulatedMachine(at: at("2026-06-22T00:00:00Z"), settings: TestPlace.southPole.settings)
        machine.start()
        machine.kill()
        machine.advance(by: .seconds(89 * 86_400))
        machine.start()
        #expect(machine.entries(.missedMany).isEmpty)
        #expect(machine.entries(.missed).isEmpty)
    }

    @Test("missed because the clock ran ahead, told when the time really comes")
    func ranAhead() {
        var machine = machine()
        machine.setClock(to: evening + .seconds(5 * 3600))
        #expect(machine.entries(.missed).count == 1)
        machine.setClock(to: evening + .seconds(60))
        machine.advance(to: sunset)
        #expect(machine.entries(.event).map(\.instant) == [sunset])
    }

    @Test("a machine that boots in 1970 and then gets the time tells nothing twice and reports no lost decades")
    func bootsIn1970() {
        var machine = machine()
        machine.advance(to: sunset + .seconds(30))
        machine.kill()
        machine.setClock(to: at("1970-01-01T00:00:10Z"))
        machine.start()
        machine.advance(by: .seconds(20))
        machine.setClock(to: sunset + .seconds(120))
        machine.advance(by: .seconds(3600))
        #expect(machine.entries(.event).count == 1)
        #expect(machine.entries(.missed).isEmpty)
        #expect(machine.entries(.missedMany).isEmpty)
    }

    @Test("a clock that ran a year ahead for days does not silence that year when it comes")
    func yearAhead() {
        var machine = machine()
        machine.setClock(to: evening + .seconds(365 * 86_400))
        machine.advance(by: .seconds(2 * 86_400))
        machine.setClock(to: evening)
        machine.advance(to: evening + .seconds(366 * 86_400))
        let real = machine.entries(.event).suffix(2 * 366)
        #expect(real.count == 732)
        #expect(Set(real.map { $0["SUNTRACKER_EVENT_TIME"] }).count == 732)
    }

    @Test("a location refined by less than 45 minutes is the same sunset")
    func refined() {
        var machine = machine()
        machine.advance(to: sunset + .seconds(5))
        var nearby = TestPlace.denver.place
        nearby.observer.coordinate = coordinate(39.7, -105.6)
        machine.settings.location.fixed = nearby
        machine.deliver(.reloaded(machine.settings))
        machine.advance(by: .seconds(3600))
        #expect(machine.entries(.event).count == 1)
        #expect(machine.entries(.locationChanged).count == 1)
    }

    @Test("a truly different sunset, further west, is told")
    func travelled() {
        var machine = machine()
        machine.advance(to: sunset + .seconds(5))
        var west = TestPlace.denver.place
        west.observer.coordinate = coordinate(37.77, -122.42)
        machine.settings.location.fixed = west
        machine.deliver(.reloaded(machine.settings))
        machine.advance(by: .seconds(7200))
        #expect(machine.entries(.event).count == 2)
    }

    @Test("a full disk is said once, announcing goes on, and its end is said")
    func fullDisk() {
        var machine = machine()
        machine.diskIsFull = true
        machine.advance(by: .seconds(2 * 86_400))
        #expect(machine.entries(.stateTrouble).count == 1)
        #expect(machine.entries(.event).count == 4)
        machine.diskIsFull = false
        machine.advance(by: .seconds(86_400))
        #expect(machine.entries(.stateTrouble).count == 2)
        #expect(machine.entries(.event).count == 6)
    }

    @Test("a damaged ledger is said, and the service goes on")
    func damagedLedger() {
        var machine = machine()
        machine.advance(to: sunset + .seconds(1))
        machine.kill()
        machine.disk = "rubbish"
        machine.start()
        #expect(machine.entries(.stateTrouble).count == 1)
        #expect(machine.isRunning)
        #expect(Set(machine.shown.map(\.popup.tag)).count == 1)
    }

    @Test("without a location the service runs, says so, arms nothing, and goes on when one comes")
    func noLocation() {
        var machine = SimulatedMachine(at: evening, settings: Settings())
        machine.start()
        #expect(machine.entries(.noLocation).count == 1)
        #expect(machine.readyCount == 1)
        #expect(machine.clock.timer == nil)
        machine.sleep(for: .seconds(400 * 86_400))
        machine.deliver(.located(TestPlace.denver.place))
        #expect(machine.entries(.locationChanged).count == 1)
        machine.advance(by: .seconds(86_400))
        #expect(machine.entries(.event).count == 2)
        #expect(machine.entries(.missed).isEmpty)
        #expect(machine.entries(.missedMany).isEmpty)
    }

    @Test("a reload is answered with ready, a refused one keeps the settings and says so on the desktop as well")
    func reload() {
        var machine = machine()
        machine.deliver(.reloaded(machine.settings))
        #expect(machine.readyCount == 2)
        let error = SettingsError(origin: nil, subject: "Sunrise", problem: "is odd", remedy: "write yes or no")
        machine.deliver(.reloadRefused(error))
        #expect(machine.readyCount == 3)
        #expect(machine.entries(.settingsRefused).count == 1)
        #expect(machine.shown.map(\.popup.body) == ["Sunrise: is odd; write yes or no"])
        machine.advance(to: sunset)
        #expect(machine.entries(.event).count == 1)
    }

    @Test("a switch that is off keeps the popup away, not the journal entry")
    func switchedOff() {
        var machine = machine { $0.notifications.sunset = false }
        machine.advance(by: .seconds(86_400))
        #expect(machine.entries(.event).count == 2)
        #expect(machine.shown.map(\.popup.tag) == ["sunrise"])
    }

    @Test("stopped and started again within the grace, nothing is told twice")
    func stopAndStart() {
        var machine = machine()
        machine.advance(to: sunset + .seconds(1))
        machine.deliver(.stopRequested)
        #expect(!machine.isRunning)
        machine.advance(by: .seconds(5))
        machine.start()
        machine.advance(by: .seconds(3600))
        #expect(machine.entries(.event).count == 1)
        #expect(machine.shown.count == 1)
    }
}
