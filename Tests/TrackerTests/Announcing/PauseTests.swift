import Solar
import TestSupport
import Testing

@testable import Tracker

/// The sunset in Denver is at 16:40, the sunrise at 06:52.
@Suite("A pause of notifications") struct PauseTests {
    private static let hour = Duration.seconds(3600)
    private static let day = Duration.seconds(86_400)

    private func machine(server: SimulatedMachine.Server = .running, _ edit: (inout Settings) -> Void = { _ in })
        -> SimulatedMachine
    {
        .inDenver(server: server, hooks: HookCatalog(events: [.solar(.sunset)]), edit)
    }

    private func pause(_ machine: SimulatedMachine, for time: Duration?) {
        machine.deliver(.pauseRequested(until: time.map { machine.clock.now + $0 }))
    }

    @Test("leaves out popups until its end; the journal says so, and hooks run")
    func leavesOut() throws {
        let machine = machine()
        pause(machine, for: Self.hour * 12)
        let wakeups = machine.wakeups
        machine.advance(to: sunsetInDenver + .seconds(60))
        #expect(machine.shown.isEmpty)
        #expect(machine.entries(.event).map { $0["SUNTRACKER_QUIET"] } == ["1"])
        #expect(machine.hookCalls.count == 1)
        machine.advance(by: Self.day)
        #expect(machine.shown.map(\.popup.tag) == ["sunrise", "sunset"], "nothing is shown afterwards")
        #expect(machine.entries(.event).dropFirst().allSatisfy { $0["SUNTRACKER_QUIET"] == nil })
        #expect(machine.wakeups - wakeups == 3, "its end wakes nobody")
        let entries = machine.entries(.paused)
        #expect(entries.count == 1)
        #expect(entries.first?["SUNTRACKER_UNTIL"]?.hasPrefix("2026-11-2") == true)
    }

    @Test("is ended earlier, and an entry says so")
    func resumed() {
        let machine = machine()
        pause(machine, for: Self.hour * 12)
        pause(machine, for: nil)
        pause(machine, for: nil)
        machine.advance(to: sunsetInDenver + .seconds(60))
        #expect(machine.shown.count == 1)
        #expect(machine.entries(.paused).map(\.entry.message).last == "Notifications are shown again")
        #expect(machine.entries(.paused).count == 2)
    }

    @Test("goes on over a reload, and after a clock that was a year behind")
    func goesOn() {
        for isReload in [true, false] {
            let machine = machine()
            let now = machine.clock.now
            pause(machine, for: Self.day)
            if isReload {
                machine.deliver(.settings(.success(machine.settings), cause: .reload))
            } else {
                machine.setClock(to: now - Self.day * 365)
                machine.setClock(to: now)
            }
            machine.advance(to: sunsetInDenver + .seconds(60))
            #expect(machine.entries(.event).last?["SUNTRACKER_QUIET"] == "1")
            #expect(machine.shown.isEmpty)
        }
    }

    @Test("of a wrong clock never lasts longer than seven days", arguments: [-30, 8, 400, 40_000])
    func limit(daysAhead: Int64) {
        let machine = machine()
        let now = machine.clock.now
        machine.setClock(to: now + Self.day * Int(daysAhead))
        pause(machine, for: Self.day * 6)
        machine.setClock(to: now)
        machine.kill()
        machine.start()
        machine.advance(to: sunsetInDenver + .seconds(60))
        #expect(machine.shown.count == 1)
        #expect(machine.disk?.contains("notice:paused") == false, "it does not come back when that time has come")
    }

    @Test("cannot be longer than seven days, or end in the past", arguments: [-1, 0, 7 * 86_400 + 1])
    func refused(seconds: Int64) {
        let machine = machine()
        let now = machine.clock.now
        #expect(Pause.obstacle(until: now + .seconds(seconds), at: now) != nil)
        pause(machine, for: .seconds(seconds))
        machine.advance(to: sunsetInDenver)
        #expect(machine.shown.count == 1)
        #expect(machine.entries(.paused).isEmpty)
    }

    @Test("drops the popup that waits for a server, and nothing shows it later", arguments: [60, 36_000])
    func pending(seconds: Int64) {
        let machine = machine(server: .absent)
        machine.advance(to: sunsetInDenver + .seconds(7))
        pause(machine, for: .seconds(seconds))
        let entry = machine.entries(.notShown).first
        #expect(entry?.entry.message == "No notification was shown for the sunset: notifications were paused")
        #expect(entry?["SUNTRACKER_QUIET"] == "1")
        #expect(entry?.entry.priority == .info)
        machine.advance(by: .seconds(90))
        machine.restartServer()
        machine.advance(by: Self.hour)
        #expect(machine.shown.isEmpty)
        #expect(machine.entries(.notShown).count == 1)
        #expect(machine.disk?.contains("announced 2026-11-21T23:40:0") == true)
    }

    @Test("drops the popup that a hanging server leaves behind when it goes")
    func unanswered() {
        let machine = machine(server: .hanging)
        machine.advance(to: sunsetInDenver)
        machine.timeOutUnanswered()
        pause(machine, for: Self.hour * 12)
        machine.restartServer()
        machine.advance(by: Self.hour)
        #expect(machine.shown.isEmpty)
        #expect(machine.entries(.notShown).map { $0["SUNTRACKER_QUIET"] } == ["1"])
    }

    @Test("shows neither a missed event nor a mistake in the settings, but a preview")
    func notices() {
        let machine = machine { $0.notifications.late = .notify }
        pause(machine, for: Self.hour * 24)
        let error = SettingsError(origin: nil, subject: "x", problem: "y", remedy: "z")
        machine.deliver(.settings(.failure(error), cause: .edit))
        machine.sleep(for: sunsetInDenver - machine.clock.now + Self.hour * 2)
        #expect(machine.entries(.missed).count == 1)
        #expect(machine.entries(.settingsRefused).count == 1)
        machine.preview("sunset")
        #expect(machine.shown.map(\.popup.tag) == ["preview"])
        #expect(machine.previews == [nil])
    }

    @Test("puts off the notice of the first start until after its end")
    func firstStart() {
        let machine = SimulatedMachine(
            at: at("2026-11-21T20:00:00Z"), settings: Settings(), localTime: SimulatedZone.denver)
        machine.isNew = true
        machine.start()
        machine.deliver(.location(.authorization(.allowedAlways)))
        pause(machine, for: Self.hour)
        machine.deliver(.location(.fix(fix(39.74, -104.99))))
        machine.advance(to: sunsetInDenver - .seconds(3600))
        #expect(machine.shown.isEmpty)
        machine.advance(to: sunsetInDenver + .seconds(3600))
        #expect(machine.shown.map(\.popup.tag) == ["sunset", "first-start"])
    }

    @Test("is said in the status line, to other programs and in the panel, and not after its end")
    func published() {
        let start = at("2026-11-21T20:00:00Z")
        let end = at("2026-11-22T15:00:00Z")
        var tracker = Tracker.inDenver(from: start)
        _ = tracker.handle(.started(ledgerTrouble: nil), at: start)
        let outputs = tracker.handle(.pauseRequested(until: end), at: start)
        #expect(outputs.contains(.keep(tracker.ledger)))
        let status = outputs.compactMap { if case .status(let text) = $0 { text } else { nil } }.last
        #expect(status?.hasSuffix("; no notifications until 2026-11-22 08:00") == true)
        #expect(outputs.outlook?.pausedUntil == end)
        let quiet = tracker.handle(.timerFired, at: sunsetInDenver)
        #expect(quiet.outlook?.lastAnnouncement?.notification == .quiet)
        let later = tracker.handle(.timerFired, at: end)
        #expect(later.outlook?.pausedUntil == nil)
        #expect(later.contains { if case .status(let text) = $0 { !text.contains("no notifications") } else { false } })
    }

    @Test("is a line of the ledger that a program without pauses takes for an old announcement")
    func line() throws {
        let noon = at("2026-11-21T12:00:00Z")
        let ledger = Ledger(settledThrough: noon, notes: [.paused: noon + Self.hour])
        #expect(
            ledger.text == """
                suntracker-ledger 2
                settled-through 2026-11-21T12:00:00Z
                announced 2026-11-21T13:00:00Z - notice:paused
                end 1

                """)
        #expect(try Ledger(text: ledger.text) == ledger)
    }

    @Test(
        "until the morning ends at the next 08:00",
        arguments: [
            ("2026-11-21T14:59:59Z", "2026-11-21T15:00:00Z"), ("2026-11-21T15:00:00Z", "2026-11-22T15:00:00Z"),
            ("2026-11-22T04:00:00Z", "2026-11-22T15:00:00Z"), ("2026-03-08T06:00:00Z", "2026-03-08T14:00:00Z"),
        ])
    func morning(now: String, end: String) {
        #expect(Pause.nextMorning(after: at(now), in: SimulatedZone.denver) == at(end))
    }
}
