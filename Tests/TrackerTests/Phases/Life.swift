// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Wording

@testable import Tracker

/// A tracker with hooks of both phases, in Denver.
struct Life {
    /// The login in which the runs of the service begin.
    static let login = Login(id: "boot:1:1")

    var tracker: Tracker
    /// The ledger on the disk.
    var ledger: Ledger?
    /// The outputs of the last input.
    var outputs: [Output] = []

    init(
        at now: Instant, ledger: Ledger? = nil, login: Login? = Life.login, hooks: Set<Phase> = [.day, .night],
        _ settings: Settings = TestPlace.denver.settings
    ) {
        tracker = .inDenver(settings, hooks: HookCatalog(phases: hooks), from: now, ledger: ledger, login: login)
        self.ledger = ledger
        take(.started(ledgerProblem: nil), at: now)
    }

    /// Handles an input, and carries out its outputs except for the last `cut` ones.
    mutating func take(_ input: Input, at now: Instant, boot: Boot? = nil, cut: Int = 0) {
        outputs = tracker.handle(input, at: now, boot: boot).dropLast(cut)
        ledger = outputs.ledgers.last ?? ledger
    }

    /// Reports that the hooks are started, and that the popups are shown.
    mutating func finish(at now: Instant) {
        let (calls, popups) = (outputs.calls, outputs.popups)
        for call in calls { take(.hooks(.called, call.subject), at: now) }
        for popup in popups { take(.popupShown(popup.id), at: now) }
    }

    /// The next run of the service.
    func restarted(at now: Instant, login: Login? = Life.login) -> Life { Life(at: now, ledger: ledger, login: login) }

    /// The calls for phases by the last input, with their reasons.
    var calls: [String] {
        outputs.calls.compactMap { call in
            guard case .phase(let phase) = call.subject else { return nil }
            let scope =
                switch (phase.startsTarget, phase.hooks) {
                case (true, nil): ""
                case (true, []?): " target"
                case (false, nil): " hooks"
                case (false, let hooks?): " of \(hooks.joined(separator: ", "))"
                case (true, let hooks?): " target, and of \(hooks.joined(separator: ", "))"
                }
            return "\(phase.phase) \(phase.reason)" + (phase.isRecovered ? " again" : "") + scope
        }
    }

    /// The entries about phases that the last input causes.
    var entries: [JournalEntry] { outputs.entries.filter { $0.kind == .phase } }
}
