// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@Suite("Changes of files while the service runs") struct EditedFilesTests {
    private func machine() -> SimulatedMachine { .inDenver(at: "2026-11-21T20:00:00Z") }

    private let error = SettingsError(
        origin: .init(file: "suntracker.conf", line: 2), subject: "Sunrise", problem: "invalid value \"x\"",
        remedy: "use yes or no")

    @Test("an edit of the settings changes the plan, the status and the journal immediately, and is not a reload")
    func edited() {
        let machine = machine()
        #expect(machine.status == "Next: sunset in denver on 21 November at 16:40")
        let timer = machine.clock.timer
        machine.deliver(.settings(.success(TestPlace.kiritimati.settings), cause: .edit))
        #expect(machine.status.hasPrefix("Next: sunset in kiritimati on 21 November at "))
        #expect(machine.clock.timer != timer)
        #expect(machine.entries(.settingsReloaded).count == 1)
        #expect(machine.entries(.locationChanged).count == 1)
        #expect(machine.readyCount == 1)
    }

    @Test("an edit that leaves the place to GeoClue starts a watch, and an edit that sets a place stops it")
    func watcher() {
        let machine = machine()
        #expect(machine.watch == nil)
        machine.deliver(.settings(.success(Settings()), cause: .edit))
        #expect(machine.watch == LocationWatch())
        machine.deliver(.location(.authorization(.denied(.refused))))
        // If access was denied, only a reload makes the service ask again.
        var quiet = Settings()
        quiet.notifications.sunrise = false
        machine.deliver(.settings(.success(quiet), cause: .edit))
        #expect(machine.watchOrders == 1)
        machine.deliver(.settings(.success(quiet), cause: .reload))
        #expect(machine.watchOrders == 2)
        #expect(machine.readyCount == 2)
        machine.deliver(.settings(.success(TestPlace.denver.settings), cause: .edit))
        #expect(machine.watch == nil)
    }

    @Test("an error is reported once however often the file is written, and the settings stay in effect")
    func refusedOnce() {
        let machine = machine()
        let status = machine.status
        for _ in 1...3 { machine.deliver(.settings(.failure(error), cause: .edit)) }
        #expect(
            machine.entries(.settingsRefused).map(\.entry.message) == [
                "The previous settings stay in effect: \(error)"
            ])
        #expect(machine.shown.map(\.written.body) == [error.description])
        #expect(machine.status == status)
        machine.advance(to: sunsetInDenver)
        #expect(machine.entries(.event).count == 1)
    }

    @Test(
        "an error at the start is reported once, with the settings used instead, and no edit repeats it",
        arguments: [
            (
                SettingsFallback.lastAccepted, "Suntracker uses its last valid settings",
                "The settings are invalid; until they are corrected, the last valid settings apply: "
            ),
            (
                .defaults, "Suntracker uses its default settings",
                "The settings are invalid; until they are corrected, the defaults apply: "
            ),
        ])
    func refusedAtStart(fallback: SettingsFallback, summary: String, message: String) {
        let machine = machine()
        machine.deliver(.settings(.failure(error), cause: .start(fallback)))
        machine.deliver(.settings(.failure(error), cause: .edit))
        #expect(machine.entries(.settingsRefused).map(\.entry.message) == [message + error.description])
        #expect(machine.shown.map(\.written.summary) == [summary])
        #expect(machine.shown.map(\.written.body) == [error.description])
        machine.advance(to: sunsetInDenver)
        #expect(machine.entries(.event).count == 1)
    }

    @Test("a fixed error is reported, even if the settings equal the current ones")
    func mendedAfterStart() {
        let machine = machine()
        machine.deliver(.settings(.failure(error), cause: .start(.lastAccepted)))
        machine.deliver(.settings(.success(TestPlace.denver.settings), cause: .edit))
        machine.deliver(.settings(.success(TestPlace.denver.settings), cause: .edit))
        #expect(machine.entries(.settingsReloaded).count == 1)
        #expect(machine.withdrawn == ["settings"])
    }

    @Test("the notice of an error that is fixed before it could be shown is not shown")
    func mendedBeforeNotice() {
        let machine = machine()
        machine.server = .absent
        machine.deliver(.settings(.failure(error), cause: .edit))
        machine.deliver(.settings(.success(TestPlace.denver.settings), cause: .edit))
        machine.server = .running
        machine.deliver(.notificationServerAppeared)
        machine.advance(by: .seconds(600))
        #expect(machine.shown.isEmpty)
    }

    @Test("hooks that are added while the settings are invalid are run, and hooks that are removed are not")
    func hooksDespiteError() {
        let machine = machine()
        machine.deliver(.settings(.failure(error), cause: .edit))
        let hooks = HookCatalog(events: [.solar(.sunset)], phases: [.day, .night])
        machine.deliver(.settings(.failure(error), hooks: hooks, cause: .edit))
        #expect(machine.hookCalls.compactMap(\.phase?.phase) == [.day])
        machine.advance(to: sunsetInDenver)
        let isOfSunset = { (call: HookCall) in call.phase == nil }
        #expect(machine.hookCalls.count(where: isOfSunset) == 1)
        machine.deliver(.settings(.failure(error), cause: .edit))
        machine.advance(by: .seconds(86_400))
        #expect(machine.hookCalls.count(where: isOfSunset) == 1)
        #expect(machine.entries(.settingsRefused).count == 1)
    }

    @Test("an error is reported again after it was fixed, and so is another one")
    func refusedAgain() {
        let machine = machine()
        machine.deliver(.settings(.failure(error), cause: .edit))
        // The file contains the same text as before the error, but the correction is still reported.
        machine.deliver(.settings(.success(TestPlace.denver.settings), cause: .edit))
        #expect(machine.entries(.settingsReloaded).count == 1)
        machine.deliver(.settings(.failure(error), cause: .edit))
        let other = SettingsError(origin: nil, subject: "Late", problem: "is odd", remedy: "be even")
        machine.deliver(.settings(.failure(other), cause: .edit))
        #expect(machine.entries(.settingsRefused).count == 3)
        #expect(machine.shown.count == 3)
    }

    @Test("a reload after a failed edit reports the error in the journal, without a second popup")
    func askedAfterwards() {
        let machine = machine()
        machine.deliver(.settings(.failure(error), cause: .edit))
        machine.deliver(.settings(.failure(error), cause: .reload))
        #expect(machine.readyCount == 2)
        #expect(machine.entries(.settingsRefused).count == 2)
        #expect(machine.shown.count == 1)
    }

    @Test("a reload and a file change for the same edit, in either order, change the place once")
    func both() {
        for watcherFirst in [true, false] {
            let machine = machine()
            let settings = TestPlace.tromso.settings
            let events: [Input] = [
                .settings(.success(settings), cause: .edit), .settings(.success(settings), cause: .reload),
            ]
            for event in watcherFirst ? events : events.reversed() { machine.deliver(event) }
            #expect(machine.entries(.locationChanged).count == 1)
            #expect(machine.entries(.settingsReloaded).count == (watcherFirst ? 2 : 1))
        }
    }

    @Test("a change of the time zone is in the journal with the zone's name, and all texts use its time")
    func timeZone() {
        let machine = machine()
        machine.changeZone(to: SimulatedZone.oslo)
        #expect(machine.status == "Next: sunset in denver on 22 November at 00:40")
        #expect(machine.entries(.timeZoneChanged).map(\.entry.message) == ["Time zone changed: now Europe/Oslo"])
        #expect(machine.entries(.timeZoneChanged).first?["SUNTRACKER_TIME_ZONE"] == "Europe/Oslo")
        #expect(machine.entries(.locationChanged).isEmpty)
        machine.advance(to: sunsetInDenver)
        #expect(machine.entries(.event).first?.entry.message.hasPrefix("Sunset in denver at 00:40: ") == true)
        #expect(machine.shown.first?.written.body.contains(" · sunrise 14:52 · ") == true)
    }

    @Test("the same time zone is not reported, but new rules under its name apply")
    func sameTimeZone() {
        let machine = machine()
        machine.changeZone(to: SimulatedZone.denver)
        #expect(machine.entries(.timeZoneChanged).isEmpty)
        machine.changeZone(to: SimulatedZone(name: "America/Denver", utcOffset: -6 * 3600))
        #expect(machine.entries(.timeZoneChanged).isEmpty)
        #expect(machine.status == "Next: sunset in denver on 21 November at 17:40")
    }

    @Test("a zone without a name is reported without one")
    func namelessTimeZone() {
        let machine = machine()
        machine.changeZone(to: SimulatedZone(utcOffset: 3600))
        #expect(machine.entries(.timeZoneChanged).map(\.entry.message) == ["Time zone changed: now one without a name"])
        #expect(machine.entries(.timeZoneChanged).first?["SUNTRACKER_TIME_ZONE"] == nil)
    }
}
