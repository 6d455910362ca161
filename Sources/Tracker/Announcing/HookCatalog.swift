// SPDX-License-Identifier: MIT
package import Configuration

/// The hook directories that exist, and the targets by which units are wanted. They are not part of the settings files;
/// the reader of the settings scans for them.
package struct HookCatalog: Equatable, Sendable {
    /// The events whose directories contain hooks, or by whose targets units are wanted.
    package var events: [AnnouncedEvent]
    /// The phases whose directories contain hooks.
    package var phases: Set<Phase>
    /// The directories `NAME.d` whose NAME is neither an event nor a phase. Programs in them are never run.
    package var strayFolders: [String]
    /// The targets of events and alerts by which units are wanted: `suntracker@alert:lamps.target`.
    package var targets: Set<String>

    /// Whether the directories could not be read. Then there may be hooks for every occurrence, so the hooks of
    /// every occurrence are run. Without hooks, this does nothing.
    package private(set) var isUnknown = false

    /// The catalog of directories that could not be read.
    package static let unknown = {
        var catalog = HookCatalog(phases: Set(Phase.allCases))
        catalog.isUnknown = true
        return catalog
    }()

    /// A catalog of these directories; empty by default.
    package init(
        events: [AnnouncedEvent] = [], phases: Set<Phase> = [], strayFolders: [String] = [], targets: Set<String> = []
    ) {
        self.events = events
        self.phases = phases
        self.strayFolders = strayFolders
        self.targets = targets
    }

    /// Whether something is started at the occurrences of a rule: the alert's own program and unit, the programs in the
    /// directory of the event, or the target.
    package func hasHooks(for rule: Rule) -> Bool {
        guard rule.runsHooks, !isUnknown else { return rule.runsHooks }
        return rule.alert.map { $0.hasHooks || targets.contains(HookOccasion.rule(rule).target) }
            ?? events.contains(rule.event)
    }
}
