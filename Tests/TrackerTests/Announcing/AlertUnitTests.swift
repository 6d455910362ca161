// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

private let sunset = sunsetInDenver

@Suite("The unit of an alert") struct AlertUnitTests {
    @Test("is started in addition to a program, or alone")
    func unit() {
        let machine = SimulatedMachine.inDenver { settings in
            var both = Alert.lamps
            both.unit = "backup.service"
            var alone = Alert(name: "alone", event: .solar(.sunset))
            alone.unit = "backup.service"
            settings.alerts = [both, alone]
        }
        machine.advance(to: sunset)
        #expect(machine.hookCalls.map(\.subject.occasion.name) == ["alert:lamps", "alert:alone"])
    }

    @Test("is called a unit in the journal when it fails")
    func unitFailures() throws {
        let rule = Rule(.lamps)
        func entry(_ failure: HookFailure) throws -> String {
            let machine = SimulatedMachine.inDenver { $0.alerts = [.lamps] }
            machine.advance(to: sunset - .seconds(1800))
            machine.deliver(.hooks(.failed(failure), try #require(machine.hookCalls.first?.subject)))
            return try #require(machine.entries(.hookFailed).last?.entry.message)
        }
        let failed = HookFailure(hook: "backup.service", unit: "backup.service", .exitStatus(1))
        #expect(
            try entry(failed)
                == "The unit backup.service, for the alert lamps at 16:10, failed with exit status 1. "
                + "To see its output: journalctl --user -u backup.service")
        let missing = HookFailure(hook: "backup.service", unit: "backup.service", .noUnit)
        let remedy = "does not exist; to see your units: systemctl --user list-unit-files"
        #expect(try entry(missing) == "The unit backup.service, for the alert lamps at 16:10, \(remedy)")
        #expect(
            JournalEntry(.hookProblem(PlannedHook(.rule(rule), "backup.service"), .noUnit)).message
                == "The unit backup.service, for the alert lamps, cannot run: it \(remedy)")
    }
}
