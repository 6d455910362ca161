import Solar
import TestSupport
import Testing
import Tracker

@Suite("Files that change under the service") struct EditedFilesTests {
    private func machine(_ place: TestPlace = .denver) -> SimulatedMachine {
        var machine = SimulatedMachine(
            at: at("2026-11-21T20:00:00Z"), settings: place.settings, localTime: SimulatedZone.denver)
        machine.start()
        return machine
    }

    private let mistake = SettingsError(
        origin: .init(file: "suntracker.conf", line: 2), subject: "Sunrise", problem: "\"x\" is not understood",
        remedy: "write yes or no")

    @Test("an edit of the settings moves the plan, the status and the journal at once, and is no reload")
    func edited() {
        var machine = machine()
        #expect(machine.status == "Next: sunset in denver on 21 November at 16:40")
        let timer = machine.clock.timer
        machine.deliver(.settingsEdited(TestPlace.kiritimati.settings))
        #expect(machine.status.hasPrefix("Next: sunset in kiritimati on 21 November at "))
        #expect(machine.clock.timer != timer)
        #expect(machine.entries(.settingsReloaded).count == 1)
        #expect(machine.entries(.locationChanged).count == 1)
        #expect(machine.readyCount == 1)
    }

    @Test("an edit that leaves the place to GeoClue has it asked, and one that names a place lets go of it")
    func watcher() {
        var machine = machine()
        #expect(machine.watch == nil)
        machine.deliver(.settingsEdited(Settings()))
        #expect(machine.watch == LocationWatch())
        machine.deliver(.locationAuthorization(.denied(.refused)))
        // Where it was refused, only somebody who asks for a reload has it asked again.
        var quiet = Settings()
        quiet.notifications.sunrise = false
        machine.deliver(.settingsEdited(quiet))
        #expect(machine.watchOrders == 1)
        machine.deliver(.reloaded(quiet))
        #expect(machine.watchOrders == 2)
        machine.deliver(.settingsEdited(TestPlace.denver.settings))
        #expect(machine.watch == nil)
    }

    @Test("an edit that changes nothing is not worth a word")
    func unchanged() {
        var machine = machine()
        let entries = machine.journal.count
        machine.deliver(.settingsEdited(TestPlace.denver.settings))
        #expect(machine.journal.count == entries)
    }

    @Test("the text of the next announcement follows an edit of the name")
    func texts() {
        var machine = machine()
        var settings = TestPlace.denver.settings
        settings.location.fixed?.name = "Mile High City"
        machine.deliver(.settingsEdited(settings))
        machine.advance(to: sunsetInDenver)
        #expect(machine.shown.map(\.popup.summary) == ["Sunset in Mile High City"])
    }

    @Test("a mistake is told once however often the file is written, and the settings in force stay")
    func refusedOnce() {
        var machine = machine()
        let status = machine.status
        for _ in 1...3 { machine.deliver(.settingsEditRefused(mistake)) }
        #expect(
            machine.entries(.settingsRefused).map(\.entry.message) == ["The settings stay unchanged: \(mistake)"])
        #expect(machine.shown.map(\.popup.body) == [mistake.description])
        #expect(machine.status == status)
        machine.advance(to: sunsetInDenver)
        #expect(machine.entries(.event).count == 1)
    }

    @Test(
        "a mistake at the start is told once, with what is in force in the place of the settings, and no edit repeats it",
        arguments: [
            (
                SettingsFallback.lastAccepted, "Suntracker runs with its last good settings",
                "The settings have an error; until it is fixed, the last good settings are in force: "
            ),
            (
                .defaults, "Suntracker runs with its default settings",
                "The settings have an error; until it is fixed, the defaults are in force: "
            ),
        ])
    func refusedAtStart(fallback: SettingsFallback, summary: String, message: String) {
        var machine = machine()
        machine.deliver(.settingsRefusedAtStart(mistake, fallback))
        machine.deliver(.settingsEditRefused(mistake))
        #expect(machine.entries(.settingsRefused).map(\.entry.message) == [message + mistake.description])
        #expect(machine.shown.map(\.popup.summary) == [summary])
        #expect(machine.shown.map(\.popup.body) == [mistake.description])
        machine.advance(to: sunsetInDenver)
        #expect(machine.entries(.event).count == 1)
    }

    @Test("a mistake at the start that is mended is worth a word, also where the settings are those in force")
    func mendedAfterStart() {
        var machine = machine()
        machine.deliver(.settingsRefusedAtStart(mistake, .lastAccepted))
        machine.deliver(.settingsEdited(TestPlace.denver.settings))
        machine.deliver(.settingsEdited(TestPlace.denver.settings))
        #expect(machine.entries(.settingsReloaded).count == 1)
    }

    @Test("a mistake is told again after it was mended, and so is another one")
    func refusedAgain() {
        var machine = machine()
        machine.deliver(.settingsEditRefused(mistake))
        // The file says what it said before the mistake: that is worth a word.
        machine.deliver(.settingsEdited(TestPlace.denver.settings))
        #expect(machine.entries(.settingsReloaded).count == 1)
        machine.deliver(.settingsEditRefused(mistake))
        let other = SettingsError(origin: nil, subject: "Late", problem: "is odd", remedy: "be even")
        machine.deliver(.settingsEditRefused(other))
        #expect(machine.entries(.settingsRefused).count == 3)
        #expect(machine.shown.count == 3)
    }

    @Test("whoever asks for a reload after a refused edit gets the answer in the journal, and no second popup")
    func askedAfterwards() {
        var machine = machine()
        machine.deliver(.settingsEditRefused(mistake))
        machine.deliver(.reloadRefused(mistake))
        #expect(machine.readyCount == 2)
        #expect(machine.entries(.settingsRefused).count == 2)
        #expect(machine.shown.count == 1)
    }

    @Test("a reload and the notice of the same edit, in either order, make one change of the place")
    func both() {
        for watcherFirst in [true, false] {
            var machine = machine()
            let settings = TestPlace.tromso.settings
            let events: [Input] = [.settingsEdited(settings), .reloaded(settings)]
            for event in watcherFirst ? events : events.reversed() { machine.deliver(event) }
            #expect(machine.entries(.locationChanged).count == 1)
            #expect(machine.entries(.settingsReloaded).count == (watcherFirst ? 2 : 1))
        }
    }

    @Test("another time zone is told in the journal, with its name, and the status speaks of its time")
    func timeZone() {
        var machine = machine()
        machine.changeZone(to: SimulatedZone.oslo)
        #expect(machine.status == "Next: sunset in denver on 22 November at 00:40")
        #expect(machine.entries(.timeZoneChanged).map(\.entry.message) == ["Time zone changed: now Europe/Oslo"])
        #expect(machine.entries(.timeZoneChanged).first?["SUNTRACKER_TIME_ZONE"] == "Europe/Oslo")
        #expect(machine.entries(.locationChanged).isEmpty)
    }

    @Test("the same time zone is not told, but new rules under its name count")
    func sameTimeZone() {
        var machine = machine()
        machine.changeZone(to: SimulatedZone.denver)
        #expect(machine.entries(.timeZoneChanged).isEmpty)
        machine.changeZone(to: SimulatedZone(name: "America/Denver", utcOffset: -6 * 3600))
        #expect(machine.entries(.timeZoneChanged).isEmpty)
        #expect(machine.status == "Next: sunset in denver on 21 November at 17:40")
    }

    @Test("a zone without a name is told without one")
    func namelessTimeZone() {
        var machine = machine()
        machine.changeZone(to: SimulatedZone(utcOffset: 3600))
        #expect(machine.entries(.timeZoneChanged).map(\.entry.message) == ["Time zone changed: now one without a name"])
        #expect(machine.entries(.timeZoneChanged).first?["SUNTRACKER_TIME_ZONE"] == nil)
    }

    @Test("where the zone is all that is known of the place, the place follows it")
    func principalPlace() {
        var machine = SimulatedMachine(
            at: at("2026-11-21T20:00:00Z"), settings: Settings(), localTime: SimulatedZone.denver)
        machine.start()
        #expect(machine.status == "No location is known")
        let place = Place(
            observer: TestPlace.tromso.observer, name: "Oslo", provenance: Provenance(source: .timeZone("Europe/Oslo")))
        machine.changeZone(to: SimulatedZone.oslo, principalPlace: place)
        #expect(machine.entries(.locationChanged).count == 1)
        #expect(machine.status.contains(" in Oslo "))
    }
}
