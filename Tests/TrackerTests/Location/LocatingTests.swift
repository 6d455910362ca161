import Solar
import TestSupport
import Testing

@testable import Tracker

/// A fix as GeoClue gives it.
private func fix(_ latitude: Double, _ longitude: Double, within metres: Double? = 1000) -> Place {
    Place(
        observer: Observer(coordinate(latitude, longitude)), name: nil,
        provenance: Provenance(source: .geoclue, accuracy: metres))
}

private func remembered(_ place: Place, since instant: Instant) -> Place {
    var place = place
    place.provenance.observed = instant
    return place
}

private let noon = at("2026-11-21T19:00:00Z")
private let denver = fix(39.7392, -104.9903)

@Suite("A fix") struct FixWorthTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fix: Place
        var held: Place? = denver
        var age = Duration.seconds(3600)
        let worth: FixVerdict
    }

    @Test(
        "is worth what it tells of the Sun",
        arguments: [
            Case(testDescription: "the first one", fix: denver, held: nil, worth: .significant),
            Case(testDescription: "the same", fix: denver, worth: .insignificant),
            // 15 s are 0.0625 degrees of longitude.
            Case(testDescription: "0.060 degrees east", fix: fix(39.7392, -104.9303), worth: .insignificant),
            Case(testDescription: "0.065 degrees east", fix: fix(39.7392, -104.9253), worth: .significant),
            Case(testDescription: "0.065 degrees west", fix: fix(39.7392, -105.0553), worth: .significant),
            // In November the Sun sets earlier to the north: 0.05 degrees are 5 s, a degree is 2 min.
            Case(testDescription: "0.05 degrees north", fix: fix(39.7892, -104.9903), worth: .insignificant),
            Case(testDescription: "a degree north", fix: fix(40.7392, -104.9903), worth: .significant),
            Case(testDescription: "a smaller circle", fix: fix(39.7392, -104.9, within: 30), worth: .significant),
            Case(testDescription: "a wider circle around", fix: fix(39.7392, -104.9, within: 25_000), worth: .coarser),
            Case(
                testDescription: "a wider circle that no longer meets the one held",
                fix: fix(39.7392, -104.6, within: 25_000), worth: .significant),
            Case(
                testDescription: "a wider circle around one that is stale", fix: fix(39.7392, -104.9, within: 25_000),
                age: .seconds(6 * 3600), worth: .significant),
            Case(
                testDescription: "a wider circle around one that is nearly stale",
                fix: fix(39.7392, -104.9, within: 25_000), age: .seconds(6 * 3600 - 1), worth: .coarser),
            Case(
                testDescription: "an accuracy that is not told is not judged",
                fix: fix(39.7392, -104.9, within: nil), worth: .significant),
            Case(testDescription: "0,0", fix: fix(0, 0), worth: .rejected),
            Case(testDescription: "0,0 where nothing is held", fix: fix(0, -0.0), held: nil, worth: .rejected),
            Case(testDescription: "the equator in Kenya", fix: fix(0, 37), worth: .significant),
            Case(testDescription: "Greenwich", fix: fix(51.48, 0), worth: .significant),
        ])
    func worth(row: Case) {
        let held = row.held.map { remembered($0, since: noon - row.age) }
        #expect(FixVerdict(of: row.fix, besides: held, at: noon) == row.worth)
    }

    @Test("of a few metres is the same at the very moment of the sunset, for which tomorrow's is not taken")
    func momentOfSunset() {
        let here = remembered(fix(39.7392, -104.9903), since: noon)
        let sunset = sunsetInDenver
        for shift in [-0.01, 0.01] {
            for offset in [-3.0, -1, 0, 1, 3] {
                let moment = sunset + .milliseconds(Int64(offset * 1000))
                let worth = FixVerdict(of: fix(39.7392, -104.9903 + shift), besides: here, at: moment)
                #expect(worth == .insignificant, "\(shift) degrees, \(offset) s after the sunset")
            }
        }
    }

    @Test("in the polar night is measured by the sunrise months ahead")
    func polarNight() {
        let december = at("2026-12-10T12:00:00Z")
        let tromso = remembered(fix(69.6492, 18.9553), since: december)
        #expect(FixVerdict(of: fix(69.6492, 18.9554), besides: tromso, at: december) == .insignificant)
        #expect(FixVerdict(of: fix(70.5, 18.9553), besides: tromso, at: december) == .significant)
        #expect(FixVerdict(of: fix(59.9, 10.75), besides: tromso, at: december) == .significant)
    }
}

@Suite("A tracker that follows") struct FollowingTests {
    private func machine(_ change: (inout SimulatedMachine) -> Void = { _ in }) -> SimulatedMachine {
        var machine = SimulatedMachine(at: noon, settings: Settings(), localTime: SimulatedZone.denver)
        change(&machine)
        machine.start()
        return machine
    }

    @Test("asks GeoClue where the settings leave it to, once it is ready, and stops it in the end")
    func asks() {
        var machine = machine()
        #expect(machine.watch == LocationWatch(mode: .follow, accuracy: .city))
        #expect(machine.readyCount == 1)
        #expect(machine.entries(.noLocation).count == 1)
        machine.deliver(.stopRequested)
        #expect(machine.watch == nil)
        #expect(machine.watchOrders == 2)
    }

    @Test(
        "asks as the settings say",
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

    @Test("starts, changes and stops the watch with the settings")
    func reload() {
        var machine = machine { $0.settings = TestPlace.denver.settings }
        #expect(machine.watchOrders == 0)
        var settings = Settings()
        settings.location.geoclue = LocationWatch(mode: .once, accuracy: .exact)
        machine.deliver(.reloaded(settings))
        #expect(machine.watch == LocationWatch(mode: .once, accuracy: .exact))
        machine.deliver(.located(fix(48.85, 2.35)))
        machine.deliver(.reloaded(settings))
        #expect(machine.watchOrders == 1)
        settings.location.geoclue.mode = .follow
        machine.deliver(.reloaded(settings))
        #expect(machine.watch?.mode == .follow)
        machine.deliver(.reloaded(TestPlace.denver.settings))
        #expect(machine.watch == nil)
        #expect(machine.watchOrders == 3)
        #expect(machine.status.contains("denver"))
    }

    @Test("starts and stops the watch with an edit of the settings, which is no reason to ask again")
    func edit() {
        var machine = machine { $0.settings = TestPlace.denver.settings }
        machine.deliver(.settingsEdited(Settings()))
        #expect(machine.watch == LocationWatch())
        machine.deliver(.locationAuthorization(.denied(.turnedOff)))
        machine.deliver(.settingsEdited(Settings()))
        #expect(machine.watchOrders == 1)
        machine.deliver(.settingsEdited(TestPlace.denver.settings))
        #expect(machine.watch == nil)
    }

    @Test("asks again at a reload where it was refused, and says again what it hears")
    func refused() {
        var machine = machine()
        let refusal = Input.locationAuthorization(.denied(.turnedOff))
        machine.deliver(refusal)
        machine.deliver(refusal)
        #expect(machine.entries(.authorization).count == 1)
        #expect(machine.entries(.authorization).last?["SUNTRACKER_AUTHORIZATION"] == "denied")
        #expect(machine.status.contains("turned off"))
        machine.deliver(.reloaded(machine.settings))
        #expect(machine.watchOrders == 2)
        machine.deliver(refusal)
        #expect(machine.entries(.authorization).count == 2)
    }

    @Test("takes the place it is told, keeps it, plans anew, and changes nothing for less than 15 s")
    func follows() throws {
        var machine = machine()
        machine.deliver(.locationAuthorization(.allowedAlways))
        machine.deliver(.located(denver))
        let entry = try #require(machine.entries(.locationChanged).last)
        #expect(entry.entry.message == "Location changed: now at 39.74, -104.99 (from GeoClue, to within 1 km)")
        #expect(entry["SUNTRACKER_SOURCE"] == "geoclue")
        #expect(entry["SUNTRACKER_LATITUDE"] == "39.74")
        #expect(entry["SUNTRACKER_LONGITUDE"] == "-104.99")
        #expect(machine.status == "Next: sunset on 21 November at 16:40")
        #expect(machine.fixWrites == 1)

        let (timer, actions) = (machine.clock.timer, machine.actionCount)
        machine.deliver(.located(fix(39.74, -104.95)))
        machine.deliver(.located(fix(0, 0)))
        // What says nothing new does not make the one held less accurate than it was, for the next to be judged by.
        machine.deliver(.located(fix(39.74, -104.98, within: 25_000)))
        machine.deliver(.located(fix(39.7392, -104.9253, within: 5000)))
        machine.deliver(.located(fix(39.7392, -104.9, within: 25_000)))
        #expect(machine.actionCount == actions)

        // 300 km to the south-east: Lamar's neighbourhood.
        machine.deliver(.located(fix(37.7, -102.6)))
        #expect(machine.clock.timer != timer)
        #expect(machine.entries(.locationChanged).count == 2)
        #expect(machine.fixWrites == 2)
        #expect(machine.readyCount == 1)
    }

    @Test("begins at the last place with its age, and takes its confirmation without a word")
    func remembers() throws {
        var machine = machine { $0.fixOnDisk = KeptFix(remembered(denver, since: noon - .seconds(86_400 * 3))).text }
        let started = try #require(machine.entries(.started).last)
        #expect(started.entry.message.contains("at 39.74, -104.99 (GeoClue's last fix, 3 days ago)"))
        #expect(started["SUNTRACKER_SOURCE"] == "last-fix")
        let (actions, entries) = (machine.actionCount, machine.journal.count)
        machine.deliver(.located(fix(39.75, -104.98)))
        // Other programs are told that the place is known in another way now, and that is all.
        #expect(machine.actionCount == actions + 1)
        #expect(machine.journal.count == entries)
        machine.advance(to: sunsetInDenver)
        #expect(machine.entries(.event).last?["SUNTRACKER_SOURCE"] == "geoclue")
        #expect(machine.fixWrites == 0)
        // Without GeoClue it is a memory again.
        machine.deliver(.locationAuthorization(.restricted(.failing)))
        machine.advance(by: .seconds(86_400))
        #expect(machine.entries(.event).last?["SUNTRACKER_SOURCE"] == "last-fix")
        #expect(machine.entries(.locationChanged).isEmpty)
    }

    @Test(
        "goes down the chain: what was given, GeoClue, its last fix, the time zone, nothing",
        arguments: [
            (LocationSettings.Source.auto, [true, true, true, true], "command-line"),
            (.auto, [false, true, true, true], "geoclue"), (.auto, [false, false, true, true], "last-fix"),
            (.auto, [false, false, false, true], "timezone"), (.auto, [false, false, false, false], nil),
            (.geoclue, [true, true, true, true], "geoclue"), (.geoclue, [true, false, true, true], "last-fix"),
            (.geoclue, [true, false, false, true], nil), (.timezone, [true, true, true, true], "timezone"),
            (.timezone, [true, true, true, false], nil), (.fixed, [true, true, true, true], "command-line"),
        ] as [(LocationSettings.Source, [Bool], String?)])
    func chain(source: LocationSettings.Source, known: [Bool], expected: String?) {
        func place(_ index: Int, _ source: Provenance.Source) -> Place? {
            known[index] ? Place(observer: denver.observer, name: nil, provenance: Provenance(source: source)) : nil
        }
        var settings = LocationSettings()
        settings.source = source
        settings.fixed = place(0, .commandLine)
        let chain = LocationChain(
            fix: place(1, .geoclue), lastFix: place(2, .lastFix), timeZonePlace: place(3, .timeZone("America/Denver")))
        #expect(chain.place(under: settings)?.provenance.source.identifier == expected)
    }

    @Test("does not warn that no location is known before GeoClue has had its say")
    func patience() {
        var machine = machine()
        #expect(machine.entries(.noLocation).map(\.entry.priority) == [.notice])
        machine.deliver(.locationAuthorization(.allowedAlways))
        machine.deliver(.located(TestPlace.denver.place))
        #expect(machine.journal.filter { $0.entry.priority == .warning }.isEmpty)
    }

    @Test(
        "warns at once where nobody can be asked, and where GeoClue refuses the only place there could be",
        arguments: [LocationSettings.Source.fixed, .timezone, .geoclue, .auto])
    func warning(source: LocationSettings.Source) {
        var machine = machine { $0.settings.location.source = source }
        let isAsked = machine.watch != nil
        #expect(machine.entries(.noLocation).map(\.entry.priority) == [isAsked ? .notice : .warning])
        guard isAsked else { return }
        machine.deliver(.locationAuthorization(.denied(.turnedOff)))
        #expect(machine.entries(.authorization).map(\.entry.priority) == [.warning])
    }

    @Test("says once that nothing is known, and why where GeoClue says so")
    func nothing() {
        var machine = machine()
        machine.deliver(.locationAuthorization(.restricted(.noAgent)))
        machine.advance(by: .seconds(10 * 86_400))
        #expect(machine.entries(.noLocation).count == 1)
        #expect(machine.entries(.authorization).count == 1)
        #expect(machine.wakeups == 0)
        #expect(machine.status.hasPrefix("No location is known. No GeoClue agent runs"))
    }

    @Test("is not stopped by a full disk, says so once, and keeps the last place when there is room again")
    func fullDisk() throws {
        var machine = machine()
        machine.diskIsFull = true
        machine.deliver(.located(denver))
        #expect(machine.status == "Next: sunset on 21 November at 16:40")
        let trouble = "The location cannot be saved for the next start: no space left on device"
        #expect(machine.entries(.stateTrouble).count { $0.entry.message == trouble } == 1)
        machine.deliver(.located(fix(37.7, -102.6)))
        #expect(machine.entries(.stateTrouble).count { $0.entry.message == trouble } == 1)
        #expect(machine.fixWrites == 0)

        machine.diskIsFull = false
        machine.advance(to: sunsetInDenver + .seconds(60))
        #expect(machine.entries(.stateTrouble).last?.entry.message == "The location can be saved again")
        #expect(machine.fixWrites == 1)
        #expect(try KeptFix(text: machine.fixOnDisk ?? "").place.observer == fix(37.7, -102.6).observer)
    }
}

@Suite("A journey") struct JourneyTests {
    /// A few minutes after the sunset in Denver, which has been announced.
    private func afterSunset() -> SimulatedMachine {
        var machine = SimulatedMachine(at: noon, settings: Settings(), localTime: SimulatedZone.denver)
        machine.start()
        machine.deliver(.located(denver))
        machine.advance(to: sunsetInDenver + .seconds(300))
        return machine
    }

    @Test("to where the Sun sets within 45 min of the sunset announced does not announce it again")
    func sameSunset() {
        var machine = afterSunset()
        #expect(machine.shown.map(\.popup.tag) == ["sunset"])
        // 5 degrees west: the Sun sets 20 min later.
        machine.deliver(.located(fix(39.7392, -109.9903)))
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.map(\.popup.tag) == ["sunset"])
        #expect(machine.entries(.missed).isEmpty)
        #expect(machine.status == "Next: sunrise on 22 November at 07:12")
    }

    @Test("to where the Sun sets an hour later announces that sunset too")
    func laterSunset() {
        var machine = afterSunset()
        machine.deliver(.located(fix(34.05, -118.24)))
        machine.advance(by: .seconds(2 * 3600))
        #expect(machine.shown.map(\.popup.tag) == ["sunset", "sunset"])
        #expect(machine.entries(.event).map { $0["SUNTRACKER_LATITUDE"] } == ["39.74", "34.05"])
    }

    @Test("to where the Sun has set hours ago announces nothing of the past")
    func earlierSunset() {
        var machine = afterSunset()
        machine.deliver(.located(fix(51.5, -0.13)))
        #expect(machine.shown.count == 1)
        #expect(machine.entries(.missed).isEmpty)
    }

    @Test("of 10,000 jittery fixes around a home changes the plan and the state as rarely as the Sun demands")
    func jitter() throws {
        var machine = SimulatedMachine(at: noon, settings: Settings(), localTime: SimulatedZone.denver)
        machine.start()
        machine.deliver(.located(denver))
        var undisturbed = machine
        var random = SeededRandom(20_261_121)
        // GeoClue blurs a city fix by up to 3 km: here less than 15 s away from home, in every direction.
        for number in 0..<10_000 {
            if number % 100 == 0 {
                machine.advance(by: .seconds(3600))
                undisturbed.advance(by: .seconds(3600))
            }
            machine.deliver(
                .located(
                    fix(
                        39.7392 + .random(in: -0.03...0.03, using: &random),
                        -104.9903 + .random(in: -0.03...0.03, using: &random),
                        within: .random(in: 500...5000, using: &random))))
        }
        // What the passing of four days has it do, and nothing else.
        #expect(machine.entries(.event).count == 8)
        #expect(machine.actionCount == undisturbed.actionCount)
        #expect(machine.wakeups == undisturbed.wakeups)
        #expect(machine.fixOnDisk == undisturbed.fixOnDisk)
        #expect(machine.fixWrites == 1)
    }

    @Test(
        "of a thousand fixes along a road changes the plan where the Sun is 15 s away from the last place kept, and there only"
    )
    func road() throws {
        var machine = SimulatedMachine(at: noon, settings: Settings(), localTime: SimulatedZone.denver)
        machine.start()
        var random = SeededRandom(7)
        var kept: Double?
        var expected = 0
        // Along the equator 15 s are exactly 0.0625 degrees, but for the equation of time: 0.01 s in so short a time.
        for number in 0..<1000 {
            let longitude = 10 + Double(number) * 0.005 + .random(in: -0.02...0.02, using: &random)
            let moved = kept.map { Swift.abs(longitude - $0) } ?? .infinity
            guard Swift.abs(moved - 0.0625) > 0.0002 else { continue }
            if moved > 0.0625 { (kept, expected) = (longitude, expected + 1) }
            machine.deliver(.located(fix(0, longitude)))
        }
        #expect(expected > 50)
        #expect(machine.fixWrites == expected)
        #expect(machine.entries(.locationChanged).count == expected)
        let last = try KeptFix(text: #require(machine.fixOnDisk)).place
        #expect(last.observer.coordinate.longitude.degrees == kept)
    }
}
