// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

private let start = at("2026-11-21T20:00:00Z")

private func tracker(_ settings: Settings, ledger: Ledger? = nil) -> Tracker {
    .inDenver(
        settings, from: start, locations: LocationChain(timeZonePlace: TestPlace.denver.place), ledger: ledger)
}

@Suite("The published state") struct PublishedStateTests {
    @Test("is published again when the authorization changes, and only then")
    func authorization() {
        var tracker = tracker(Settings())
        #expect(tracker.handle(.started(ledgerProblem: nil), at: start).state?.authorization == .notDetermined)
        let allowed = tracker.handle(.location(.authorization(.allowedAlways)), at: start)
        #expect(allowed.state?.authorization == .allowedAlways)
        #expect(tracker.handle(.location(.authorization(.allowedAlways)), at: start).state == nil)
        #expect(tracker.handle(.notificationServerAppeared, at: start).state == nil)
    }

    @Test("is published again when the same place has another source")
    func provenance() {
        var settings = Settings()
        settings.location.source = .geoclue
        var fix = TestPlace.denver.place
        fix.provenance = Provenance(source: .lastFix, accuracy: 1000, observed: start - .seconds(60))
        var tracker = Tracker.inDenver(settings, from: start, locations: LocationChain(lastFix: fix))
        #expect(tracker.handle(.started(ledgerProblem: nil), at: start).state?.place?.provenance.source == .lastFix)
        fix.provenance.source = .geoclue
        #expect(tracker.handle(.location(.fix(fix)), at: start).state?.place?.provenance.source == .geoclue)
    }

    @Test("contains no authorization without a watch, and forgets the authorization of an earlier watch")
    func noWatch() {
        var fixed = tracker(TestPlace.denver.settings)
        #expect(fixed.handle(.started(ledgerProblem: nil), at: start).state?.authorization == nil)

        var watching = tracker(Settings())
        _ = watching.handle(.started(ledgerProblem: nil), at: start)
        _ = watching.handle(.location(.authorization(.denied(.turnedOff))), at: start)
        #expect(
            watching.handle(.settings(.success(Settings()), cause: .reload), at: start).state?.authorization
                == .notDetermined)
    }

    @Test("contains the last announced event, and when it was announced")
    func last() {
        var tracker = tracker(TestPlace.denver.settings)
        #expect(tracker.handle(.started(ledgerProblem: nil), at: start).state?.lastAnnouncement == nil)
        let late = sunsetInDenver + .seconds(90)
        let state = tracker.handle(.timerFired, at: late).state
        #expect(
            state?.lastAnnouncement
                == PublishedState.Announcement(
                    event: "sunset", due: sunsetInDenver, announced: late, notification: .waiting))
    }

    @Test("lists an alert under the alert's name, with the state of its notification, even after a restart")
    func alert() throws {
        var settings = TestPlace.denver.settings
        try settings.addAlert("lamps", "Event=sunset")
        var tracker = tracker(settings)
        _ = tracker.handle(.started(ledgerProblem: nil), at: start)
        let popups = tracker.handle(.timerFired, at: sunsetInDenver).popups
        let ofSunset = try #require(popups.first { $0.tag == "sunset" })
        _ = tracker.handle(.popupShown(ofSunset.id), at: sunsetInDenver)
        #expect(tracker.lastAnnouncement?.event == "alert:lamps")
        #expect(tracker.lastAnnouncement?.notification == .waiting)
        let rule = Rule(try #require(settings.alerts.first))
        let entry = Ledger.Entry(rule: rule.ledgerName, due: sunsetInDenver, state: .announced())
        let ledger = Ledger(settledThrough: sunsetInDenver, entries: [entry])
        #expect(ledger.last(.announced(), under: [rule])?.event == "alert:lamps")
    }

    @Test("contains the state of the last announcement's notification")
    func notification() {
        func outcome(_ events: [(Input, Instant)]) -> PublishedState.Announcement.Notification? {
            var tracker = tracker(TestPlace.denver.settings)
            _ = tracker.handle(.started(ledgerProblem: nil), at: start)
            let id = tracker.handle(.timerFired, at: sunsetInDenver).popups.first?.id
            var last: PublishedState?
            for (event, instant) in events {
                last = tracker.handle(event, at: instant).state ?? last
                guard case .timerFired = event, let id else { continue }
                last = tracker.handle(.popupShown(id), at: instant).state ?? last
            }
            return last?.lastAnnouncement?.notification
        }
        #expect(outcome([(.timerFired, sunsetInDenver)]) == .shown)
        // There is no reply until the popup is too late.
        #expect(outcome([(.clockStepped, sunsetInDenver + .seconds(601))]) == .notShown)
    }

    @Test("takes the last announcement of an earlier run from the ledger, without its time and without missed events")
    func earlierRun() {
        let sunrise = at("2026-11-21T13:51:00Z")
        let ledger = Ledger(
            settledThrough: sunrise,
            entries: [
                Ledger.Entry(rule: "sunset", due: at("2026-11-20T23:40:00Z"), state: .announced()),
                Ledger.Entry(rule: "sunrise", due: sunrise, state: .announced()),
                Ledger.Entry(rule: "a rule that is gone", due: start, state: .announced()),
                Ledger.Entry(rule: "sunset", due: start, state: .missed),
            ])
        var tracker = tracker(TestPlace.denver.settings, ledger: ledger)
        #expect(
            tracker.handle(.started(ledgerProblem: nil), at: start).state?.lastAnnouncement
                == PublishedState.Announcement(event: "sunrise", due: sunrise, announced: nil))
    }

    @Test("contains the last missed event, also of an earlier run")
    func missed() {
        var first = tracker(TestPlace.denver.settings)
        #expect(first.handle(.started(ledgerProblem: nil), at: start).state?.lastMissed == nil)
        let later = sunsetInDenver + .seconds(3600)
        let state = first.handle(.clockStepped, at: later).state
        let sunset = PublishedState.Announcement(event: "sunset", due: sunsetInDenver, announced: nil)
        #expect(state?.lastMissed == sunset)
        #expect(state?.lastAnnouncement == nil)
        var next = tracker(TestPlace.denver.settings, ledger: first.ledger)
        #expect(next.handle(.started(ledgerProblem: nil), at: later).state?.lastMissed == sunset)
    }

    @Test("contains the hooks that are never run")
    func hookProblems() {
        var tracker = tracker(TestPlace.denver.settings)
        let catalog = HookCatalog(strayFolders: ["/h/sunsett.d"])
        let started = tracker.handle(.started(ledgerProblem: nil), at: start).state
        #expect(started?.hookProblems.isEmpty == true)
        let settings = Input.settings(.success(TestPlace.denver.settings), hooks: catalog, cause: .edit)
        let strays = tracker.handle(settings, at: start).state?.hookProblems
        #expect(strays?.first?.problem.contains("sunsett") == true)
        let occasion = HookOccasion.rule(Rule(id: "sunset", event: .sunset, notifies: true))
        let found = tracker.handle(.hookProblems([PlannedHook(occasion, "/h/a", .notExecutable)]), at: start).state
        #expect(
            found?.hookProblems.map { "\($0.problem); \($0.remedy)" } == [
                "/h/a, for the sunset, is not executable; make it executable: chmod +x /h/a",
                "programs in /h/sunsett.d are never run, because the directory is not named after an event; "
                    + "rename it to an event in suntracker.conf(5), such as sunset.d, or remove it",
            ])
        #expect(tracker.handle(.hookProblems([]), at: start).state?.hookProblems.count == 1)
    }
}

private let request = PreviewRequest(number: 1)

@Suite("A popup") struct PopupActionTests {
    @Test("offers the daylight chart, from an event and from its preview, and from nothing else")
    func action() {
        var tracker = tracker(TestPlace.denver.settings)
        _ = tracker.handle(.started(ledgerProblem: nil), at: start)
        let preview = Input.previewRequested(Rule(id: "sunrise", event: .sunrise, notifies: true), request)
        let error = SettingsError(origin: nil, subject: "x", problem: "it is wrong", remedy: "right it")
        func labels(after input: Input, at now: Instant) -> [String?] {
            let popups = tracker.handle(input, at: now).popups
            for popup in popups { _ = tracker.handle(.popupShown(popup.id), at: now) }
            return popups.map(\.written.pageLabel)
        }
        #expect(labels(after: preview, at: start) == ["Show the Daylight"])
        #expect(labels(after: .settings(.failure(error), cause: .reload), at: start) == [nil])
        #expect(labels(after: .timerFired, at: sunsetInDenver) == ["Show the Daylight"])
    }
}

@Suite("A preview of the service") struct PreviewOutcomeTests {
    private func machine(_ server: SimulatedMachine.Server) -> SimulatedMachine {
        let machine = SimulatedMachine.inDenver(at: start.description, server: server)
        machine.preview("sunset")
        return machine
    }

    @Test(
        "is reported once, when its outcome is known",
        arguments: [
            (.running, nil), (.absent, .unreachable("no such service")),
            (.refusing, .refused("too many notifications")),
            (.silent, .unreachable("it does not answer")), (.hanging, .noResponse("timeout was reached")),
            (.dying, .unreachable("the server has left the bus")),
        ] as [(SimulatedMachine.Server, Popup.Failure?)])
    func outcome(server: SimulatedMachine.Server, failure: Popup.Failure?) {
        let machine = machine(server)
        machine.advance(by: .seconds(30))
        #expect(machine.previews == [failure.map { .failed($0) }])
        machine.server = .running
        machine.advance(by: .seconds(1200))
        #expect(machine.previews.count == 1)
        #expect(machine.shown.count == (failure == nil ? 1 : 0), "what was answered with an error does not come later")
    }

    @Test("that is replaced by a later preview is reported, too")
    func superseded() {
        let machine = machine(.silent)
        machine.preview("sunrise")
        #expect(machine.previews.count == 1)
        machine.resumeServer()
        machine.advance(by: .seconds(30))
        #expect(machine.previews.count == 2)
        #expect(machine.previews.last == .some(nil))
    }
}

@Suite("A preview by name") struct PreviewByNameTests {
    /// Settings with a disabled alert, and with an alert that has the name of an event.
    private func settings() throws -> Settings {
        var settings = TestPlace.denver.settings
        try settings.addAlert(
            "lamps", "Event=sunset", "Offset=-30min", "Title=Light them", "Body={offset} {time}", "Urgency=critical",
            "Sound=bell", "Icon=lamp", "Hook=lamps", "Enabled=no")
        try settings.addAlert("sunset", "Event=sunrise", "Title=Odd")
        return settings
    }

    @Test(
        "means an event as it is announced, including rare ones, or an alert",
        arguments: [
            ("sunset", "sunset"), ("civil-dusk", "civil-dusk"), ("altitude:-4.5:rising", "altitude:-4.5:rising"),
            ("polar-night-start", "polar-night-start"), ("dst-change", "dst-change"), ("alert:lamps", "alert:lamps"),
            ("lamps", "alert:lamps"), ("alert:sunset", "alert:sunset"), ("moonrise", nil), ("alert:moonrise", nil),
            ("", nil),
        ] as [(String, String?)])
    func names(name: String, rule: String?) throws {
        #expect(try settings().rule(named: name)?.id == rule)
    }

    @Test("of an alert uses the alert's texts, urgency, sound and icon, and starts no hook")
    func alert() throws {
        let settings = try settings()
        var tracker = tracker(settings)
        _ = tracker.handle(.started(ledgerProblem: nil), at: start)
        let rule = try #require(settings.rule(named: "lamps"))
        let actions = tracker.handle(.previewRequested(rule, request), at: start)
        let popup = try #require(actions.popups.first).written
        #expect(popup.tag == "preview")
        #expect(popup.summary == "Preview: Light them")
        #expect(popup.body == "30\u{A0}min before 16:40")
        #expect(popup.emphasis.urgency == .critical)
        #expect(popup.emphasis.sound == .named("bell"))
        #expect(popup.icon == "lamp")
        #expect(actions.calls.isEmpty)
    }

    /// The preview of an event, as the service shows it at a place.
    private func preview(_ name: String, at place: TestPlace) throws -> WrittenPopup {
        let settings = place.settings
        var tracker = tracker(settings)
        _ = tracker.handle(.started(ledgerProblem: nil), at: start)
        let rule = try #require(settings.rule(named: name))
        return try #require(tracker.handle(.previewRequested(rule, request), at: start).popups.first).written
    }

    @Test("of a sunset is marked, and of a clock change is on the day before it")
    func titles() throws {
        #expect(try preview("sunset", at: .denver).summary == "Preview: Sunset in denver")
        #expect(try preview("dst-change", at: .denver).summary == "Preview: The clocks go forward 1 h on Sunday")
    }

    @Test("says that there is nothing to show")
    func never() throws {
        let popup = try preview("altitude:60:rising", at: .tromso)
        #expect(popup.summary.hasPrefix("No "))
        #expect(popup.pageLabel == nil)
    }
}

@Suite("The status icon is published") struct StatusIconSettingTests {
    @Test("when the setting changes, and when the time zone does")
    func setting() {
        let start = at("2026-11-21T20:00:00Z")
        var tracker = Tracker.inDenver(from: start)
        #expect(tracker.handle(.started(ledgerProblem: nil), at: start).state?.hasStatusIcon == false)
        var settings = TestPlace.denver.settings
        settings.panel.icon = true
        #expect(tracker.handle(.settings(.success(settings), cause: .edit), at: start).state?.hasStatusIcon == true)
        let moved = tracker.handle(.timeZoneChanged(SimulatedZone.utc, mainCity: nil), at: start)
        #expect(moved.state?.hasStatusIcon == true)
        let without = tracker.handle(.settings(.success(TestPlace.denver.settings), cause: .edit), at: start)
        #expect(without.state?.hasStatusIcon == false)
    }
}
