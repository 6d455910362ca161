// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

private let noon = at("2026-11-21T19:00:00Z")

/// A machine in Denver's time zone on which the service is started, by default for the first time.
private func newMachine(
    _ settings: Settings = Settings(), isNew: Bool = true, hasZone: Bool = true,
    _ prepare: (SimulatedMachine) -> Void = { _ in }
) -> SimulatedMachine {
    let machine = SimulatedMachine(at: noon, settings: settings, localTime: SimulatedZone.denver)
    machine.isNew = isNew
    if hasZone {
        machine.locations.timeZonePlace = Place(
            observer: TestPlace.denver.observer, name: "Denver",
            provenance: Provenance(source: .timeZone("America/Denver")))
    }
    prepare(machine)
    machine.start()
    return machine
}

extension SimulatedMachine {
    /// The summaries of the shown notices, after the time for which the first one is held back.
    func notices() -> [String] {
        advance(by: .seconds(7))
        return shown.map(\.written).filter { ["first-start", "location"].contains($0.tag) }.map(\.summary)
    }
}

@Suite("The notice of the first start") struct FirstStartTests {
    @Test("is not sent to a second server, because the first one may have shown it without responding")
    func unanswered() throws {
        var tracker = Tracker(
            settings: TestPlace.denver.settings, locations: LocationChain(), localTime: SimulatedZone.denver,
            places: NoPlaces(), ledger: nil, isFirstStart: true, now: noon)
        let write = try #require(tracker.handle(.started(ledgerProblem: nil), at: noon).writes.last)
        _ = tracker.handle(.ledgerStore(.written, write: write), at: noon)
        let notice = try #require(tracker.handle(.timerFired, at: noon + .seconds(7)).popups.first)
        let inputs = [
            Input.popupFailed(notice.id, .noResponse("timeout was reached")), .notificationServerLeft,
            .notificationServerAppeared, .timerFired,
        ]
        for (index, input) in inputs.enumerated() {
            let outputs = tracker.handle(input, at: noon + .seconds(Int64(20 + index * 10)))
            #expect(outputs.popups.isEmpty)
        }
        let end = tracker.handle(.timerFired, at: noon + .seconds(700))
        #expect(end.popups.isEmpty && end.entries.contains { $0.kind == .notShown })
    }

    @Test("waits for the first fix, and is not repeated by a restart")
    func fix() {
        let machine = newMachine()
        machine.deliver(.location(.authorization(.allowedAlways)))
        machine.advance(by: .seconds(300))
        #expect(machine.notices().isEmpty)
        machine.deliver(.location(.fix(TrackerTests.fix(52.52, 13.405, within: 5000))))
        #expect(machine.notices() == ["Sunrise at 23:40"])
        #expect(
            machine.shown.first?.written.body
                == "Not your place? suntracker place NAME · from GeoClue, to within 5\u{A0}km")
        #expect(machine.shown.first?.written.seconds == 15)
        #expect(machine.shown.first?.written.pageLabel == "Show the Daylight")
        machine.deliver(.location(.fix(TrackerTests.fix(48.85, 2.35))))
        machine.deliver(.settings(.success(machine.settings), cause: .reload))
        machine.deliver(.stopRequested)
        machine.start()
        machine.kill()
        machine.start()
        #expect(machine.notices().count == 1)
    }

    @Test("about a missing place or denied access is withdrawn when a place is set or access is granted")
    func mended() {
        for hasZone in [true, false] {
            let machine = newMachine(hasZone: hasZone)
            machine.deliver(.location(.authorization(.denied(.turnedOff))))
            #expect(machine.notices().count == 1)
            #expect(machine.withdrawn == [])
            if hasZone {
                machine.deliver(.location(.authorization(.allowedAlways)))
            } else {
                machine.deliver(.settings(.success(TestPlace.denver.settings), cause: .edit))
            }
            #expect(machine.withdrawn == ["first-start", "location"])
            machine.advance(by: .seconds(60))
            #expect(machine.withdrawn.count == 2)
        }
    }

    @Test("about denied access is not shown if access is granted, or a place is set, while the ledger is written")
    func mendedMeanwhile() {
        for isGranted in [true, false] {
            let machine = newMachine(isNew: false)
            machine.diskSpeed = .slow(.milliseconds(100))
            machine.deliver(.location(.authorization(.denied(.turnedOff))))
            machine.advance(by: .milliseconds(50))
            if isGranted {
                machine.deliver(.location(.authorization(.allowedAlways)))
            } else {
                machine.deliver(.settings(.success(TestPlace.denver.settings), cause: .edit))
            }
            machine.advance(by: .seconds(60))
            #expect(machine.notices().isEmpty)
        }
    }

    @Test("waits until the fix is overdue, then names the main city of the time zone")
    func overdue() {
        let machine = newMachine()
        machine.deliver(.location(.authorization(.allowedAlways)))
        #expect(machine.notices().isEmpty)
        machine.deliver(.location(.fixOverdue(nil)))
        #expect(machine.notices() == ["Sunset in Denver at 16:40"])
        #expect(machine.entries(.fixOverdue).map(\.entry.priority) == [.warning])
        machine.deliver(.location(.fix(TrackerTests.fix(52.52, 13.405))))
        #expect(machine.notices().count == 1)
    }

    @Test("comes with a place in the settings, some seconds after the start, when GNOME Shell knows the icon")
    func settings() {
        let machine = newMachine(TestPlace.denver.settings)
        machine.advance(by: .seconds(6))
        #expect(machine.shown.isEmpty)
        #expect(machine.notices() == ["Sunset in denver at 16:40"])
        #expect(machine.shown.first?.written.body == "From your settings")
    }

    @Test("comes when the place is set while GeoClue is asked")
    func edited() {
        let machine = newMachine()
        machine.deliver(.settings(.success(TestPlace.denver.settings), cause: .edit))
        #expect(machine.notices() == ["Sunset in denver at 16:40"])
    }

    @Test("says that access to the location is denied, so no separate notice says it")
    func refused() {
        let machine = newMachine()
        machine.deliver(.location(.authorization(.denied(.turnedOff))))
        #expect(machine.notices() == ["Sunset in Denver at 16:40"])
        #expect(
            machine.shown.first?.written.body
                == "Not your place? suntracker place NAME · guessed from your time zone · Location access is disabled")
        machine.kill()
        machine.start()
        machine.deliver(.location(.authorization(.denied(.turnedOff))))
        #expect(machine.notices().count == 1)
    }

    @Test("says that no place is known")
    func nowhere() {
        let machine = newMachine(hasZone: false)
        machine.deliver(.location(.authorization(.restricted(.noAgent))))
        #expect(machine.notices() == ["Suntracker does not know where you are"])
    }

    @Test("comes after a clean restart or a crash if it was still waiting", arguments: [false, true])
    func restarted(isCrash: Bool) {
        let machine = newMachine()
        if isCrash { machine.kill() } else { machine.deliver(.stopRequested) }
        machine.start()
        machine.deliver(.location(.authorization(.denied(.refused))))
        #expect(machine.notices().count == 1)
    }

    @Test(
        "comes after a clean stop in the seconds for which it is held back, and while there is no server",
        arguments: [SimulatedMachine.Server.running, .absent])
    func stoppedBefore(server: SimulatedMachine.Server) {
        let machine = newMachine(TestPlace.denver.settings) { $0.server = server }
        machine.advance(by: .seconds(server == .running ? 3 : 60))
        machine.deliver(.stopRequested)
        machine.server = .running
        machine.start()
        #expect(machine.notices().count == 1)
        machine.deliver(.stopRequested)
        machine.start()
        #expect(machine.notices().count == 1)
    }

    @Test("is not repeated after a clean stop if the server has it, and may show it")
    func stoppedWhileAsked() {
        let machine = newMachine(TestPlace.denver.settings) { $0.server = .hanging }
        machine.advance(by: .seconds(8))
        machine.deliver(.stopRequested)
        machine.resumeServer()
        machine.start()
        #expect(machine.notices().count == 1)
    }

    @Test("does not come if earlier state exists, if no event shows a notification, or in a simulation")
    func never() {
        var silent = TestPlace.denver.settings
        (silent.notifications.sunrise, silent.notifications.sunset) = (false, false)
        (silent.notifications.seasons, silent.notifications.clockChange) = (false, false)
        silent.notifications.solarEclipse = false
        (silent.notifications.polarDay, silent.notifications.polarNight) = (false, false)
        for machine in [newMachine(TestPlace.denver.settings, isNew: false), newMachine(silent)] {
            #expect(machine.notices().isEmpty)
            machine.deliver(.stopRequested)
            machine.settings = TestPlace.denver.settings
            machine.start()
            #expect(machine.notices().isEmpty)
        }
        let fixed = newMachine(TestPlace.denver.settings) { $0.fixOnDisk = TrackerTests.fix(1, 2).lastFixText }
        #expect(fixed.notices().isEmpty)
    }

    @Test("waits until the disk accepts the ledger")
    func fullDisk() {
        let machine = newMachine(TestPlace.denver.settings) { $0.diskIsFull = true }
        machine.advance(by: .seconds(60))
        #expect(machine.notices().isEmpty)
        machine.kill()
        machine.start()
        #expect(machine.notices().isEmpty)
        machine.diskIsFull = false
        machine.deliver(.settings(.success(machine.settings), cause: .reload))
        #expect(machine.notices().count == 1)
    }

    @Test("is shown once if the disk fails between the two writes of the start, and the service is killed then")
    func diskFailsBetweenWrites() {
        let machine = newMachine(TestPlace.denver.settings) { $0.diskSpeed = .slow(.milliseconds(100)) }
        machine.advance(by: .milliseconds(150))
        machine.diskIsFull = true
        machine.advance(by: .seconds(1))
        // The first write is on the disk, with the notice still to be shown.
        #expect(machine.entries(.stateProblem).count == 1)
        #expect(machine.disk?.contains("note first-start") == true)
        #expect(machine.notices().isEmpty)
        machine.kill()
        machine.diskIsFull = false
        machine.start()
        machine.advance(by: .seconds(1))
        #expect(machine.notices().count == 1)
    }

    @Test("is shown once the disk responds, if it did not at the start")
    func slowDisk() {
        let machine = newMachine(TestPlace.denver.settings) { $0.diskSpeed = .hanging }
        machine.advance(by: .seconds(3))
        #expect(machine.notices().isEmpty)
        machine.diskSpeed = .prompt
        machine.advance(by: .seconds(60))
        #expect(machine.notices().count == 1)
    }

    @Test("is dropped with an entry if no notification server comes")
    func noServer() {
        let machine = newMachine(TestPlace.denver.settings) { $0.server = .absent }
        machine.advance(by: .seconds(601))
        #expect(
            machine.entries(.notShown).map(\.entry.message) == [
                "No notification was shown for the first start: no such service"
            ])
        machine.server = .running
        machine.kill()
        machine.start()
        #expect(machine.notices().isEmpty)
    }
}

@Suite("The notice about denied access to the location") struct RefusedLocationTests {
    @Test("comes once, and again only after the location was granted")
    func once() {
        let machine = newMachine(isNew: false)
        machine.deliver(.location(.authorization(.denied(.turnedOff))))
        #expect(machine.notices() == ["Location access is disabled"])
        #expect(
            machine.shown.first?.written.body.hasPrefix(
                "Watching the Sun in Denver, guessed from your time zone. Location services are disabled: ") == true)
        #expect(machine.shown.first?.written.pageLabel == "Show the Daylight")
        machine.deliver(.settings(.success(machine.settings), cause: .reload))
        machine.deliver(.location(.authorization(.denied(.refused))))
        machine.kill()
        machine.start()
        machine.deliver(.location(.authorization(.denied(.turnedOff))))
        #expect(machine.notices().count == 1)
        machine.deliver(.location(.authorization(.allowedAlways)))
        machine.deliver(.stopRequested)
        machine.start()
        machine.deliver(.location(.authorization(.denied(.byConfiguration))))
        #expect(machine.notices() == ["Location access is disabled", "Location access is denied"])
    }

    @Test("comes after a clean stop while there was no server")
    func stopped() {
        let machine = newMachine(isNew: false) { $0.server = .absent }
        machine.deliver(.location(.authorization(.denied(.turnedOff))))
        machine.deliver(.stopRequested)
        machine.server = .running
        machine.start()
        machine.deliver(.location(.authorization(.denied(.turnedOff))))
        #expect(machine.notices().count == 1)
    }

    @Test(
        "comes if GeoClue is not available, but only if nothing else knows the place",
        arguments: LocationAuthorization.Restriction.allCases)
    func restricted(restriction: LocationAuthorization.Restriction) {
        for (hasZone, notices) in [(true, []), (false, ["The location is not available"])] {
            let machine = newMachine(isNew: false, hasZone: hasZone)
            machine.deliver(.location(.authorization(.restricted(restriction))))
            #expect(machine.notices() == notices)
        }
    }
}

@Suite("The missing place") struct MissingPlaceTests {
    @Test("is a warning only after GeoClue has exceeded the time limit")
    func late() {
        let machine = newMachine(TestPlace.denver.settings, isNew: false, hasZone: false)
        machine.deliver(.settings(.success(Settings()), cause: .edit))
        #expect(machine.entries(.noLocation).map(\.entry.priority) == [.notice])
        machine.deliver(.location(.fixOverdue(nil)))
        #expect(machine.entries(.fixOverdue).map(\.entry.priority) == [.warning])
        #expect(machine.entries(.fixOverdue).first?.entry.message.contains("nothing is announced") == true)
    }
}

@Suite("The name of a fix") struct FixNameTests {
    private final class CountingPlaces: PlaceDirectory, @unchecked Sendable {
        var asked = 0

        func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate {
            try NoPlaces().place(meantBy: text)
        }

        func name(of coordinate: Coordinate) -> PlaceName? {
            asked += 1
            return "Berlin"
        }
    }

    @Test("is looked up only if the fix is accepted")
    func accepted() {
        let places = CountingPlaces()
        let machine = newMachine(isNew: false) { $0.places = places }
        #expect(places.asked == 0)
        machine.deliver(.location(.fix(fix(52.52, 13.405, within: 1000))))
        #expect(places.asked == 1)
        #expect(machine.entries(.locationChanged).last?["SUNTRACKER_PLACE"] == "Berlin")
        machine.deliver(.location(.fix(fix(52.521, 13.406, within: 1000))))
        machine.deliver(.location(.fix(fix(52.6, 13.0, within: 100_000))))
        machine.deliver(.location(.fix(fix(0, 0))))
        #expect(places.asked == 1)
        machine.kill()
        machine.start()
        #expect(places.asked == 2)
        #expect(machine.entries(.started).last?["SUNTRACKER_PLACE"] == "Berlin")
    }
}
