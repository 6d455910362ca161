// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport

@testable import Tracker

/// What a world tells its judges.
extension World {
    /// The first broken promise.
    var complaint: String? { brokenPromise ?? judge.violations.first?.description ?? phases.complaint }

    mutating func complain(_ text: String) { brokenPromise = brokenPromise ?? text }

    mutating func record(_ what: Chronicle.Happening) {
        judge.take(Chronicle.Record(clock: clock, uptime: clock - booted, boot: boots, what: what))
    }

    /// Records what changes with an input that the tracker has handled, before its outputs.
    mutating func recordInput(_ report: Report) {
        // The judge does not know when the location needs the timer.
        if report == .timer, settings.location.watch == nil { record(.fired) }
        if let situation, situation != judge.situation, report != .started { record(.changed(situation)) }
        switch report {
        case .ledger(let report, _): record(.ledgerAnswered(report == .written))
        case .shown(let id): record(.answered(id, nil))
        case .failed(let id, let failure): record(.answered(id, failure))
        case .called(.occurrence(let occurrence)): record(.startedHooks(occurrence))
        // A request and a reload are written to the ledger, even if they change nothing.
        case .setPhase, .reload: situation.map { record(.changed($0)) }
        case .serverAppeared: record(.serverAppeared)
        case .serverLeft: record(.serverLeft)
        default: break
        }
        record(report == .stop ? .stopRequested : .looked)
    }

    var situation: Chronicle.Situation? {
        run.map {
            Chronicle.Situation(settings: $0.tracker.settings, localTime: $0.tracker.localTime, fix: $0.tracker.place)
        }
    }

    /// The popup is on the screen.
    mutating func appear(_ question: Question) {
        if case .firstStart = question.popup.content { hasFirstNotice = true }
        record(.appeared(question.popup))
    }
}

extension Output {
    var isLedger: Bool { if case .keep = self { true } else { false } }

    /// Whether it makes a difference if a crash comes before or after this output.
    var hasEffect: Bool {
        switch self {
        case .keep, .keepFix, .journal, .show, .callHooks: true
        default: false
        }
    }
}
