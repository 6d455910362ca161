// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

private let sunset = sunsetInDenver
private let afternoon = at("2026-11-21T21:00:00Z")
private let first = Life.login
private let second = Login(id: "boot:2:2")

extension Life {
    /// Whether the service waits for the graphical session.
    var awaitsSession: Bool { outputs.contains(.awaitSession) }

    /// Reports that a hook of the last call has failed.
    mutating func fail(_ hook: String, beforeSession: Bool, of subject: HookCall.Subject, at now: Instant) {
        let failure = HookFailure(hook: hook, unit: nil, .exitStatus(1), isBeforeSession: beforeSession)
        take(.hooks(.failed(failure), subject), at: now)
    }

    /// The calls of hooks by the last input.
    var subject: HookCall.Subject? { outputs.calls.last?.subject }
}

@Suite("The hooks of day and night") struct PhaseSessionTests {
    @Test("that failed before the graphical session are run again when it begins, but no others")
    func session() throws {
        let night = sunset + .seconds(60)
        var life = Life(at: night)
        let subject = try #require(life.subject)
        // One hook fails before the others are started, and one after that.
        life.fail("/h/theme", beforeSession: true, of: subject, at: night)
        #expect(!life.awaitsSession)
        life.take(.hooks(.called, subject), at: night)
        #expect(life.awaitsSession)
        life.fail("/h/lamps", beforeSession: false, of: subject, at: night)
        #expect(!life.awaitsSession)
        life.fail("/h/my wall:paper", beforeSession: true, of: subject, at: night)
        #expect(life.awaitsSession)
        #expect(life.ledger?.phase?.failed == ["/h/theme", "/h/my wall:paper"])

        // A restart or a crash changes nothing.
        for _ in 0..<2 {
            life = life.restarted(at: night + .seconds(5))
            #expect(life.calls == [])
            #expect(life.awaitsSession)
        }
        life.take(.graphicalSessionBegan, at: night + .seconds(10))
        #expect(life.calls == ["night start of /h/theme, /h/my wall:paper"])
        let again = try #require(life.subject)
        life.take(.hooks(.called, again), at: night + .seconds(10))
        #expect(life.ledger?.phase == PhaseRecord(phase: .night, open: [], made: night + .seconds(10), login: first))
        // There is no second time.
        life.fail("/h/theme", beforeSession: true, of: again, at: night + .seconds(11))
        #expect(!life.awaitsSession)
        life.take(.graphicalSessionBegan, at: night + .seconds(12))
        #expect(life.calls == [])
        #expect(!life.restarted(at: night + .seconds(13)).awaitsSession)
    }

    @Test("are not run again when the graphical session begins if none failed before it, or another phase has begun")
    func unneededSession() throws {
        var life = Life(at: afternoon)
        let day = try #require(life.subject)
        life.finish(at: afternoon)
        life.fail("/h/theme", beforeSession: false, of: day, at: afternoon)
        life.take(.graphicalSessionBegan, at: afternoon)
        #expect(life.calls == [])
        life.take(.timerFired, at: sunset)
        life.finish(at: sunset)
        life.fail("/h/theme", beforeSession: true, of: day, at: sunset)
        #expect(!life.awaitsSession)
        life.take(.graphicalSessionBegan, at: sunset)
        #expect(life.calls == [])
    }

    @Test("that were removed are not remembered when they fail")
    func removed() throws {
        var life = Life(at: afternoon)
        let day = try #require(life.subject)
        life.finish(at: afternoon)
        let others = HookCatalog(phases: [.night])
        life.take(.settings(.success(TestPlace.denver.settings), hooks: others, cause: .edit), at: afternoon)
        life.fail("/h/theme", beforeSession: true, of: day, at: afternoon)
        #expect(life.tracker.ledger.phase?.failed == [])
    }

    @Test(
        "that are run again for the graphical session are run after a crash, too; in another login, all hooks are run",
        arguments: [Ledger.Steps.call, [.target, .hooks]])
    func sessionAndCrash(open: Ledger.Steps) {
        let record = PhaseRecord(phase: .night, open: open, made: sunset, login: first, failed: ["/h/theme"])
        let ledger = Ledger(settledThrough: sunset, phase: record)
        #expect(Life(at: sunset + .seconds(5), ledger: ledger).calls == ["night start again of /h/theme"])
        #expect(Life(at: sunset + .seconds(5), ledger: ledger, login: second).calls == ["night start again"])
    }
}

@Suite("The target of a phase without hooks") struct PhaseTargetTests {
    @Test("is started once per login, even across a crash")
    func login() {
        var life = Life(at: afternoon, hooks: [])
        #expect(life.calls == ["day start target"])
        func next(_ login: Login?) -> Life { Life(at: afternoon, ledger: life.ledger, login: login, hooks: []) }
        // The service is killed before the report.
        #expect(next(first).calls == ["day start again target"])
        life.finish(at: afternoon)
        #expect(next(first).calls == [])
        #expect(next(second).calls == ["day start target"])
        life.take(.clockStepped, at: afternoon)
        #expect(life.calls == [])
        life.take(.timerFired, at: sunset)
        #expect(life.calls == ["night boundary target"])
    }

    @Test("causes no entry about hooks, even when the phase is set manually")
    func entries() {
        var life = Life(at: afternoon, hooks: [])
        #expect(life.entries == [])
        life.finish(at: afternoon)
        life.take(.phaseRequested(.set(.night, until: nil)), at: afternoon)
        #expect(life.calls == ["night hand target"])
        #expect(life.entries == [])
    }
}
