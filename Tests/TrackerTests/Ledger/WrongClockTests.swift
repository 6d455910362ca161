// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing
import Tracker
import Wording

private let sunset = sunsetInDenver

@Suite("A wrong clock") struct WrongClockTests {
    /// The announcements of this sunset.
    private func sunsets(_ machine: SimulatedMachine, at sunset: Instant = sunset) -> [SimulatedMachine.Entry] {
        machine.entries(.event).filter { $0["SUNTRACKER_EVENT_TIME"] == sunset.rfc3339(fractionDigits: 6) }
    }

    @Test(
        "the journal lists an event missed after a clock that was ahead is corrected", arguments: ["asleep", "killed"])
    func missed(how: String) {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(3600)).description)
        machine.setClock(to: sunset + .seconds(30))
        #expect(sunsets(machine).count == 1)
        machine.setClock(to: sunset - .seconds(3570))
        if how == "killed" {
            machine.kill()
            machine.advance(by: .seconds(2 * 3600))
            machine.start()
        } else {
            machine.sleep(for: .seconds(2 * 3600))
        }
        #expect(machine.entries(.missed).map { $0["SUNTRACKER_EVENT"] } == ["sunset"])
        machine.kill()
        machine.start()
        #expect(machine.entries(.missed).count == 1)
        #expect(sunsets(machine).count == 1)
    }

    @Test(
        "a missed event is not listed again if a step back is undone except for a few seconds",
        arguments: ["running", "killed"])
    func almostUndone(how: String) {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(25 * 3600)).description)
        machine.advance(to: sunset - .seconds(12 * 3600))
        // The clock skips the sunrise.
        machine.setClock(to: sunset - .seconds(3))
        machine.advance(by: .seconds(6))
        machine.setClock(to: sunset - .seconds(11 * 3600))
        machine.advance(by: .seconds(6))
        machine.setClock(to: sunset - .seconds(3))
        if how == "killed" {
            machine.kill()
            machine.start()
        }
        machine.advance(by: .seconds(6))
        #expect(machine.entries(.missed).map { $0["SUNTRACKER_EVENT"] } == ["sunrise"])
        #expect(sunsets(machine).count == 1)
    }

    @Test("a missed event is not listed again if a step back by half an hour is undone except for a few seconds")
    func almostUndoneSoon() {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(Self.aDay)).description)
        machine.advance(to: sunset - .seconds(1200))
        machine.setClock(to: sunset + .seconds(1200))
        machine.advance(by: .seconds(6))
        machine.setClock(to: sunset - .seconds(600))
        machine.advance(by: .seconds(6))
        machine.setClock(to: sunset + .seconds(1209))
        machine.advance(by: .seconds(6))
        #expect(machine.entries(.missed).map { $0["SUNTRACKER_EVENT"] } == ["sunset"])
        #expect(sunsets(machine).isEmpty)
    }

    @Test("an event that a boot with a clock ahead has announced is missed in a boot that is set to after the event")
    func aheadThenBehind() {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(3 * 3600)).description)
        machine.setClock(to: sunset - .seconds(60))
        machine.advance(to: sunset + .seconds(80 * 60))
        #expect(sunsets(machine).count == 1)
        machine.setClock(to: sunset - .seconds(40 * 60))
        machine.advance(by: .seconds(60))
        // The step is longer than the step back of the boot before, which it does not undo.
        machine.reboot(at: sunset - .seconds(105 * 60))
        machine.start()
        machine.setClock(to: sunset + .seconds(20 * 60))
        #expect(machine.entries(.missed).map { $0["SUNTRACKER_EVENT"] } == ["sunset"])
    }

    @Test("missed events are not listed again by the next boot after a step back that was undone")
    func undoneBeforeReboot() {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(Self.aDay)).description)
        machine.advance(to: sunset - .seconds(3 * 3600))
        // Over a night. The phase is day all the time, so its calls do not write the ledger.
        machine.setClock(to: sunset + .seconds(21 * 3600))
        machine.advance(by: .seconds(6))
        machine.setClock(to: sunset - .seconds(2 * 3600))
        machine.advance(by: .seconds(6))
        machine.setClock(to: sunset + .seconds(21 * 3600 + 12))
        machine.reboot(at: sunset + .seconds(22 * 3600))
        machine.start()
        #expect(machine.entries(.missed).map { $0["SUNTRACKER_EVENT"] } == ["sunset", "sunrise"])
        #expect(sunsets(machine).isEmpty)
    }

    @Test("a clock that is years behind until there is a network lists nothing of these years as missed")
    func yearsBehind() {
        let machine = SimulatedMachine.inDenver()
        machine.advance(to: sunset + .seconds(30))
        machine.reboot(at: sunset - .seconds(20 * 365 * 86_400 + 4 * 3600))
        machine.start()
        machine.setClock(to: sunset + .seconds(3600))
        #expect((machine.entries(.missed) + machine.entries(.missedMany)).map(\.entry.message) == [])
        #expect(sunsets(machine).count == 1)
    }

    struct Boots: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// When each boot except the first begins, in seconds of true time since the sunset, and by how much its clock
        /// is behind.
        let boots: [(after: Int64, behind: Int64)]
        /// Whether a network sets the clock right before a boot ends.
        var hasNetwork = false
    }

    private static let aDay: Int64 = 86_400
    private static let since1970: Int64 = sunset.microseconds / 1_000_000

    @Test(
        "after boots with a clock that is behind, no event is announced again or listed as missed",
        arguments: [
            Boots(testDescription: "by minutes", boots: [(60, 600), (240, 0)]),
            Boots(testDescription: "by hours", boots: [(60, 7200), (420, 0)]),
            Boots(testDescription: "by hours, until the next morning", boots: [(60, 6 * 3600), (12 * 3600, 0)]),
            Boots(testDescription: "since 1970", boots: [(60, since1970), (420, 0)]),
            Boots(testDescription: "since 1970, for days", boots: [(60, since1970), (10 * aDay + 7200, 0)]),
            Boots(testDescription: "twice, by hours", boots: [(60, 7200), (240, 7200), (420, 0)]),
            Boots(testDescription: "twice, since 1970", boots: [(60, since1970), (240, since1970), (420, 0)]),
            Boots(testDescription: "by hours, with a network", boots: [(60, 7200), (420, 0)], hasNetwork: true),
            Boots(
                testDescription: "twice, by hours, with a network", boots: [(60, 7200), (240, 7200), (420, 0)],
                hasNetwork: true),
            Boots(testDescription: "since 1970, with a network", boots: [(60, since1970), (420, 0)], hasNetwork: true),
        ])
    func behind(_ row: Boots) {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(8 * Self.aDay)).description)
        machine.advance(to: sunset + .seconds(30))
        let entries = machine.entries(.event).count
        for (after, behind) in row.boots {
            machine.reboot(at: max(.unixEpoch, sunset + .seconds(after - behind)))
            machine.start()
            machine.advance(by: .seconds(120))
            if row.hasNetwork { machine.setClock(to: sunset + .seconds(after + 120)) }
            machine.advance(by: .seconds(20))
        }
        let news = machine.entries(.event).dropFirst(entries).map(\.entry.message)
        #expect(news == [])
        let listed = (machine.entries(.missed) + machine.entries(.missedMany)).map(\.entry.message)
        // Events that occurred since then, while the machine was off, were really missed.
        let announced = (13...20).map { "2026-11-\($0)" } + ["2026-11-21 at 06", "2026-11-21 at 16", "from 19"]
        #expect(!listed.contains { line in announced.contains(where: line.contains) }, "\(listed)")
    }

    @Test(
        "a first start with a clock of 1970 that is set right later lists nothing as missed",
        arguments: [60, 3600, 20_000])
    func firstStart(after seconds: Int64) {
        let machine = SimulatedMachine(
            at: .unixEpoch + .seconds(30), settings: TestPlace.denver.settings, localTime: SimulatedZone.denver)
        machine.isNew = true
        machine.start()
        machine.advance(by: .seconds(seconds))
        machine.setClock(to: sunset - .seconds(3600))
        machine.kill()
        machine.reboot(at: sunset - .seconds(3000))
        machine.start()
        machine.advance(to: sunset)
        #expect((machine.entries(.missed) + machine.entries(.missedMany)).map(\.entry.message) == [])
        #expect(sunsets(machine).map(\.instant) == [sunset])
    }

    @Test("events that a boot in 1970 announces by its own clock do not make the years since then an outage")
    func eventsOf1970() {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(2 * Self.aDay)).description)
        machine.advance(to: sunset + .seconds(30))
        machine.reboot(at: .unixEpoch + .seconds(10))
        machine.start()
        machine.advance(by: .seconds(Self.aDay))
        machine.reboot(at: sunset + .seconds(Self.aDay - 3600))
        machine.start()
        #expect(machine.entries(.missedMany).isEmpty)
        // At the true time of this sunrise, the machine was running with a clock of 1970.
        #expect(machine.entries(.missed).map { $0["SUNTRACKER_EVENT"] } == ["sunrise"])
        #expect(sunsets(machine).count == 1)
    }

    @Test(
        "an announcement that a crash left open is completed once a clock that was behind is corrected",
        arguments: [60, 3600])
    func leftOpen(after seconds: Int64) {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(3600)).description)
        machine.server = .absent
        machine.advance(to: sunset + .seconds(30))
        machine.kill()
        machine.server = .running
        machine.reboot(at: .unixEpoch + .seconds(10))
        machine.start()
        machine.advance(by: .seconds(10))
        #expect(machine.shown.isEmpty)
        machine.setClock(to: sunset + .seconds(seconds))
        machine.advance(by: .seconds(10))
        let isInTime = seconds < 600
        #expect(machine.shown.map(\.popup.tag) == (isInTime ? ["sunset"] : []))
        #expect(machine.entries(.notShown).count == (isInTime ? 0 : 1))
        machine.kill()
        machine.reboot(at: sunset + .seconds(seconds + 60))
        machine.start()
        machine.advance(by: .seconds(10))
        #expect(machine.shown.count + machine.entries(.notShown).count == 1)
        #expect(sunsets(machine).count == 1)
    }

    @Test("before the first event, a boot with the right clock is like the first start")
    func firstBootWithoutClock() {
        let machine = SimulatedMachine(
            at: .unixEpoch + .seconds(30), settings: TestPlace.denver.settings, localTime: SimulatedZone.denver)
        machine.isNew = true
        machine.start()
        machine.advance(by: .seconds(3600))
        machine.reboot(at: sunset + .seconds(60))
        machine.start()
        #expect((machine.entries(.missed) + machine.entries(.missedMany)).map(\.entry.message) == [])
        #expect(sunsets(machine).map(\.instant) == [sunset + .seconds(60)])
        machine.reboot(at: sunset + .seconds(Self.aDay - 3600))
        machine.start()
        #expect(machine.entries(.missed).map { $0["SUNTRACKER_EVENT"] } == ["sunrise"])
    }

    @Test("a ledger is not treated as new if its missed events are due again because the clock was ahead")
    func notNew() {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(3600)).description)
        machine.sleep(for: .seconds(3 * 3600))
        #expect(machine.entries(.missed).map { $0["SUNTRACKER_EVENT"] } == ["sunset"])
        machine.setClock(to: sunset - .seconds(3600))
        machine.setClock(to: sunset + .seconds(Self.aDay - 3600))
        #expect(machine.entries(.missed).map { $0["SUNTRACKER_EVENT"] } == ["sunset", "sunrise"])
    }

    @Test("an event is announced again if two boots in a row began before it, even if one of them announced it")
    func twoOutweighOne() {
        let machine = SimulatedMachine.inDenver()
        machine.advance(to: sunset + .seconds(60))
        machine.reboot(at: sunset - .seconds(9 * 3600))
        machine.start()
        machine.reboot(at: sunset - .seconds(1200))
        machine.start()
        machine.advance(to: sunset + .seconds(60))
        #expect(sunsets(machine).map(\.instant) == [sunset, sunset])
    }

    @Test("a boot that began before a time and passed it is no reason to settle it for a later boot")
    func passedByTheNextBoot() {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(Self.aDay)).description)
        machine.advance(to: sunset - .seconds(3 * 3600))
        machine.setClock(to: sunset + .seconds(3600))
        machine.reboot(at: sunset - .seconds(2 * 3600))
        machine.start()
        machine.advance(to: sunset + .seconds(2 * 3600))
        machine.kill()
        machine.start()
        machine.setClock(to: sunset - .seconds(5400))
        machine.advance(by: .seconds(60))
        machine.reboot(at: sunset + .seconds(5400))
        machine.start()
        // The clocks of the first boot and of the last one have skipped the sunset.
        #expect(machine.entries(.missed).map { $0["SUNTRACKER_EVENT"] } == ["sunset", "sunset"])
        #expect(sunsets(machine).map(\.instant) == [sunset])
    }

    @Test("an announcement counts after boots with a clock years ahead and a clock that is behind")
    func yearsAheadBefore() {
        let machine = SimulatedMachine.inDenver(at: "2036-11-21T12:00:00Z")
        machine.advance(by: .seconds(60))
        machine.reboot(at: sunset - .seconds(3600))
        machine.start()
        machine.advance(to: sunset + .seconds(30))
        machine.reboot(at: .unixEpoch + .seconds(10))
        machine.start()
        machine.advance(by: .seconds(Self.aDay))
        machine.reboot(at: sunset + .seconds(600))
        machine.start()
        #expect((machine.entries(.missed) + machine.entries(.missedMany)).map(\.entry.message) == [])
        #expect(sunsets(machine).map(\.instant) == [sunset])
    }

    @Test("an event that a clock that was ahead announced is announced again after a reboot shortly before it")
    func rebooted() {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(3600)).description)
        machine.setClock(to: sunset + .seconds(30))
        machine.setClock(to: sunset - .seconds(3500))
        machine.reboot(at: sunset - .seconds(1200))
        machine.start()
        machine.advance(to: sunset + .seconds(60))
        #expect(sunsets(machine).map(\.instant) == [sunset + .seconds(30), sunset])
    }

    @Test("an event that was announced during a boot with a clock that was ahead is announced again")
    func wasAheadBeforeTheBoot() {
        let machine = SimulatedMachine.inDenver()
        machine.advance(to: sunset + .seconds(60))
        machine.reboot(at: sunset - .seconds(9 * 3600))
        machine.start()
        machine.advance(to: sunset + .seconds(60))
        #expect(sunsets(machine).map(\.instant) == [sunset, sunset])
    }

    @Test("an announcement that a crash left open is completed, although the next two boots began before its event")
    func leftOpenByTwoBoots() {
        let machine = SimulatedMachine.inDenver(server: .absent)
        machine.advance(to: sunset + .seconds(30))
        machine.reboot(at: sunset - .seconds(9 * 3600))
        machine.start()
        machine.advance(by: .seconds(60))
        machine.server = .running
        machine.reboot(at: sunset - .seconds(300))
        machine.start()
        machine.advance(to: sunset + .seconds(60))
        #expect(machine.shown.map(\.popup.tag) == ["sunset"])
        #expect(sunsets(machine).count == 1)
    }

    @Test("an event is missed if the service was not running, even if the clock was set back meanwhile")
    func setBackWhileEnded() {
        let machine = SimulatedMachine.inDenver(at: (sunset - .seconds(12 * 3600)).description)
        machine.advance(to: sunset - .seconds(9 * 3600))
        machine.kill()
        machine.advance(by: .seconds(12 * 3600))
        machine.setClock(to: sunset + .seconds(2 * 3600))
        machine.start()
        #expect(machine.entries(.missed).map { $0["SUNTRACKER_EVENT"] } == ["sunset"])
        #expect(machine.entries(.event).map { $0["SUNTRACKER_EVENT"] } == ["sunrise"])
    }
}
