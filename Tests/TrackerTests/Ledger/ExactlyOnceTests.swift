import Solar
import TestSupport
import Testing
import Tracker

private let evening = at("2026-11-21T23:00:00Z")
private let sunset = sunsetInDenver

private func machine(at instant: Instant = evening, _ change: (inout Settings) -> Void = { _ in }) -> SimulatedMachine {
    var settings = TestPlace.denver.settings
    change(&settings)
    let machine = SimulatedMachine(at: instant, settings: settings, localTime: SimulatedZone.denver)
    machine.start()
    return machine
}

@Suite("On time and never twice") struct ExactlyOnceTests {
    @Test("after a crash before any output around an event it is announced, and no popup appears twice")
    func killedAtEveryAction() {
        let undisturbed = machine()
        let before = undisturbed.actionCount
        undisturbed.advance(to: sunset + .seconds(60))
        let actions = undisturbed.actionCount - before
        #expect(actions > 5)

        for action in 0...actions {
            let machine = machine()
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

    @Test("an event during sleep is announced on resume within the grace period, and the text says how late it is")
    func late() {
        let machine = machine()
        machine.advance(to: sunset - .seconds(60))
        machine.sleep(for: .seconds(60 + 7 * 60))
        #expect(machine.shown.map(\.popup.summary) == ["Sunset in denver was 7 min ago"])
        #expect(machine.entries(.event).map { $0["SUNTRACKER_LATENESS_USEC"] } == ["420000000"])
    }

    @Test("an event older than the grace period is only written to the journal as missed")
    func missed() {
        let machine = machine()
        machine.sleep(for: .seconds(3 * 3600))
        #expect(machine.shown.isEmpty)
        #expect(machine.entries(.event).isEmpty)
        #expect(machine.entries(.missed).map { $0["SUNTRACKER_EVENT"] } == ["sunset"])
        machine.kill()
        machine.start()
        #expect(machine.entries(.missed).count == 1)
    }

    @Test("Late=notify shows the last event of each kind, however late")
    func lateNotify() {
        let machine = machine { $0.notifications.late = .notify }
        machine.sleep(for: .seconds(3 * 86_400))
        #expect(machine.entries(.missed).count == 6)
        #expect(machine.shown.map(\.popup.tag).sorted() == ["sunrise", "sunset"])
    }

    @Test("after a year off, one entry covers most of it, and each event of the last week has its own")
    func outage() {
        let machine = machine()
        machine.kill()
        machine.advance(by: .seconds(365 * 86_400))
        machine.start()
        #expect(machine.entries(.missedMany).count == 1)
        #expect(machine.entries(.missed).count == 14)
        #expect(machine.shown.isEmpty)
    }

    @Test("three months without events at the pole are not an outage")
    func quietPole() {
        let machine = SimulatedMachine(at: at("2026-06-22T00:00:00Z"), settings: TestPlace.southPole.settings)
        machine.start()
        machine.kill()
        machine.advance(by: .seconds(89 * 86_400))
        machine.start()
        #expect(machine.entries(.missedMany).isEmpty)
        #expect(machine.entries(.missed).isEmpty)
    }

    @Test("an event missed because the clock ran ahead is announced when it really comes")
    func ranAhead() {
        let machine = machine()
        machine.setClock(to: evening + .seconds(5 * 3600))
        #expect(machine.entries(.missed).count == 1)
        machine.setClock(to: evening + .seconds(60))
        machine.advance(to: sunset)
        #expect(machine.entries(.event).map(\.instant) == [sunset])
    }

    @Test("a machine that boots in 1970 and then gets the time repeats nothing and reports no missed decades")
    func bootsIn1970() {
        let machine = machine()
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

    @Test("a clock that ran a year ahead for days does not suppress the events of that year")
    func yearAhead() {
        let machine = machine()
        machine.setClock(to: evening + .seconds(365 * 86_400))
        machine.advance(by: .seconds(2 * 86_400))
        machine.setClock(to: evening)
        machine.advance(to: evening + .seconds(366 * 86_400))
        let real = machine.entries(.event).suffix(2 * 366)
        #expect(real.count == 732)
        #expect(Set(real.map { $0["SUNTRACKER_EVENT_TIME"] }).count == 732)
    }

    @Test("after a refined location, a sunset less than 45 minutes away is the same one")
    func refined() {
        let machine = machine()
        machine.advance(to: sunset + .seconds(5))
        var nearby = TestPlace.denver.place
        nearby.observer.coordinate = coordinate(39.7, -105.6)
        machine.settings.location.fixed = nearby
        machine.deliver(.reloaded(machine.settings))
        machine.advance(by: .seconds(3600))
        #expect(machine.entries(.event).count == 1)
        #expect(machine.entries(.locationChanged).count == 1)
    }

    @Test("a different sunset, further west, is announced")
    func travelled() {
        let machine = machine()
        machine.advance(to: sunset + .seconds(5))
        var west = TestPlace.denver.place
        west.observer.coordinate = coordinate(37.77, -122.42)
        machine.settings.location.fixed = west
        machine.deliver(.reloaded(machine.settings))
        machine.advance(by: .seconds(7200))
        #expect(machine.entries(.event).count == 2)
    }

    @Test("a full disk is reported once, announcements go on, and its end is reported")
    func fullDisk() {
        let machine = machine()
        machine.diskIsFull = true
        machine.advance(by: .seconds(2 * 86_400))
        #expect(machine.entries(.stateTrouble).count == 1)
        #expect(machine.entries(.event).count == 4)
        machine.diskIsFull = false
        machine.advance(by: .seconds(86_400))
        #expect(machine.entries(.stateTrouble).count == 2)
        #expect(machine.entries(.event).count == 6)
    }

    @Test("a damaged ledger is reported, and the service goes on")
    func damagedLedger() {
        let machine = machine()
        machine.advance(to: sunset + .seconds(1))
        machine.kill()
        machine.disk = "rubbish"
        machine.start()
        #expect(machine.entries(.stateTrouble).count == 1)
        #expect(machine.isRunning)
        #expect(Set(machine.shown.map(\.popup.tag)).count == 1)
    }

    @Test("without a location the service runs, reports it, arms no timer, and continues once there is one")
    func noLocation() {
        let machine = SimulatedMachine(at: evening, settings: Settings())
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

    @Test("a reload ends with ready; a failed one keeps the settings and is also reported on the desktop")
    func reload() {
        let machine = machine()
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

    @Test("a disabled event has no popup, but a journal entry")
    func switchedOff() {
        let machine = machine { $0.notifications.sunset = false }
        machine.advance(by: .seconds(86_400))
        #expect(machine.entries(.event).count == 2)
        #expect(machine.shown.map(\.popup.tag) == ["sunrise"])
    }

    @Test("a restart within the grace period repeats nothing")
    func stopAndStart() {
        let machine = machine()
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
