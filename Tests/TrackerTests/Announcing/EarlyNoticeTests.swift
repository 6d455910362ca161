// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker
import Wording

/// What is announced before its event is in time until the event.
@Suite("Announcements before their event") struct EarlyNoticeTests {
    /// Noon in Denver, on the day before the clocks go back at 08:00Z.
    private static let noon = at("2026-10-31T18:00:00Z")

    /// How a machine is away over the time at which something is due.
    enum Absence: CaseIterable {
        case suspended, off, killed

        func pass(_ time: Duration, _ machine: SimulatedMachine) {
            switch self {
            case .suspended: machine.sleep(for: time)
            case .off: machine.reboot(at: machine.clock.now + time)
            case .killed:
                machine.kill()
                machine.advance(by: time)
            }
            if !machine.isRunning { machine.start() }
        }
    }

    private func announced(_ machine: SimulatedMachine, _ event: String = "dst-change") -> [SimulatedMachine.Entry] {
        machine.entries(.event).filter { ($0["SUNTRACKER_ALERT"] ?? $0["SUNTRACKER_EVENT"]) == event }
    }

    private func missed(_ machine: SimulatedMachine, _ event: String = "dst-change") -> [SimulatedMachine.Entry] {
        machine.entries(.missed).filter { ($0["SUNTRACKER_ALERT"] ?? $0["SUNTRACKER_EVENT"]) == event }
    }

    @Test("a clock change is announced once, whenever the lid is opened before it", arguments: Absence.allCases)
    func clocks(absence: Absence) {
        for minutes in [1, 11, 60, 7 * 60, 12 * 60, 14 * 60 - 1] as [Int64] {
            let machine = SimulatedMachine.inDenver(at: "2026-10-30T17:00:00Z")
            machine.advance(by: .seconds(86_400))
            absence.pass(.seconds(3600 + minutes * 60), machine)
            machine.sleep(for: .seconds(20))
            machine.stopAndStart()
            machine.advance(by: .seconds(86_400))
            #expect(announced(machine).map(\.instant) == [Self.noon + .seconds(minutes * 60)], "\(minutes) min")
            #expect(missed(machine).isEmpty)
            #expect(machine.shown.count { $0.popup.tag == "dst-change" } == 1)
        }
    }

    @Test("a clock change is missed from its instant on")
    func clocksTooLate() {
        let machine = SimulatedMachine.inDenver(at: "2026-10-31T17:00:00Z")
        machine.sleep(for: .seconds(15 * 3600 + 1))
        #expect(announced(machine).isEmpty)
        #expect(missed(machine).count == 1)
    }

    @Test("a popup waits for a server until the end of Grace=, although its event is still ahead")
    func withoutServer() {
        let machine = SimulatedMachine.inDenver(at: "2026-10-31T17:00:00Z")
        machine.hasServer = false
        machine.advance(to: Self.noon + .seconds(659))
        #expect(machine.entries(.notShown).count == 1)
        machine.hasServer = true
        machine.deliver(.notificationServerAppeared)
        machine.advance(by: .seconds(60))
        #expect(machine.shown.allSatisfy { $0.popup.tag != "dst-change" })
    }

    @Test("in another zone, or under other rules, a clock change that is still ahead is announced once")
    func otherZone() {
        let machine = SimulatedMachine(
            at: at("2026-10-30T20:00:00Z"), settings: TestPlace.denver.settings, localTime: SimulatedZone.utc)
        machine.start()
        machine.advance(by: .seconds(25 * 3600))
        for zone in [SimulatedZone.denver, .utc, .denver] {
            machine.changeZone(to: zone, mainCity: nil)
            machine.setClock(to: machine.clock.now - .seconds(2))
            machine.advance(by: .seconds(60))
        }
        machine.stopAndStart()
        machine.advance(by: .seconds(86_400))
        #expect(announced(machine).count == 1)
        #expect(missed(machine).isEmpty)
    }

    @Test(
        "what was due before its rule existed is not announced: at the first start, and after an edit",
        arguments: [false, true])
    func newRules(isEdit: Bool) throws {
        func add(_ settings: inout Settings) throws {
            try settings.addAlert("winter", "Event=december-solstice", "Offset=-30d")
            try settings.addAlert("dusk", "Event=sunset", "Offset=-8h")
        }
        let start = "2026-11-22T18:30:00Z"
        let machine: SimulatedMachine
        if isEdit {
            machine = SimulatedMachine.inDenver(at: start)
            try add(&machine.settings)
            machine.deliver(.settings(.success(machine.settings), cause: .edit))
        } else {
            machine = try SimulatedMachine.inDenver(at: start, add)
        }
        for _ in 1...3 {
            machine.advance(by: .seconds(600))
            machine.setClock(to: machine.clock.now - .seconds(2))
            machine.sleep(for: .seconds(60))
        }
        #expect(announced(machine).isEmpty)
        #expect(machine.entries(.event).isEmpty)
        #expect(machine.entries(.missed).isEmpty)
    }

    @Test("an alert days before its event is announced once, within these days", arguments: Absence.allCases)
    func daysBefore(absence: Absence) throws {
        for (offset, away) in [(7, 8), (7, 13), (30, 5), (30, 25)] as [(Int64, Int64)] {
            let solstice = at("2026-12-21T20:50:00Z")
            let machine = try SimulatedMachine.inDenver(at: (solstice - .seconds((offset + 2) * 86_400)).description) {
                try $0.addAlert("winter", "Event=december-solstice", "Offset=-\(offset)d")
            }
            machine.advance(by: .seconds(86_400))
            absence.pass(.seconds(min(away, offset) * 86_400), machine)
            for _ in 0...offset { machine.advance(by: .seconds(86_400)) }
            #expect(announced(machine, "winter").count == 1, "\(offset) days before, away for \(away)")
            #expect(missed(machine, "winter").isEmpty)
        }
    }

    @Test("an alert before its event is in time until the event or NotAfter=, whichever comes first")
    func bounded() throws {
        // Sunset is at 16:40.
        for (minutes, isAnnounced) in [(35, true), (49, true), (61, false), (115, false)] as [(Int64, Bool)] {
            let machine = try SimulatedMachine.inDenver(at: "2026-11-21T21:00:00Z") {
                try $0.addAlert("walk", "Event=sunset", "Offset=-2h", "NotAfter=15:30")
            }
            machine.sleep(for: .seconds(40 * 60 + minutes * 60))
            #expect(announced(machine, "walk").count == (isAnnounced ? 1 : 0), "\(minutes) min late")
            #expect(missed(machine, "walk").count == (isAnnounced ? 0 : 1))
        }
    }

    @Test("a late alert before its event begins with the time that is left")
    func texts() throws {
        let machine = try SimulatedMachine.inDenver(at: "2026-11-21T23:00:00Z") {
            try $0.addAlert("light", "Event=sunset", "Offset=-30min", "Title=Half an hour of light left")
            try $0.addAlert("offset", "Event=sunset", "Offset=-30min", "Title={offset}|{when}", "Body={offset}|{when}")
            try $0.addAlert("plain", "Event=sunset", "Offset=-30min")
        }
        machine.sleep(for: .seconds(28 * 60))
        let shown = machine.shown.filter { $0.popup.tag.hasPrefix("alert:") }.map(\.written)
        #expect(
            shown.map(\.summary) == [
                "Sunset in denver in 12 min, at 16:40: Half an hour of light left",
                "Sunset in denver in 12 min, at 16:40: 12 min before|12 min before sunset",
                "Sunset in denver in 12 min, at 16:40",
            ])
        #expect(shown.map(\.body)[1] == "12_min before|12_min before sunset".replacing("_", with: "\u{A0}"))
    }

    // Sunset is at 23:39:57Z.
    @Test(
        "the first start and a journey look back by Grace=, but ten minutes at most",
        arguments: [(86_400, "2026-11-22T02:00:00Z"), (60, "2026-11-21T23:45:00Z")] as [(Int64, String)])
    func lookBack(grace: Int64, start: String) {
        let machine = SimulatedMachine.inDenver(at: start) {
            $0.notifications.grace = .seconds(grace)
        }
        #expect(machine.entries(.event).isEmpty)
        #expect(machine.entries(.missed).isEmpty)
        machine.settings.location.fixed = .inSettings(35.7, 139.7)
        machine.deliver(.settings(.success(machine.settings), cause: .reload))
        machine.setClock(to: machine.clock.now - .seconds(2))
        machine.sleep(for: .seconds(60))
        #expect(machine.entries(.event).isEmpty)
        #expect(machine.entries(.missed).isEmpty)
    }
}

extension SimulatedMachine {
    /// Stops the service, and starts it again.
    func stopAndStart() {
        deliver(.stopRequested)
        start()
    }
}
