// SPDX-License-Identifier: MIT
import Configuration
import Glibc
import Solar
import Systemd
import TestSupport
import Testing
import Tracker

@testable import suntracker

/// The time of the check.
let checked = at("2026-11-21T20:00:00Z")
/// The service's unit file on the checked machine.
let unitPath = "/home/a/.local/share/systemd/user/suntrackerd.service"

/// The state of this unit, with a change.
func unit(_ change: (inout UnitState) -> Void = { _ in }) -> Result<UnitState, BusError> {
    var unit = UnitState(
        load: "loaded", active: "active", file: "enabled", path: unitPath, program: "/home/a/.local/bin/suntrackerd")
    change(&unit)
    return .success(unit)
}

/// A user manager that cannot be reached.
let noManager = Result<UnitState, BusError>.failure(BusError(name: BusError.failed, message: "gone"))

/// A service that is not on the session bus, with a unit in this state.
func absent(_ change: @escaping (inout UnitState) -> Void) -> (inout MachineFacts) -> Void {
    { ($0.service.answer, $0.service.manager) = (.absent, unit(change)) }
}

/// A machine without problems. Tests add problems.
func soundMachine(_ change: (inout MachineFacts) -> Void = { _ in }) -> MachineFacts {
    var facts = MachineFacts(
        service: ServiceFacts(
            answer: .running(
                RunningService(
                    version: Program.version, since: checked,
                    place: RunningService.Place(
                        name: "Denver", coordinate: TestPlace.denver.observer.coordinate, source: "settings"))),
            manager: unit(), program: "/home/a/.local/bin/suntracker"), hasProgram: true,
        notifications: .running(
            NotificationServer.Identity(name: "dunst", vendor: "", version: "1.9.0", capabilities: ["body"])),
        journal: .readable(hasEntries: true),
        settings: .success(["/home/a/.config/suntracker/suntracker.conf"]), sounds: SoundFacts(),
        zone: "America/Denver", isClockSynchronised: true,
        state: StateFolder(path: "/s", mode: S_IFDIR | 0o700))
    change(&facts)
    return facts
}

/// The expected result of one of the checks of `status`, on a machine with one change.
struct CheckRow: CustomTestStringConvertible, Sendable {
    let subject: String
    let result: Check.Result
    let facts: MachineFacts
    var testDescription: String { "\(subject): \(result)" }

    static func well(_ subject: String, _ detail: String, _ change: (inout MachineFacts) -> Void) -> CheckRow {
        CheckRow(subject: subject, result: .well(detail), facts: soundMachine(change))
    }

    static func problem(
        _ subject: String, _ summary: String, _ remedy: String, _ change: (inout MachineFacts) -> Void
    ) -> CheckRow {
        CheckRow(subject: subject, result: .problem(Problem(summary, remedy)), facts: soundMachine(change))
    }

    static func problem(
        _ subject: String, _ summary: String, _ remedy: String, _ command: String,
        _ change: (inout MachineFacts) -> Void
    ) -> CheckRow {
        CheckRow(subject: subject, result: .problem(Problem(summary, remedy, command)), facts: soundMachine(change))
    }

    static func skipped(_ subject: String, _ detail: String, _ change: (inout MachineFacts) -> Void) -> CheckRow {
        CheckRow(subject: subject, result: .skipped(detail), facts: soundMachine(change))
    }

    /// Expects this result, and no problem in other checks.
    func judge(at location: SourceLocation = #_sourceLocation) {
        let checks = facts.checks
        #expect(checks.first { $0.subject == subject }?.result == result, sourceLocation: location)
        let others = checks.filter { $0.subject != subject && $0.problem != nil }
        #expect(others.isEmpty, "\(others)", sourceLocation: location)
    }
}
