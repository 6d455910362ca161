// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

private let sunset = sunsetInDenver
private let afternoon = at("2026-11-21T21:00:00Z")
private let first = Life.login
private let second = Login(id: "boot:2:2")

@Suite("The hooks of day and night") struct PhaseCallTests {
    @Test("are run at startup and at each boundary, with the phase and its bounds")
    func boundary() throws {
        var life = Life(at: afternoon)
        #expect(life.calls == ["day start"])
        life.finish(at: afternoon)
        #expect(life.ledger?.phase == PhaseRecord(phase: .day, open: [], made: afternoon, login: first))
        life.take(.timerFired, at: sunset)
        #expect(life.calls == ["night boundary"])
        let call = try #require(life.outputs.calls.first)
        #expect(call.subject.occasion == .phase(.night))
        #expect(call.target == "suntracker-night.target")
        #expect(call.timeLimit == .seconds(30))
        #expect(
            call.environment == [
                "SUNTRACKER_PHASE": "night", "SUNTRACKER_REASON": "boundary",
                "SUNTRACKER_SINCE": "2026-11-21T23:40:00Z", "SUNTRACKER_UNTIL": "2026-11-22T13:52:32Z",
                "SUNTRACKER_PLACE": "denver", "SUNTRACKER_SOURCE": "settings", "SUNTRACKER_LATITUDE": "39.74",
                "SUNTRACKER_LONGITUDE": "-104.99",
            ])
        #expect(life.entries.map(\.message) == ["Night since 16:40: running the hooks of night (boundary)"])
        life.finish(at: sunset)
        life.take(.timerFired, at: sunset + .seconds(60))
        #expect(life.calls == [])
    }

    @Test("are run in these steps: the ledger, the journal, the hooks, and again the ledger")
    func steps() {
        var life = Life(at: afternoon)
        let order = life.outputs.compactMap { output -> String? in
            switch output {
            case .keep(let ledger, _): "keep \(ledger.phase?.open.rawValue ?? 0)"
            case .journal(let fact): "\(JournalEntry(fact).kind)"
            case .callHooks: "call"
            default: nil
            }
        }
        #expect(order == ["keep 0", "keep \(Ledger.Steps.call.rawValue)", "phase", "call", "started"])
        life.take(.fixStore(.written), at: afternoon)
        #expect(life.tracker.ledger.phase?.open == [.target, .hooks])
        life.take(.stopRequested, at: afternoon)
        #expect(life.ledger?.phase?.open == [.target, .hooks])
    }

    @Test("are run once per login, whatever restarts the service")
    func once() {
        var life = Life(at: afternoon)
        life.finish(at: afternoon)
        #expect(life.restarted(at: afternoon + .seconds(60)).calls == [])
        #expect(life.restarted(at: afternoon + .seconds(60), login: second).calls == ["day start"])
        #expect(life.restarted(at: afternoon + .seconds(60), login: nil).calls == ["day start"])
        #expect(life.restarted(at: sunset + .seconds(3600)).calls == ["night start"])
    }

    @Test(
        "are run again after a crash, once, for the current phase",
        arguments: [
            // The service ends before this output, or before the report that the hooks were started.
            ("the journal entry", .call, true), ("the report", [.target, .hooks], false),
        ] as [(String, Ledger.Steps, Bool)])
    func crash(name: String, open: Ledger.Steps, writes: Bool) {
        let record = PhaseRecord(phase: .day, open: open, made: afternoon, login: first)
        let ledger = Ledger(settledThrough: afternoon, phase: record)
        var life = Life(at: afternoon + .seconds(5), ledger: ledger)
        #expect(life.calls == ["day start again"])
        #expect(life.entries.count == (writes ? 1 : 0))
        life.finish(at: afternoon + .seconds(5))
        #expect(life.ledger?.phase?.open == [])
        #expect(life.restarted(at: afternoon + .seconds(9)).calls == [])
        #expect(Life(at: sunset + .seconds(5), ledger: ledger).calls == ["night start"])
        let other = Life(at: afternoon + .seconds(5), ledger: ledger, login: second)
        #expect(other.calls == ["day start again"])
        #expect(other.entries.count == 1)
    }

    @Test("still have to be called, with their entry, while no place is known after a crash")
    func crashWithoutPlace() {
        let record = PhaseRecord(phase: .day, open: .call, made: afternoon, login: first)
        var life = Life(at: afternoon, ledger: Ledger(settledThrough: afternoon, phase: record), Settings())
        #expect(life.calls == [])
        life.take(.stopRequested, at: afternoon)
        #expect(life.ledger?.phase == record)
    }

    @Test(
        "receive the reason for their call: a boundary, however the time has passed",
        arguments: [Input.clockStepped, .fixStore(.written)])
    func boundaries(input: Input) {
        var life = Life(at: afternoon)
        life.finish(at: afternoon)
        life.take(input, at: afternoon + .seconds(4 * 3600))
        #expect(life.calls == ["night boundary"])
    }

    @Test("are run when the clock is set back to before the phase")
    func clockSetBack() {
        var life = Life(at: sunset + .seconds(60))
        life.finish(at: sunset + .seconds(60))
        life.take(.clockStepped, at: afternoon)
        #expect(life.calls == ["day boundary"])
    }

    @Test("are run after a move if the phase is different there")
    func moved() throws {
        var life = Life(at: afternoon, Settings())
        #expect(life.calls == [])
        life.take(.location(.fix(TestPlace.denver.place)), at: afternoon)
        #expect(life.calls == ["day start"])
        life.finish(at: afternoon)
        let hongKong = fix(22.3, 114.2, within: nil)
        life.take(.location(.fix(hongKong)), at: afternoon + .seconds(60))
        #expect(life.calls == ["night moved"])
        life.finish(at: afternoon + .seconds(60))
        // The day began while the machine was suspended, whatever the later fix shows.
        life.take(.location(.fix(TestPlace.denver.place)), at: at("2026-11-22T00:30:00Z"))
        #expect(life.calls == [])
    }

    @Test("are run when the settings change the phase, and when hooks are added")
    func settings() {
        var life = Life(at: sunset + .seconds(60))
        life.finish(at: sunset + .seconds(60))
        var settings = TestPlace.denver.settings
        settings.phases.night = PhaseBoundary.Edge(offset: .seconds(3600))
        life.take(
            .settings(.success(settings), hooks: HookCatalog(phases: [.day, .night]), cause: .edit),
            at: sunset + .seconds(120))
        #expect(life.calls == ["day settings"])
        life.finish(at: sunset + .seconds(120))
        life.take(.timerFired, at: sunset + .seconds(3600))
        #expect(life.calls == ["night boundary"])

        var without = Life(at: afternoon, hooks: [])
        #expect(without.calls == ["day start target"])
        without.finish(at: afternoon)
        #expect(without.ledger?.phase?.open == .hooks)
        without.take(
            .settings(.success(TestPlace.denver.settings), hooks: HookCatalog(phases: [.night]), cause: .edit),
            at: afternoon)
        #expect(without.calls == [])
        without.take(
            .settings(.success(TestPlace.denver.settings), hooks: HookCatalog(phases: [.day, .night]), cause: .edit),
            at: afternoon)
        #expect(without.calls == ["day settings hooks"])
        without.finish(at: afternoon)
        #expect(without.ledger?.phase?.open == [])
        // The hooks are removed, and added again.
        without.take(
            .settings(.success(TestPlace.denver.settings), hooks: HookCatalog(phases: [.night]), cause: .edit),
            at: afternoon)
        #expect(without.calls == [])
        #expect(without.ledger?.phase?.open == .hooks)
        #expect(without.restarted(at: afternoon).calls == ["day start hooks"])
    }

    @Test("that are not known yet are run once, and not again when they are known", arguments: [true, false])
    func unknown(exist: Bool) {
        let settings = TestPlace.denver.settings
        let known = HookCatalog(phases: exist ? [.day, .night] : [])
        var life = Life(at: afternoon)
        life.finish(at: afternoon)
        // A restart in the same login, with a disk that does not respond.
        life.tracker = .inDenver(settings, hooks: .unknown, from: afternoon, ledger: life.ledger, login: Life.login)
        life.take(.started(ledgerProblem: nil), at: afternoon)
        #expect(life.calls == [])
        life.take(.settings(.success(settings), hooks: known, cause: .reload), at: afternoon)
        #expect(life.calls == [])
        // An event whose hooks are not known runs them.
        life.tracker = .inDenver(settings, hooks: .unknown, from: afternoon, ledger: life.ledger, login: Life.login)
        life.take(.started(ledgerProblem: nil), at: afternoon)
        life.take(.timerFired, at: sunset)
        #expect(life.outputs.calls.count { $0.phase == nil } == 1)
    }

    @Test("that are known remain known while their directories cannot be listed", arguments: [true, false])
    func unlisted(areSettingsValid: Bool) {
        let settings = TestPlace.denver.settings
        let catalog = HookCatalog(events: [.solar(.civilDusk)], phases: [.night])
        var life = Life(at: afternoon, hooks: [.night])
        life.finish(at: afternoon)
        life.take(.settings(.success(settings), hooks: catalog, cause: .edit), at: afternoon)
        let error = SettingsError(origin: nil, subject: "x", problem: "it cannot be read", remedy: "make it readable")
        let reading = areSettingsValid ? Result.success(settings) : .failure(error)
        life.take(.settings(reading, hooks: .unknown, cause: .reload), at: afternoon)
        #expect(life.calls == [])
        #expect(life.tracker.hooks == catalog)
    }

    @Test("that were added while no service was running are run at startup, in the same login")
    func added() {
        var life = Life(at: afternoon, hooks: [.night])
        life.take(.timerFired, at: sunset)
        life.finish(at: sunset)
        life.take(.timerFired, at: at("2026-11-22T14:00:00Z"))
        life.finish(at: at("2026-11-22T14:00:00Z"))
        let noon = at("2026-11-22T19:00:00Z")
        #expect(life.restarted(at: noon).calls == ["day start hooks"])
        #expect(life.restarted(at: noon, login: second).calls == ["day start"])
    }

    @Test("that are added while the target is being started are run afterwards")
    func addedMeanwhile() throws {
        var life = Life(at: afternoon, hooks: [])
        let target = try #require(life.subject)
        life.take(
            .settings(.success(TestPlace.denver.settings), hooks: HookCatalog(phases: [.day]), cause: .edit),
            at: afternoon)
        #expect(life.calls == [])
        life.take(.hooks(.called, target), at: afternoon)
        #expect(life.calls == ["day settings hooks"])
    }

    @Test("of a newer phase replace an unfinished call")
    func superseded() throws {
        var life = Life(at: afternoon)
        let day = try #require(life.subject)
        life.take(.timerFired, at: sunset)
        life.take(.hooks(.called, day), at: sunset)
        #expect(life.tracker.ledger.phase?.phase == .night)
        #expect(life.tracker.ledger.phase?.open == [.target, .hooks])
    }

    @Test("arm the timer for the boundary, which is published")
    func timer() {
        var settings = TestPlace.denver.settings
        settings.phases.night = PhaseBoundary.Edge(offset: .seconds(-600))
        let life = Life(at: afternoon, hooks: [], settings)
        #expect(life.outputs.contains(.wait(until: sunset - .seconds(600))))
        #expect(life.outputs.state?.phase?.phase == .day)
        #expect(life.outputs.state?.phase?.until == sunset - .seconds(600))
    }

    @Test("are run without a place if both times are fixed, and follow the time zone")
    func fixed() throws {
        let settings = try Settings(lines: ["Phases.Day=06:30", "Phases.Night=16:00"])
        var life = Life(at: afternoon, settings)
        #expect(life.calls == ["day start"])
        #expect(
            try #require(life.outputs.calls.first).environment.keys.allSatisfy {
                !$0.contains("PLACE") && !$0.contains("TUDE")
            })
        let four = at("2026-11-21T23:00:00Z")
        #expect(life.outputs.contains(.wait(until: four)))
        life.finish(at: afternoon)
        life.take(.timerFired, at: four)
        #expect(life.calls == ["night boundary"])
        life.finish(at: four)
        // In the new zone, it is eleven o'clock.
        life.take(.timeZoneChanged(SimulatedZone(utcOffset: -12 * 3600), mainCity: nil), at: four)
        #expect(life.calls == ["day boundary"])
    }

    @Test("that fail are reported with the phase")
    func failure() throws {
        var life = Life(at: sunset + .seconds(60))
        let call = try #require(life.subject)
        let failure = HookFailure(hook: "/h/theme", unit: "suntracker-hook-night-theme.service", .exitStatus(3))
        life.take(.hooks(.failed(failure), call), at: sunset + .seconds(61))
        let entries = life.outputs.entries
        #expect(
            entries.map(\.message) == [
                "The hook /h/theme, for the night at 16:41, failed with exit status 3. "
                    + "To see its output: journalctl --user -u suntracker-hook-night-theme.service"
            ])
        #expect(entries.first?.fields.contains { $0.name == "SUNTRACKER_PHASE" && $0.value == "night" } == true)
    }

    @Test(
        "are kept in the ledger",
        arguments: [
            PhaseRecord(phase: .day, open: [], made: sunset, login: nil),
            PhaseRecord(phase: .day, open: [], made: sunset, login: first, failed: ["/h/a b:c", "/h/ü%"]),
        ])
    func ledger(record: PhaseRecord) throws {
        let entry = Ledger.Entry(rule: "sunset", due: sunset, state: .announced())
        let ledger = Ledger(settledThrough: sunset, entries: [entry], phase: record)
        #expect(try Ledger(text: ledger.text) == ledger)
    }
}
