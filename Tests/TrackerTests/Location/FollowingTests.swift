// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

private let noon = at("2026-11-21T19:00:00Z")
private let denver = fix(39.7392, -104.9903)

@Suite("Following the location") struct FollowingTests {
    private func machine(_ change: (inout SimulatedMachine) -> Void = { _ in }) -> SimulatedMachine {
        var machine = SimulatedMachine(at: noon, settings: Settings(), localTime: SimulatedZone.denver)
        change(&machine)
        machine.start()
        return machine
    }

    @Test("watches with GeoClue if the settings need it, and stops watching at the end")
    func asks() {
        let machine = machine()
        #expect(machine.watch == LocationWatch(mode: .follow, accuracy: .city))
        #expect(machine.readyCount == 1)
        #expect(machine.entries(.noLocation).count == 1)
        machine.deliver(.stopRequested)
        #expect(machine.watch == nil)
        #expect(machine.watchOrders == 2)
    }

    @Test(
        "watches according to the settings",
        arguments: [
            (LocationSettings.Source.auto, false, true), (.auto, true, false), (.fixed, true, false),
            (.geoclue, false, true), (.geoclue, true, true), (.timezone, false, false),
        ])
    func sources(source: LocationSettings.Source, hasCoordinates: Bool, asks: Bool) {
        var settings = Settings()
        settings.location.source = source
        settings.location.fixed = hasCoordinates ? TestPlace.denver.place : nil
        #expect(settings.location.watch == (asks ? LocationWatch() : nil))
    }

    @Test("starts, changes and stops the watch at a reload")
    func reload() {
        let machine = machine { $0.settings = TestPlace.denver.settings }
        #expect(machine.watchOrders == 0)
        var settings = Settings()
        settings.location.geoclue = LocationWatch(mode: .once, accuracy: .exact)
        machine.deliver(.settings(.success(settings), cause: .reload))
        #expect(machine.watch == LocationWatch(mode: .once, accuracy: .exact))
        machine.deliver(.location(.fix(fix(48.85, 2.35))))
        machine.deliver(.settings(.success(settings), cause: .reload))
        #expect(machine.watchOrders == 1)
        settings.location.geoclue.mode = .follow
        machine.deliver(.settings(.success(settings), cause: .reload))
        #expect(machine.watch?.mode == .follow)
        machine.deliver(.settings(.success(TestPlace.denver.settings), cause: .reload))
        #expect(machine.watch == nil)
        #expect(machine.watchOrders == 3)
        #expect(machine.status.contains("denver"))
    }

    @Test("asks again at a reload after a denial, and reports the reply again")
    func refused() {
        let machine = machine()
        let refusal = Input.location(.authorization(.denied(.turnedOff)))
        machine.deliver(refusal)
        machine.deliver(refusal)
        #expect(machine.entries(.authorization).count == 1)
        #expect(machine.entries(.authorization).last?["SUNTRACKER_AUTHORIZATION"] == "denied")
        #expect(machine.status.contains("disabled"))
        machine.deliver(.settings(.success(machine.settings), cause: .reload))
        #expect(machine.watchOrders == 2)
        machine.deliver(refusal)
        #expect(machine.entries(.authorization).count == 2)
    }

    @Test("accepts a fix, keeps it and plans again, and ignores changes of less than 15 s")
    func follows() throws {
        let machine = machine()
        machine.deliver(.location(.authorization(.allowedAlways)))
        machine.deliver(.location(.fix(denver)))
        let entry = try #require(machine.entries(.locationChanged).last)
        #expect(entry.entry.message == "Place changed: now at 39.74, -104.99 (from GeoClue, to within 1 km)")
        #expect(entry["SUNTRACKER_SOURCE"] == "geoclue")
        #expect(entry["SUNTRACKER_LATITUDE"] == "39.74")
        #expect(entry["SUNTRACKER_LONGITUDE"] == "-104.99")
        #expect(machine.status == "Next: sunset on 21 November at 16:40")
        #expect(machine.fixWrites == 1)

        let timer = machine.clock.timer
        machine.deliver(.location(.fix(fix(39.74, -104.95))))
        let actions = machine.actionCount
        machine.deliver(.location(.fix(fix(0, 0))))
        // A coarser fix at the same place does not make the current fix less accurate for later comparisons.
        machine.deliver(.location(.fix(fix(39.74, -104.98, within: 25_000))))
        machine.deliver(.location(.fix(fix(39.7392, -104.9253, within: 5000))))
        machine.deliver(.location(.fix(fix(39.7392, -104.9, within: 25_000))))
        #expect(machine.actionCount == actions)

        // A place 300 km to the south-east, near Lamar.
        machine.deliver(.location(.fix(fix(37.7, -102.6))))
        #expect(machine.clock.timer != timer)
        #expect(machine.entries(.locationChanged).count == 2)
        #expect(machine.fixWrites == 2)
        #expect(machine.readyCount == 1)
    }

    @Test("starts at the last fix with its age, and does not report its confirmation")
    func remembers() throws {
        let machine = machine { $0.fixOnDisk = remembered(denver, since: noon - .seconds(86_400 * 3)).lastFixText }
        let started = try #require(machine.entries(.started).last)
        #expect(started.entry.message.contains("at 39.74, -104.99 (from GeoClue's last location, 3 days ago)"))
        #expect(started["SUNTRACKER_SOURCE"] == "last-fix")
        let (actions, entries) = (machine.actionCount, machine.journal.count)
        machine.deliver(.location(.fix(fix(39.75, -104.98))))
        // The place's new source is published to other programs, and its age is written to the disk.
        #expect(machine.actionCount == actions + 2)
        #expect(machine.journal.count == entries)
        machine.advance(to: sunsetInDenver)
        #expect(machine.entries(.event).last?["SUNTRACKER_SOURCE"] == "geoclue")
        #expect(machine.fixWrites == 1)
        // Without GeoClue, the place is a last fix again.
        machine.deliver(.location(.authorization(.restricted(.failing))))
        machine.advance(by: .seconds(86_400))
        #expect(machine.entries(.event).last?["SUNTRACKER_SOURCE"] == "last-fix")
        #expect(machine.entries(.locationChanged).isEmpty)
    }

    @Test(
        "a confirmed place keeps its accuracy for six hours after the confirmation, even after a restart",
        arguments: [false, true])
    func confirmed(isRestarted: Bool) throws {
        let machine = machine()
        machine.deliver(.location(.fix(denver)))
        for _ in 1...30 {
            machine.advance(by: .seconds(86_400))
            machine.deliver(.location(.fix(fix(39.74, -104.98))))
        }
        #expect(machine.fixWrites == 31)
        machine.advance(by: .seconds(900))
        machine.deliver(.location(.fix(fix(39.74, -104.98))))
        #expect(machine.fixWrites == 31, "on the disk only now and then")
        if isRestarted {
            machine.kill()
            machine.start()
            let message = try #require(machine.entries(.started).last?.entry.message)
            #expect(message.contains("(from GeoClue's last location, 15 min ago)"), "\(message)")
        }
        machine.deliver(.location(.fix(fix(39.8, -104.5, within: 200_000))))
        #expect(machine.entries(.locationChanged).count == 1)
        machine.advance(by: .seconds(7 * 3600))
        #expect(machine.entries(.locationChanged).count == 2)
    }

    @Test("a coarser fix confirms a place only once the place is stale", arguments: [(5 * 3600, 1), (7 * 3600, 2)])
    func coarselyConfirmed(age: Int, writes: Int) throws {
        let machine = machine()
        machine.deliver(.location(.fix(denver)))
        machine.advance(by: .seconds(age))
        machine.deliver(.location(.fix(fix(39.7392, -104.98, within: 25_000))))
        #expect(machine.fixWrites == writes)
        let place = try Place(lastFixText: machine.fixOnDisk ?? "")
        #expect(place.observer.coordinate == denver.observer.coordinate.toHundredths)
        #expect(place.provenance.accuracy == (writes == 1 ? 1000 : 25_000))
    }

    @Test(
        "uses the first source that provides a place: settings, GeoClue, its last fix, Plasma, the time zone, none",
        arguments: [
            (LocationSettings.Source.auto, [true, true, true, true, true], "command-line"),
            (.auto, [false, true, true, true, true], "geoclue"), (.auto, [false, false, true, true, true], "last-fix"),
            (.auto, [false, false, false, true, true], "plasma"),
            (.auto, [false, false, false, false, true], "timezone"), (.auto, [false, false, false, false, false], nil),
            (.geoclue, [true, true, true, true, true], "geoclue"),
            (.geoclue, [true, false, true, true, true], "last-fix"),
            (.geoclue, [true, false, false, true, true], nil), (.timezone, [true, true, true, true, true], "timezone"),
            (.timezone, [true, true, true, true, false], nil),
            (.fixed, [true, true, true, true, true], "command-line"),
        ] as [(LocationSettings.Source, [Bool], String?)])
    func chain(source: LocationSettings.Source, known: [Bool], expected: String?) {
        func place(_ index: Int, _ source: Provenance.Source) -> Place? {
            known[index] ? Place(observer: denver.observer, name: nil, provenance: Provenance(source: source)) : nil
        }
        var settings = LocationSettings()
        settings.source = source
        settings.fixed = place(0, .commandLine)
        let chain = LocationChain(
            fix: place(1, .geoclue), lastFix: place(2, .lastFix), plasmaPlace: place(3, .plasma),
            timeZonePlace: place(4, .timeZone("America/Denver")))
        #expect(chain.place(under: settings)?.provenance.source.identifier == expected)
    }

    @Test(
        "warns immediately if there is no source to ask, and if GeoClue, the only source, denies access",
        arguments: [LocationSettings.Source.fixed, .timezone, .geoclue, .auto])
    func warning(source: LocationSettings.Source) {
        let machine = machine { $0.settings.location.source = source }
        let isAsked = machine.watch != nil
        #expect(machine.entries(.noLocation).map(\.entry.priority) == [isAsked ? .notice : .warning])
        guard isAsked else { return }
        machine.deliver(.location(.authorization(.denied(.turnedOff))))
        #expect(machine.entries(.authorization).map(\.entry.priority) == [.warning])
    }

    @Test("reports a missing location once, with GeoClue's reason")
    func nothing() {
        let machine = machine()
        machine.deliver(.location(.authorization(.restricted(.noAgent))))
        machine.advance(by: .seconds(10 * 86_400))
        #expect(machine.entries(.noLocation).count == 1)
        #expect(machine.entries(.authorization).count == 1)
        #expect(machine.wakeups == 0)
        #expect(machine.status.hasPrefix("No place is known. No GeoClue agent is running"))
    }

    @Test("keeps the last fix before it stops, if the disk was full")
    func fullDiskBeforeStop() {
        let machine = machine()
        machine.diskIsFull = true
        machine.deliver(.location(.fix(denver)))
        machine.diskIsFull = false
        machine.deliver(.stopRequested)
        machine.start()
        #expect(machine.entries(.started).last?["SUNTRACKER_SOURCE"] == "last-fix")
    }

    @Test("continues with a full disk, reports it once, and keeps the last fix when there is space again")
    func fullDisk() throws {
        let machine = machine()
        machine.diskIsFull = true
        machine.deliver(.location(.fix(denver)))
        #expect(machine.status == "Next: sunset on 21 November at 16:40")
        let failure = "The location cannot be saved for the next run: no space left on device"
        #expect(machine.entries(.stateProblem).count { $0.entry.message == failure } == 1)
        machine.deliver(.location(.fix(fix(37.7, -102.6))))
        #expect(machine.entries(.stateProblem).count { $0.entry.message == failure } == 1)
        #expect(machine.fixWrites == 0)

        machine.diskIsFull = false
        machine.advance(to: sunsetInDenver + .seconds(60))
        #expect(machine.entries(.stateProblem).last?.entry.message == "The location can be saved again")
        #expect(machine.fixWrites == 1)
        #expect(try Place(lastFixText: machine.fixOnDisk ?? "").observer == fix(37.7, -102.6).observer)
    }
}
