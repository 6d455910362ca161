// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

private let afternoon = at("2026-11-21T21:00:00Z")
private let sunset = sunsetInDenver
private let sunrise = at("2026-11-22T13:51:45Z")
private let first = Life.login
private let second = Login(id: "boot:2:2")

extension Life {
    /// The last published phase: `night`, `night set manually`.
    fileprivate var published: String? {
        outputs.state?.phase.map { "\($0.phase)" + ($0.isSetManually ? " set manually" : "") }
    }

    /// The entries about the override that the last input causes.
    fileprivate var reports: [String] { outputs.entries.filter { $0.kind == .phaseSet }.map(\.message) }

    /// The time at which the timer fires next.
    fileprivate var wake: Instant? { tracker.planned?.wake }

    /// Sets the phase, and starts its hooks.
    fileprivate mutating func set(_ phase: Phase, until: Instant? = nil, at now: Instant) {
        take(.phaseRequested(.set(phase, until: until)), at: now)
        let outputs = outputs
        finish(at: now)
        self.outputs = outputs
    }

    /// Settings with which only the phase wakes the service at sunrise and sunset.
    fileprivate static let silent = {
        var settings = TestPlace.denver.settings
        (settings.notifications.sunrise, settings.notifications.sunset) = (false, false)
        return settings
    }()

    /// A life in the afternoon, after the hooks of the day were called.
    fileprivate static var byDay: Life {
        var life = Life(at: afternoon, silent)
        life.finish(at: afternoon)
        return life
    }

    /// A life in which the night was set in the afternoon.
    fileprivate static func manualNight(until: Instant? = nil) -> Life {
        var life = byDay
        life.set(.night, until: until, at: afternoon)
        return life
    }
}

@Suite("The phase set manually") struct PhaseOverrideTests {
    @Test("survives a clock that is ahead for a minute, and ends when the clock is right", arguments: [true, false])
    func clockAhead(hasEnd: Bool) {
        let end = hasEnd ? afternoon + .seconds(7200) : nil
        var life = Life.manualNight(until: end)
        life.take(.clockStepped, at: afternoon + .seconds(5 * 3600))
        #expect(life.reports.count == 1)
        life.finish(at: afternoon + .seconds(5 * 3600))
        life.take(.clockStepped, at: afternoon + .seconds(60))
        #expect(life.reports.count == 1)
        #expect(life.published == "night set manually")
        life.finish(at: afternoon + .seconds(60))
        let over = end ?? sunset
        life.take(.timerFired, at: over)
        #expect(life.published == (hasEnd ? "day" : "night"))
        life.finish(at: over)
        // A small step of the clock does not resume it.
        life.take(.clockStepped, at: over - .seconds(60))
        #expect(life.published == "day")
    }

    @Test("runs the hooks, is published, in the ledger and in the journal, and ends at the boundary without a run")
    func boundary() throws {
        var life = Life.manualNight()
        #expect(life.calls == ["night hand"])
        #expect(life.published == "night set manually")
        #expect(life.reports == ["Night until 06:52, set manually until 16:40"])
        #expect(life.wake == sunset)
        let first = try #require(life.outputs.first)
        guard case .keep(let ledger, _) = first else {
            Issue.record("the ledger is not written first")
            return
        }
        #expect(ledger.override?.phase == .night)
        life.take(.timerFired, at: sunset)
        #expect(life.calls == [])
        #expect(life.published == "night")
        #expect(life.reports.first?.hasSuffix("06:52, no longer set manually") == true)
        #expect(life.ledger?.override?.isOver == true)
        life.take(.timerFired, at: sunrise + .seconds(60))
        #expect(life.calls == ["day boundary"])
    }

    @Test("passes its bounds to the hooks in their environment")
    func environment() throws {
        let life = Life.manualNight()
        let environment = try #require(life.outputs.calls.first).environment
        #expect(environment["SUNTRACKER_REASON"] == "hand")
        #expect(environment["SUNTRACKER_SINCE"] == "2026-11-21T21:00:00Z")
        #expect(environment["SUNTRACKER_UNTIL"] == "2026-11-22T13:52:32Z")
    }

    @Test("says when the other phase begins, which is not the end of an override that only brings the phase forward")
    func ends() {
        // The night comes with the sunset anyway; the day of two hours after it ends with its override.
        let hour = Duration.seconds(3600)
        for (phase, until, hasOtherEnd) in [
            (Phase.night, nil, true), (.night, sunset + hour, true), (.night, sunset - hour, false),
            (.day, sunset + hour, false),
        ] as [(Phase, Instant?, Bool)] {
            var life = Life.byDay
            life.set(phase, until: until, at: afternoon)
            let span = life.tracker.phaseSpan(at: afternoon)
            #expect(span?.overrideUntil.map { abs($0 - (until ?? sunset)) < .seconds(1) } == true, "\(phase)")
            #expect((span?.until != span?.overrideUntil) == hasOtherEnd, "\(phase) until \(until ?? sunset)")
            guard hasOtherEnd, let end = span?.until else { continue }
            #expect(abs(end - (sunset + .seconds(14 * 3600 + 720))) < .seconds(600), "the next sunrise, \(end)")
        }
    }

    @Test("until a time stays across boundaries, and its end causes a wakeup")
    func time() {
        let end = sunset + .seconds(7200)
        var life = Life.byDay
        life.set(.day, until: end, at: afternoon)
        #expect(life.calls == [])
        #expect(life.published == "day set manually")
        life.take(.timerFired, at: sunset)
        #expect(life.calls == [])
        #expect(life.wake == end)
        life.take(.timerFired, at: end)
        #expect(life.calls == ["night boundary"])
        #expect(life.published == "night")
    }

    @Test(
        "ends by auto, by a toggle, or by a request for the phase according to the settings",
        arguments: [PhaseRequest.auto, .toggle(until: nil), .set(.day, until: nil)])
    func auto(request: PhaseRequest) {
        var life = Life.manualNight()
        life.take(.phaseRequested(request), at: afternoon + .seconds(60))
        #expect(life.calls == ["day hand"])
        #expect(life.published == "day")
        #expect(life.reports == ["Day until 16:40, no longer set manually"])
        // Without an override there is nothing to end, and nothing to report.
        life.finish(at: afternoon + .seconds(60))
        life.take(.phaseRequested(.auto), at: afternoon + .seconds(61))
        #expect(life.outputs.isEmpty)
    }

    @Test("survives a restart and a crash in the same login, but not another login")
    func restarts() {
        let life = Life.manualNight()
        let later = afternoon + .seconds(60)
        let again = life.restarted(at: later)
        #expect(again.calls == [])
        #expect(again.published == "night set manually")
        for login in [second, nil] {
            let other = life.restarted(at: later, login: login)
            #expect(other.calls == ["day start"])
            #expect(other.published == "day")
        }
        // The service is killed before each of the outputs.
        var whole = Life.byDay
        whole.take(.phaseRequested(.set(.night, until: nil)), at: later)
        for cut in 0...whole.outputs.count {
            var killed = Life.byDay
            killed.take(.phaseRequested(.set(.night, until: nil)), at: later, cut: cut)
            let next = killed.restarted(at: later)
            let isSet = cut < whole.outputs.count
            #expect(next.published == (isSet ? "night set manually" : "day"))
            #expect(next.calls.map { $0.hasPrefix("night start") } == (isSet ? [true] : []))
        }
    }

    @Test("of an unknown login does not outlive the run")
    func unknownLogin() {
        var life = Life(at: afternoon, login: nil)
        life.set(.night, at: afternoon)
        #expect(life.published == "night set manually")
        #expect(life.ledger?.text.contains("override") == false)
        #expect(life.restarted(at: afternoon + .seconds(60), login: nil).published == "day")
    }

    @Test("has ended if its end passed during a suspend or without the service, even if it is day again")
    func passed() {
        let next = at("2026-11-22T17:00:00Z")
        var asleep = Life.manualNight()
        asleep.take(.clockStepped, at: next)
        #expect(asleep.calls == ["day boundary"])
        #expect(asleep.published == "day")
        let restarted = Life.manualNight().restarted(at: next)
        #expect(restarted.calls == ["day start"])
        #expect(restarted.reports == ["Day until 16:39, no longer set manually"])
    }

    @Test(
        "stays if the clock is set to before the boundary, and ends if the clock is set past it or into a night",
        arguments: [
            ("back by an hour", -3600, "night set manually", []), ("forward past sunset", 3 * 3600, "night", []),
            ("forward past the night", 20 * 3600, "day", ["day boundary"]),
            ("back into the night", -12 * 3600, "night", []),
            ("back by a day", -24 * 3600, "night set manually", []),
        ] as [(String, Int, String, [String])])
    func clock(name: String, step: Int, phase: String, calls: [String]) {
        var life = Life.manualNight()
        life.take(.clockStepped, at: afternoon + .seconds(60 + step))
        #expect(life.published == phase)
        #expect(life.calls == calls)
    }

    @Test("until a time ends at that instant, even if a boundary moves")
    func instant() {
        let end = sunset + .seconds(7200)
        var life = Life.manualNight(until: end)
        life.take(.clockStepped, at: afternoon - .seconds(12 * 3600))
        #expect(life.published == "night set manually")
        life.take(.timeZoneChanged(SimulatedZone.oslo, mainCity: nil), at: afternoon)
        #expect(life.tracker.ledger.override?.until == end)
    }

    @Test("ends with the boundary that moves with the settings or the place, and then without a call")
    func moved() throws {
        var settings = Life.silent
        settings.phases.night = PhaseBoundary.Edge(offset: .seconds(3600))
        let hooks = HookCatalog(phases: [.day, .night])
        var life = Life.manualNight()
        life.take(.settings(.success(settings), hooks: hooks, cause: .edit), at: afternoon + .seconds(60))
        #expect(life.calls == [])
        #expect(life.ledger?.override?.until == sunset + .seconds(3600))
        settings.phases.night = PhaseBoundary.Edge(offset: .seconds(-12 * 3600))
        life.take(.settings(.success(settings), hooks: hooks, cause: .edit), at: afternoon + .seconds(120))
        #expect(life.calls == [])
        #expect(life.published == "night")
    }

    @Test("works without a place until auto or a time, cannot be toggled, and ends at a place with the same phase")
    func nowhere() {
        var life = Life(at: afternoon, Settings())
        #expect(life.tracker.refusal(of: .toggle(until: nil), at: afternoon) == .noPhase)
        life.set(.night, at: afternoon)
        #expect(life.calls == ["night hand"])
        #expect(life.published == "night set manually")
        #expect(life.reports == ["Night, set manually"])
        life.take(.phaseRequested(.toggle(until: sunset)), at: afternoon)
        #expect(life.calls == ["day hand"])
        life.take(.timerFired, at: sunset)
        #expect(life.reports == ["The phase is no longer set manually"])
        life.set(.night, at: sunset + .seconds(60))
        life.take(.location(.fix(TestPlace.denver.place)), at: sunset + .seconds(60))
        #expect(life.published == "night")
    }

    @Test(
        "is kept in the ledger",
        arguments: [
            PhaseOverride(phase: .day, made: afternoon, until: sunrise, endsAtBoundary: false, login: first),
            PhaseOverride(phase: .day, made: afternoon, until: nil, endsAtBoundary: true, login: first),
        ])
    func ledger(override: PhaseOverride) throws {
        let entry = Ledger.Entry(rule: "sunset", due: sunset, state: .announced())
        let record = PhaseRecord(phase: .night, open: [], made: afternoon, login: first)
        let ledger = Ledger(settledThrough: sunset, entries: [entry], phase: record, override: override)
        #expect(try Ledger(text: ledger.text) == ledger)
    }

    @Test(
        "is rejected if it makes no sense",
        arguments: [
            ("dusk", nil, "unknown phase \"dusk\"; use one of day, night, toggle, auto"),
            ("night", afternoon, "2026-11-21T21:00:00Z is in the past; use a later time, or 0 for the next boundary"),
            (
                "day", afternoon + .seconds(400 * 86_400),
                "2027-12-26T21:00:00Z is more than a year ahead; use an earlier time, or 0 for the next boundary"
            ),
            ("auto", sunset, "auto has no end; use 0 as the time"),
        ] as [(String, Instant?, String)])
    func refused(name: String, until: Instant?, message: String) {
        #expect { _ = try PhaseRequest(name, until: until, at: afternoon) } throws: { "\($0)" == message }
    }
}
