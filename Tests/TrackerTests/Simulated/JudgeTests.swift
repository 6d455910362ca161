// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing

@testable import Configuration
@testable import Tracker

/// The judge of the simulated years, checked with chronicles in which one thing was changed.
@Suite("The judge") struct JudgeTests {
    /// A short life, as it really happened on the machine.
    struct Life: Sendable {
        var start = "2026-11-21T19:00:00Z"
        var edits: [Scenario.Edit] = []
        let steps: [Scenario.Step]

        var history: Chronicle {
            Scenario(start: at(start), edits: [.place(Self.denver)] + edits, steps: steps).play().history
        }
    }

    /// A life, and a change to its chronicle that breaks a rule.
    struct Case: Sendable, CustomTestStringConvertible {
        let rule: Judge.Rule
        let life: Life
        let doctor: @Sendable (inout DoctoredChronicle) -> Void

        var testDescription: String { "\(rule)" }

        init(_ rule: Judge.Rule, _ life: Life, _ doctor: @escaping @Sendable (inout DoctoredChronicle) -> Void) {
            (self.rule, self.life, self.doctor) = (rule, life, doctor)
        }
    }

    @Test("accepts what really happened, and rejects it with one change", arguments: cases)
    func rejects(_ broken: Case) {
        let history = broken.life.history
        #expect(Judge.violations(in: history).isEmpty)
        var doctored = DoctoredChronicle(history)
        broken.doctor(&doctored)
        let violations = Judge.violations(in: doctored.chronicle)
        #expect(violations.contains { $0.rule == broken.rule }, "\(violations)")
    }

    @Test("is tested by a case for each of its rules", arguments: Judge.Rule.allCases)
    func complete(_ rule: Judge.Rule) {
        #expect(Self.cases.contains { $0.rule == rule })
    }

    private static let cases =
        announcementCases + popupCases + hookCases + phaseCases + ledgerCases + diskCases
}

// MARK: The lives

extension JudgeTests.Life {
    private static let denver = coordinate(39.7392, -104.9903)
    private static let aDay = Duration.seconds(86_400)

    /// Both a sunset at 23:40 UTC and a sunrise at 13:52 are announced and shown.
    static let day = Self(steps: [.start, .pass(aDay)])
    /// There is no server until the popup of a sunset is dropped.
    static let noServer = Self(
        steps: [.start, .server(.absent), .passToEvent(.zero), .pass(.seconds(1000)), .pass(.seconds(60))])
    /// There is no server for so long that the popup of a sunset is replaced by the popup of the next sunset.
    static let noServerForDays = Self(
        edits: [.grace(seconds: 86_400)],
        steps: [.start, .server(.absent), .passToEvent(.seconds(60)), .pass(aDay)])
    /// The server hangs with the popup of a sunset, and then shows it.
    static let hangingServer = Self(
        steps: [.start, .server(.hanging), .passToEvent(.zero), .pass(.seconds(2)), .resumeServer, .pass(.seconds(9))])
    /// The service is killed while the popup of a sunset is being shown.
    static let crash = Self(
        steps: [
            .start, .server(.hanging), .killAfter(actions: 4), .passToEvent(.zero), .server(.running), .start,
            .pass(.seconds(60)),
        ])
    /// The machine is suspended during a sunset.
    static let asleep = Self(
        steps: [.start, .sleepOverEvent(.seconds(3600), first: []), .pass(.seconds(60))])
    /// The machine is off for two months.
    static let outage = Self(
        steps: [.start, .pass(aDay), .off(aDay * 60, clockIsLost: false), .start, .pass(.seconds(60))])
    /// An alert is defined just after its time.
    static let lateAlert = Self(
        steps: [
            .start, .passToEvent(.seconds(60)), .edit(.alert("tea", "sunset", 0)),
            .pass(.seconds(120)),
        ])
    /// An alert has a hook.
    static let hook = Self(
        edits: [
            .alert("tea", "sunset", 1), .hook(AlertHook(program: "/bin/tea", arguments: []), of: "tea"),
        ],
        steps: [.start, .passToEvent(.seconds(120))])
    /// Night is set manually for an hour.
    static let setManually = Self(
        steps: [.start, .pass(.seconds(60)), .setPhase(.night, for: .seconds(3600)), .pass(.seconds(7200))])
    /// A polar night begins with a sunset.
    static let polarNight = Self(
        start: "2026-11-27T10:00:00Z", edits: [.place(coordinate(69.6492, 18.9553))],
        steps: [.start, .pass(.seconds(3600))])
    /// The disk hangs for a minute during a sunset.
    static let slowDisk = Self(
        steps: [.start, .disk(.hanging), .passToEvent(.seconds(60)), .disk(.prompt), .pass(.seconds(60))])
}
