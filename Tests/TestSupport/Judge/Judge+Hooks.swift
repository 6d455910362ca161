// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker

/// The promises about the hooks of events and alerts: they are called once with the announcement, and called again at
/// the next start, or when its clock is set right, only if their step is open in the ledger on the disk. If it is then
/// too late, the journal says so.
extension Judge {
    struct Hooks: Hashable {
        /// The occurrences whose hooks must be called in this look, and whether the calls must be marked as recovered.
        var owed: [Key: Bool] = [:]
        /// The occurrences about whose hooks an entry must be written in this look.
        var lost: Set<Key> = []
        /// The occurrences whose hooks are being started.
        var running: Set<Key> = []
    }

    mutating func requireHooks(of key: Key, isRecovered: Bool) {
        if hookViews.contains(where: { $0.hasHooks(key.rule) }) { hooks.owed[key] = isRecovered }
    }

    private var hookViews: [Chronicle.Situation] { look.views + [situation].compactMap { $0 } }

    /// Whether the step of the hooks is open if there are any.
    func hasRightHooks(_ entry: Ledger.Entry) -> Bool {
        hookViews.contains { $0.hasHooks(entry.rule) == entry.open.contains(.hooks) }
    }

    /// Requires the hooks whose step is open in the ledger.
    mutating func resumeHooks(of key: Key) {
        guard let situation, situation.rules.contains(key.rule) else { return }
        if isInTime(key), situation.observer != nil, sun.happens(key, in: situation) {
            requireHooks(of: key, isRecovered: true)
        } else {
            hooks.lost.insert(key)
        }
    }

    mutating func call(_ call: HookCall) {
        popups.isUnnamed = false
        guard let occurrence = call.occurrence else { return }
        let key = EventEntry(occurrence).due
        if hooks.owed.removeValue(forKey: key) != call.isRecovered { complain(.needlessHooks, about: key) }
        hooks.running.insert(key)
    }

    mutating func settleHooks() {
        for key in hooks.lost.union(hooks.owed.keys) { complain(.hooksNotCalled, about: key) }
        (hooks.owed, hooks.lost) = ([:], [])
    }
}

extension Chronicle.Situation {
    /// Whether hooks run for a rule: the hook of an alert, or the hooks of an event. Hooks that are not known yet may
    /// exist for everything.
    fileprivate func hasHooks(_ rule: String) -> Bool {
        guard !rule.hasPrefix("alert:") else {
            return hooks.isUnknown || alerts.contains { $0.hook != nil && EventEntry.rule($0) == rule }
        }
        // The notice of an eclipse has no hooks.
        return rule != "solar-eclipse-notice" && (hooks.isUnknown || hooks.events.contains { $0.name == rule })
    }
}
