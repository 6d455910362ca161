// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

private let evening = at("2026-11-21T23:00:00Z")
private let sunset = sunsetInDenver

private func machine(
    hooks: HookCatalog = HookCatalog(events: [.solar(.sunset)]), _ change: (inout Settings) -> Void = { _ in }
) -> SimulatedMachine {
    .inDenver(hooks: hooks, change)
}

private func lampsOn(title: String? = nil, body: String? = nil) -> Alert {
    var alert = Alert.lamps
    alert.title = title.flatMap { try? MessageTemplate($0) }
    alert.body = body.flatMap { try? MessageTemplate($0) }
    return alert
}

/// An event or an alert, with the texts for its hooks.
private struct Texts: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var events: [AnnouncedEvent] = []
    var alert: Alert?
    var name = "Denver"
    var asleep = Duration.zero
    let summary: String
    let body: String
}

@Suite("Hooks") struct HookTests {
    @Test("receive the event, the place as in the journal, and the next event in their environment")
    func environment() {
        let machine = machine {
            $0.location.fixed?.name = "Denver, \"mile high\"\n"
            $0.hooks.timeLimit = .seconds(7)
        }
        machine.advance(to: sunset - .seconds(1))
        machine.sleep(for: .milliseconds(91_500))
        let call = machine.hookCalls.first
        #expect(call?.timeLimit == .seconds(7))
        #expect(
            call?.environment == [
                "SUNTRACKER_EVENT": "sunset",
                "SUNTRACKER_EVENT_TIME": "2026-11-21T23:40:00Z",
                "SUNTRACKER_EVENT_EPOCH": "1795304400",
                "SUNTRACKER_LATENESS_SEC": "90",
                "SUNTRACKER_PLACE": "Denver, \"mile high\"\u{FFFD}",
                "SUNTRACKER_SOURCE": "settings",
                "SUNTRACKER_LATITUDE": "39.74",
                "SUNTRACKER_LONGITUDE": "-104.99",
                "SUNTRACKER_NEXT_EVENT": "sunrise",
                "SUNTRACKER_NEXT_EVENT_TIME": "2026-11-22T13:52:32Z",
                "SUNTRACKER_SUMMARY": "Sunset in Denver, \"mile high\"\u{FFFD} was 2 min ago",
                "SUNTRACKER_BODY":
                    "16:40 · 1 min 42 s less daylight than yesterday · sunrise 06:52 · 9 h 49 min of daylight",
            ])
    }

    @Test(
        "receive the texts of the popup in their environment, even if no popup is shown",
        arguments: [
            Texts(
                testDescription: "an event without a popup", events: [.solar(.solarNoon)],
                summary: "Solar noon in Denver", body: "11:46"),
            Texts(
                testDescription: "a name from right to left, which the popup isolates", events: [.solar(.sunset)],
                name: "ירושלים", asleep: .seconds(180), summary: "Sunset in ירושלים was 3 min ago",
                body: "16:40 · 1 min 42 s less daylight than yesterday · sunrise 06:52 · 9 h 49 min of daylight"),
            Texts(
                testDescription: "an alert without texts of its own", alert: lampsOn(),
                summary: "Sunset in Denver in 30 min",
                body: "16:40 · 1 min 42 s less daylight than yesterday · sunrise 06:52 · 9 h 49 min of daylight"),
            Texts(
                testDescription: "an alert with its own, which has what markup escapes",
                alert: lampsOn(title: "Lamps & \"lights\"", body: "<b>{daylight}</b> 100% \\ $HOME"),
                summary: "Lamps & \"lights\"", body: "<b>9 h 49 min</b> 100% \\ $HOME"),
            Texts(
                testDescription: "a late alert", alert: lampsOn(title: "Lamps"), asleep: .seconds(240),
                summary: "Sunset in Denver in 26 min, at 16:40: Lamps",
                body: "16:40 · 1 min 42 s less daylight than yesterday · sunrise 06:52 · 9 h 49 min of daylight"),
        ])
    fileprivate func texts(_ expected: Texts) {
        let machine = machine(hooks: HookCatalog(events: expected.events)) {
            $0.location.fixed?.name = PlaceName.own(expected.name)
            $0.alerts = [expected.alert].compactMap { $0 }
        }
        let due = expected.alert == nil ? sunset : sunset - .seconds(1800)
        if expected.asleep > .zero {
            machine.advance(to: due - .seconds(1))
            machine.sleep(for: expected.asleep + .seconds(1))
        } else {
            machine.advance(by: .seconds(86_400))
        }
        let environment = machine.hookCalls.first?.environment
        #expect(environment?["SUNTRACKER_SUMMARY"] == expected.summary)
        #expect(environment?["SUNTRACKER_BODY"] == expected.body)
        #expect(environment?["SUNTRACKER_LATENESS_SEC"] == "\(expected.asleep.components.seconds)")
    }

    @Test("of an alert are separate from the hooks of its event, and receive the alert and its due time")
    func alert() {
        let machine = machine { $0.alerts = [.lamps, Alert(name: "quiet", event: .solar(.sunset))] }
        machine.kill()
        machine.advance(to: sunset - .seconds(2400))
        machine.start()
        machine.advance(to: sunset)
        #expect(machine.hookCalls.map(\.subject.occasion.name) == ["alert:lamps", "sunset"])
        let environment = machine.hookCalls.first?.environment
        #expect(environment?["SUNTRACKER_ALERT"] == "lamps")
        #expect(environment?["SUNTRACKER_EVENT"] == "sunset")
        #expect(environment?["SUNTRACKER_EVENT_TIME"] == "2026-11-21T23:40:00Z")
        #expect(environment?["SUNTRACKER_DUE_TIME"] == "2026-11-21T23:10:00Z")
        #expect(environment?["SUNTRACKER_NEXT_EVENT"] == "sunset")
        #expect(machine.hookCalls.last?.environment["SUNTRACKER_ALERT"] == nil)
    }

    @Test("of an event that is not announced otherwise run on time, with a journal entry and no popup")
    func ownEvent() {
        let machine = machine(hooks: HookCatalog(events: [.solar(.civilDusk)]))
        machine.advance(to: sunset + .seconds(3600))
        #expect(machine.hookCalls.map(\.subject.occasion.name) == ["civil-dusk"])
        #expect(machine.entries(.event).map { $0["SUNTRACKER_EVENT"] } == ["sunset", "civil-dusk"])
        #expect(machine.shown.map(\.popup.tag) == ["sunset"])
        machine.kill()
        machine.start()
        machine.advance(by: .seconds(60))
        #expect(machine.entries(.event).count == 2)
        #expect(machine.hookCalls.count == 1)
    }

    @Test("that are added and removed while the service runs are noticed")
    func edited() {
        let machine = machine(hooks: HookCatalog())
        machine.deliver(
            .settings(.success(machine.settings), hooks: HookCatalog(events: [.solar(.civilDusk)]), cause: .edit))
        machine.advance(to: sunset + .seconds(3600))
        #expect(machine.hookCalls.map(\.subject.occasion.name) == ["civil-dusk"])
        machine.deliver(.settings(.success(machine.settings), cause: .edit))
        machine.advance(by: .seconds(86_400))
        #expect(machine.hookCalls.count == 1)
    }

    @Test(
        "that are slow to start keep their step open, and do not delay writing the response to the popup",
        arguments: [true, false])
    func slow(notifies: Bool) throws {
        var settings = TestPlace.denver.settings
        settings.notifications.sunset = notifies
        var tracker = Tracker.inDenver(settings, hooks: HookCatalog(events: [.solar(.sunset)]), from: evening)
        func open(_ actions: [Output]) -> [Ledger.Steps] { actions.ledgers.flatMap { $0.entries.map(\.state.open) } }
        _ = tracker.handle(.started(ledgerProblem: nil), at: evening)
        let actions = tracker.handle(.timerFired, at: sunset)
        #expect(open(actions) == [notifies ? .announcement : [.entry, .hooks]])
        #expect(actions.popups.count == (notifies ? 1 : 0))
        for popup in actions.popups { #expect(open(tracker.handle(.popupShown(popup.id), at: sunset)) == [.hooks]) }
        let call = try #require(actions.calls.first { $0.occurrence != nil })
        #expect(open(tracker.handle(.hooks(.called, call.subject), at: sunset)) == [[]])
    }

    @Test("that fail are reported each time, or once if only the user can fix them")
    func failures() throws {
        let machine = machine()
        machine.advance(to: sunset)
        let occurrence = try #require(machine.hookCalls.first?.subject)
        let failed = HookFailure(hook: "/h/lamps", unit: "suntracker-hook-x.service", .exitStatus(3))
        let unfit = HookFailure(hook: "/h/my lamps", unit: nil, .notExecutable)
        for _ in 1...2 {
            machine.deliver(.hooks(.failed(failed), occurrence))
            machine.deliver(.hooks(.failed(unfit), occurrence))
        }
        #expect(
            machine.entries(.hookFailed).map(\.entry.message) == [
                "The hook /h/lamps, for the sunset at 16:40, failed with exit status 3. "
                    + "To see its output: journalctl --user -u suntracker-hook-x.service",
                "The hook /h/my lamps, for the sunset at 16:40, is not executable; make it executable: chmod +x '/h/my lamps'",
                "The hook /h/lamps, for the sunset at 16:40, failed with exit status 3. "
                    + "To see its output: journalctl --user -u suntracker-hook-x.service",
            ])
        #expect(machine.entries(.hookFailed).map { $0["SUNTRACKER_HOOK"] } == ["/h/lamps", "/h/my lamps", "/h/lamps"])
        #expect(machine.entries(.hookFailed).first?["USER_UNIT"] == "suntracker-hook-x.service")
        machine.deliver(.settings(.success(machine.settings), hooks: machine.hooks, cause: .reload))
        machine.deliver(.hooks(.failed(unfit), occurrence))
        #expect(machine.entries(.hookFailed).count == 4)
        #expect(machine.shown.count == 1)
    }

    @Test("in a directory that is not named after an event are reported once, at startup or when it appears")
    func stray() {
        let machine = machine(hooks: HookCatalog(strayFolders: ["/h/sunsett.d"]))
        for folders in [["/h/sunsett.d", "/h/dusk.d"], ["/h/dusk.d"]] {
            machine.deliver(
                .settings(.success(machine.settings), hooks: HookCatalog(strayFolders: folders), cause: .edit))
        }
        #expect(
            machine.entries(.hookFailed).map(\.entry.message) == [
                "Programs in /h/sunsett.d are never run: \"sunsett\" is neither a phase nor an event; for the events, see EVENTS in suntracker(1)",
                "Programs in /h/dusk.d are never run: \"dusk\" is neither a phase nor an event; for the events, see EVENTS in suntracker(1)",
            ])
    }

    @Test("that cannot be run are reported when they are found, and again only after a change")
    func problems() {
        let theme = PlannedHook(.phase(.night), "/h/theme", .notExecutable)
        let lamps = PlannedHook(.rule(Rule(lampsOn())), "lamps-on", .unknown(in: ["/h"]))
        let machine = machine()
        for hooks in [[theme], [theme, lamps], [theme]] {
            machine.deliver(.hookProblems(hooks))
            machine.deliver(.hookProblems(hooks))
        }
        #expect(
            machine.entries(.hookFailed).map(\.entry.message) == [
                "The hook /h/theme, for the night, cannot run: it is not executable; make it executable: chmod +x /h/theme",
                "The hook lamps-on, for the alert lamps, cannot run: it is in none of the directories /h; put it there, or write its absolute path",
            ])
    }

    @Test(
        "report the problem and the remedy",
        arguments: [
            (.missing, "does not exist, or is a broken link; put a program in its place, or remove it"),
            (
                .unknown(in: ["/a", "/b"]),
                "is in none of the directories /a, /b; put it there, or write its absolute path"
            ),
            (.noCommand("it is empty"), "is not a valid command: it is empty"),
            (.notStarted("no bus"), "could not be started: no bus"),
            (.unanswered("no reply"), "may not have been started: no reply"),
            (.runs, "was not started again, because it is still running"),
            (.exitStatus(203), "could not be executed; the interpreter named in its first line may be missing"),
            (.signal(9), "was terminated by signal 9"),
            (
                .timeLimit(.seconds(90)),
                "was terminated, because it exceeded the time limit of 1 min 30 s (Timeout= in [Hooks])"
            ),
            (.result("oom-kill"), "ended with the result oom-kill"),
        ] as [(HookProblem, String)])
    func words(problem: HookProblem, text: String) throws {
        let machine = machine()
        machine.advance(to: sunset)
        let occurrence = try #require(machine.hookCalls.first?.subject)
        machine.deliver(.hooks(.failed(HookFailure(hook: "lamps", unit: nil, problem)), occurrence))
        #expect(
            machine.entries(.hookFailed).map(\.entry.message) == ["The hook lamps, for the sunset at 16:40, \(text)"])
    }
}
