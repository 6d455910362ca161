// SPDX-License-Identifier: MIT
import Solar
import TestSupport

@testable import Tracker

/// Observes the calls for phases, and checks the promises about them:
///
/// - The hooks of a phase are run once per login; a phase that was set manually takes precedence over the settings.
/// - A crash in the middle repeats what may not have happened, marked as recovered.
struct PhaseWitness: Hashable {
    private var call: Called?
    private var entry: Called?
    /// The possible requests to the service: several if it is unknown what was on the disk at its start.
    private var wishes: Set<Wish>
    /// The possible requests in the ledger on the disk.
    private var keptWishes: Set<Wish>
    /// The first broken promise.
    private(set) var complaint: String?

    /// The last called phase.
    private struct Called: Hashable {
        let phase: String
        let boot: Int
        /// Whether the service has ended since then, so the hooks may not have run.
        var isOpen = false
        var isLost = false
        var wasClockSet = false
        var isDone = false
    }

    init(of start: StartingPoint) {
        wishes = [start.setup.wish]
        keptWishes = wishes
    }

    mutating func complain(_ text: String) { complaint = complaint ?? text }

    mutating func ended(isKill: Bool, hasLost: Bool) {
        keptWishes.formUnion(wishes)
        wishes = keptWishes
        call?.isOpen = true
        if isKill { entry?.isOpen = true }
        for path in [\PhaseWitness.call, \.entry] where hasLost { self[keyPath: path]?.isLost = true }
    }

    /// The other phase may have begun without being called.
    mutating func clockSet() {
        call?.wasClockSet = true
        entry?.wasClockSet = true
    }

    mutating func handled(before next: World.Report, _ world: World) {
        wishes = Set(wishes.map { $0.left(world).after(next, world) })
    }

    /// The ledger is on the disk, and the service knows this.
    mutating func kept() { keptWishes = wishes }

    /// The service is idle.
    mutating func rested(_ world: World) {
        guard let run = world.run, world.store == .prompt, !run.hasLostLedger, run.writes.isEmpty else { return }
        keptWishes = wishes
        guard run.calls.isEmpty else { return }
        call?.isDone = true
        entry?.isDone = true
    }

    mutating func wrote(_ fact: JournalFact, _ world: World) {
        if case .phase(let call, _) = fact {
            note(\.entry, call.phase.rawValue, call.isRecovered, "the entry about the phase", world)
        }
    }

    mutating func called(_ call: HookCall, _ world: World) {
        // A call for a target alone, or for failed hooks, is not checked.
        guard case .phase(let phase) = call.subject, phase.hooks == nil else { return }
        if !wishes.contains(where: { $0.phase(world) == phase.phase }) {
            complain("the hooks of the wrong phase are called")
        }
        note(\.call, phase.phase.rawValue, call.isRecovered, "the phase", world)
    }

    private mutating func note(
        _ path: WritableKeyPath<PhaseWitness, Called?>, _ name: String, _ isRecovered: Bool, _ what: String,
        _ world: World
    ) {
        if let last = self[keyPath: path], last.phase == name, last.boot == world.boots,
            last.isDone || !(last.isOpen && isRecovered), !last.isLost, !last.wasClockSet
        {
            complain("\(what) \(name) is called for twice")
        }
        self[keyPath: path] = Called(phase: name, boot: world.boots)
    }

    /// Checks what must have happened once the faults have ended and everything could be completed.
    mutating func settle(_ world: World) {
        if !world.start.setup.hooks.phases.isEmpty, call?.isLost != true,
            !wishes.contains(where: { $0.phase(world)?.rawValue == call?.phase })
        {
            complain("the current phase is not called for")
        }
    }
}
