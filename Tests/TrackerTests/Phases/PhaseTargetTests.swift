import Solar
import TestSupport
import Testing

@testable import Tracker

private let sunset = sunsetInDenver
private let afternoon = at("2026-11-21T21:00:00Z")
private let first = Login(id: "boot:1:1")
private let second = Login(id: "boot:2:2")

@Suite("The target of a phase without hooks") struct PhaseTargetTests {
    @Test("is started once a login, also over a crash")
    func login() {
        var life = Life(at: afternoon, hooks: [])
        #expect(life.calls == ["day start target"])
        func next(_ login: Login?) -> Life { Life(at: afternoon, ledger: life.ledger, login: login, hooks: []) }
        // Killed before the report.
        #expect(next(first).calls == ["day start again target"])
        life.finish(at: afternoon)
        #expect(next(first).calls == [])
        #expect(next(second).calls == ["day start target"])
        life.take(.clockStepped, at: afternoon)
        #expect(life.calls == [])
        life.take(.timerFired, at: sunset)
        #expect(life.calls == ["night boundary target"])
    }

    @Test("has no entry about hooks, also when the phase is set by hand")
    func entries() {
        var life = Life(at: afternoon, hooks: [])
        #expect(life.entries == [])
        life.finish(at: afternoon)
        life.take(.phaseRequested(.set(.night, until: nil)), at: afternoon)
        #expect(life.calls == ["night hand target"])
        #expect(life.entries == [])
    }

    @Test("is started once, before whatever output the service is killed")
    func overCrash() {
        let undisturbed = SimulatedMachine.inDenver(hooks: HookCatalog())
        let before = undisturbed.actionCount
        undisturbed.advance(to: sunset)
        for actions in 0...undisturbed.actionCount - before {
            let machine = SimulatedMachine.inDenver(hooks: HookCatalog())
            machine.actionsToLive = actions
            machine.advance(to: sunset)
            machine.actionsToLive = nil
            machine.kill()
            machine.start()
            machine.advance(to: sunset + .seconds(60))
            let name: Comment = "killed before output \(actions)"
            #expect(machine.targets.starts == ["suntracker-day.target": 1, "suntracker-night.target": 1], name)
            #expect(machine.targets.faults == [], name)
            // Another login.
            machine.reboot(at: sunset + .seconds(120))
            machine.start()
            #expect(machine.targets.starts["suntracker-night.target"] == 2, name)
        }
    }
}
