// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

private let bell = Popup.Emphasis(urgency: .normal, sound: .named("bell"))
private let quiet = Popup.Emphasis(urgency: .low, sound: .silent)

/// In Denver, the sunset is at 16:40.
@Suite("Popups in the quiet time") struct QuietPopupTests {
    private func machine(
        _ time: String, _ whenQuiet: NotificationSettings.WhenQuiet, server: SimulatedMachine.Server = .running,
        _ edit: (inout Settings) throws -> Void = { _ in }
    ) throws -> SimulatedMachine {
        let quiet = try #require(QuietTime(time))
        return try .inDenver(server: server, hooks: HookCatalog(events: [.solar(.sunset)])) {
            $0.notifications.sound = .named("bell")
            ($0.notifications.quiet, $0.notifications.whenQuiet) = (quiet, whenQuiet)
            try edit(&$0)
        }
    }

    @Test(
        "are silent and low, and outside the quiet time as in the settings",
        arguments: [
            ("16:00-17:00", quiet), ("16:40-17:00", quiet), ("22:00-16:40", bell), ("22:00-16:41", quiet),
            ("16:41-07:00", bell), ("", bell),
        ] as [(String, Popup.Emphasis)])
    func silent(time: String, emphasis: Popup.Emphasis) throws {
        let machine = try machine(time, .silent) { try $0.addAlert("gate", "Event=sunset", "Urgency=critical") }
        machine.advance(to: sunsetInDenver)
        #expect(machine.shown.map(\.popup.tag) == ["sunset", "alert:gate"])
        #expect(machine.shown.first?.popup.emphasis == emphasis)
        #expect(machine.shown.last?.popup.emphasis.urgency == (emphasis == quiet ? .low : .critical))
        #expect(machine.entries(.event).allSatisfy { $0["SUNTRACKER_QUIET"] == nil })
    }

    @Test("are left out with WhenQuiet=journal: the entry says so, the hooks are run, and nothing is left open")
    func leftOut() throws {
        let machine = try machine("16:00-17:00", .journal)
        machine.advance(to: sunsetInDenver)
        #expect(machine.shown.isEmpty)
        #expect(machine.entries(.event).map { $0["SUNTRACKER_QUIET"] } == ["1"])
        #expect(machine.hookCalls.count == 1)
        machine.kill()
        machine.start()
        let wakeups = machine.wakeups
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.isEmpty)
        #expect(machine.entries(.event).count == 1)
        #expect(machine.entries(.notShown).isEmpty)
        #expect(machine.wakeups == wakeups)
        #expect(machine.disk?.contains("announced 2026-11-21T23:40:0") == true)
    }

    struct Retry: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let time: String
        let whenQuiet: NotificationSettings.WhenQuiet
        /// The emphasis of the popups that are shown in the end.
        let shown: [Popup.Emphasis]
        var leftOut: [String] = []
    }

    @Test(
        "depend on the time when they are shown",
        arguments: [
            Retry(
                testDescription: "silent as soon as it begins", time: "16:41-07:00", whenQuiet: .silent, shown: [quiet]),
            Retry(testDescription: "loud as soon as it ends", time: "07:00-16:41", whenQuiet: .silent, shown: [bell]),
            Retry(
                testDescription: "left out as soon as it begins", time: "16:41-07:00", whenQuiet: .journal, shown: [],
                leftOut: [
                    "No notification was shown for the sunset: it could not be shown before Quiet= began"
                ]),
            // The popup was left out when it was due.
            Retry(testDescription: "not made up for", time: "07:00-16:41", whenQuiet: .journal, shown: []),
        ])
    func retries(row: Retry) throws {
        let machine = try machine(row.time, row.whenQuiet, server: .absent)
        machine.advance(to: sunsetInDenver + .seconds(90))
        machine.restartServer()
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.map(\.popup.emphasis) == row.shown)
        let entries = machine.entries(.notShown)
        #expect(entries.map(\.entry.message) == row.leftOut)
        #expect(entries.allSatisfy { $0["SUNTRACKER_QUIET"] == "1" && $0.entry.priority == .info })
        #expect(machine.disk?.contains("announced 2026-11-21T23:40:0") == true)
    }

    @Test("are published with their outcome", arguments: NotificationSettings.WhenQuiet.allCases)
    func outcome(whenQuiet: NotificationSettings.WhenQuiet) throws {
        var settings = TestPlace.denver.settings
        settings.notifications.quiet = try #require(QuietTime("16:00-17:00"))
        settings.notifications.whenQuiet = whenQuiet
        let start = at("2026-11-21T23:00:00Z")
        var tracker = Tracker.inDenver(settings, from: start)
        _ = tracker.handle(.started(ledgerProblem: nil), at: start)
        _ = tracker.handle(.timerFired, at: sunsetInDenver)
        #expect(tracker.lastAnnouncement?.notification == (whenQuiet == .journal ? .quiet : .waiting))
    }

    @Test("notices of the service are shown with low urgency; they never make a sound")
    func notices() throws {
        let machine = try machine("16:00-17:00", .journal)
        let error = SettingsError(origin: nil, subject: "x", problem: "y", remedy: "z")
        machine.deliver(.settings(.failure(error), cause: .edit))
        machine.advance(by: .seconds(3 * 3600))
        machine.deliver(
            .settings(.failure(SettingsError(origin: nil, subject: "a", problem: "y", remedy: "z")), cause: .edit))
        #expect(machine.shown.map(\.popup.tag) == ["settings", "settings"])
        #expect(machine.shown.map(\.popup.emphasis) == [quiet, Popup.Emphasis(urgency: .normal, sound: .silent)])
    }

    @Test("a preview makes its sound in the quiet time, too")
    func preview() throws {
        let machine = try machine("00:00-24:00", .journal)
        machine.preview("sunset")
        #expect(machine.shown.map(\.popup.emphasis) == [bell])
    }
}

@Suite("The sound of a popup that is sent again") struct SoundOnceTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let server: SimulatedMachine.Server
        let sound: NotificationSettings.Sound
        let failure: @Sendable (SimulatedMachine) -> Void
    }

    @Test(
        "is left out if a server may have played it",
        arguments: [
            Row(testDescription: "no server was there", server: .absent, sound: bell.sound) { _ in },
            Row(testDescription: "the server refused it", server: .refusing, sound: bell.sound) { _ in },
            Row(testDescription: "the server answered nothing at all", server: .silent, sound: bell.sound) {
                $0.timeOutUnanswered()
            },
            Row(testDescription: "the server had it and did not answer", server: .hanging, sound: .silent) {
                $0.timeOutUnanswered()
            },
            Row(testDescription: "the service was killed", server: .hanging, sound: .silent) {
                $0.kill()
                $0.start()
            },
        ])
    func again(row: Row) {
        let machine = SimulatedMachine.inDenver(server: row.server) {
            ($0.notifications.sound, $0.notifications.urgency) = (bell.sound, .critical)
        }
        machine.advance(to: sunsetInDenver)
        row.failure(machine)
        machine.restartServer()
        machine.advance(by: .seconds(3600))
        #expect(machine.shown.map(\.popup.emphasis) == [Popup.Emphasis(urgency: .critical, sound: row.sound)])
    }
}
