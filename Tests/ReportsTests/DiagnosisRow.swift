import Glibc
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

/// When the tests diagnose the machine.
let diagnosed = at("2026-11-21T20:00:00Z")
/// The unit of that machine.
let unitPath = "/home/a/.local/share/systemd/user/suntrackerd.service"

/// The state of its unit, with a change.
func unit(_ change: (inout UnitState) -> Void = { _ in }) -> ManagerAnswer {
    var unit = UnitState(
        load: "loaded", active: "active", file: "enabled", path: unitPath, program: "/home/a/.local/bin/suntrackerd")
    change(&unit)
    return .unit(unit)
}

/// A service that is not on the session bus, with a unit in this state.
func absent(_ change: @escaping (inout UnitState) -> Void) -> (inout MachineFacts) -> Void {
    { ($0.service.answer, $0.service.manager) = (.absent, unit(change)) }
}

/// A machine without problems, to which a test adds one.
func soundMachine(_ change: (inout MachineFacts) -> Void = { _ in }) -> MachineFacts {
    var facts = MachineFacts(
        service: ServiceFacts(
            answer: .running(RunningService(version: Program.version, since: diagnosed)), manager: unit(),
            program: "/home/a/.local/bin/suntracker"), hasProgram: true,
        notifications: .running(
            NotificationServer.Identity(name: "dunst", vendor: "", version: "1.9.0", capabilities: ["body"])),
        journal: .readable(isPersistent: true, hasEntries: true, isExplained: true),
        settings: .success(["/home/a/.config/suntracker/suntracker.conf"]), hooks: [], sounds: SoundFacts(),
        location: TestPlace.denver.settings.location, geoclue: .present, lastFix: nil,
        zone: MachineFacts.Zone(name: "America/Denver", place: "Denver"), isClockSynchronised: true,
        state: StateFolder(path: "/s", mode: S_IFDIR | 0o700), now: diagnosed)
    change(&facts)
    return facts
}

/// A check of `doctor` on a machine with one change.
struct DiagnosisRow: CustomTestStringConvertible, Sendable {
    let subject: String
    let verdict: Check.Verdict
    let finding: String
    var remedy: String?
    /// What `status` says, for a fault.
    var inStatus: String?
    let facts: MachineFacts
    var testDescription: String { "\(subject): \(finding)" }

    static func sound(_ subject: String, _ finding: String, _ change: (inout MachineFacts) -> Void) -> DiagnosisRow {
        DiagnosisRow(subject: subject, verdict: .sound, finding: finding, facts: soundMachine(change))
    }

    static func broken(
        _ subject: String, _ finding: String, remedy: String, _ change: (inout MachineFacts) -> Void
    ) -> DiagnosisRow {
        DiagnosisRow(subject: subject, verdict: .broken, finding: finding, remedy: remedy, facts: soundMachine(change))
    }

    static func fault(
        _ subject: String, _ finding: String, inStatus: String? = nil, remedy: String,
        _ change: (inout MachineFacts) -> Void
    ) -> DiagnosisRow {
        var row = DiagnosisRow.broken(subject, finding, remedy: remedy, change)
        row.inStatus = inStatus ?? finding
        return row
    }

    static func skipped(_ subject: String, _ finding: String, _ change: (inout MachineFacts) -> Void) -> DiagnosisRow {
        DiagnosisRow(subject: subject, verdict: .notApplicable, finding: finding, facts: soundMachine(change))
    }

    /// Expects the check in the diagnosis, and that all its words are in the catalog.
    func judge(at location: SourceLocation = #_sourceLocation) {
        let diagnosis = Diagnosis(facts: facts, hasSymbols: true)
        let check = diagnosis.checks.first { $0.subject == subject }
        #expect(check?.verdict == verdict, sourceLocation: location)
        #expect(check?.finding == finding, sourceLocation: location)
        #expect(check?.remedy == remedy, sourceLocation: location)
        let lines = diagnosis.text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 || $0.contains("/home/a") }, sourceLocation: location)
        expectTranslated(facts, at: location)
    }
}
