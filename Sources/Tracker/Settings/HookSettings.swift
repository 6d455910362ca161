/// `[Hooks]`.
public struct HookSettings: Hashable, Sendable {
    /// `Timeout=`: how long a hook may run, from one second to one hour.
    public var timeLimit = Duration.seconds(30)

    /// The defaults.
    public init() {}
}

/// The hook directories that exist. They are part of no settings file: whoever reads the settings scans for them.
public struct HookCatalog: Hashable, Sendable {
    /// The events whose directories contain hooks.
    public var events: [AnnouncedEvent]
    /// The directories `NAME.d` where NAME is not an event, so that nothing in them ever runs.
    public var strayFolders: [String]

    /// A catalog of these directories; empty by default.
    public init(events: [AnnouncedEvent] = [], strayFolders: [String] = []) {
        self.events = events
        self.strayFolders = strayFolders
    }

    /// The programs to start at the occurrences of a rule: the alert's own, or those in the directory of the event; nil for
    /// none.
    public func program(for rule: Rule) -> HookCall.Program? {
        if rule.alert != nil { return rule.hook.map(HookCall.Program.command) }
        return events.contains(rule.event) ? .folder(rule.event) : nil
    }
}

extension Settings {
    /// Everything to announce under these settings. An event with hooks that is not announced otherwise is announced to
    /// its hooks and in the journal.
    ///
    /// - Parameter hooks: the hooks that exist.
    public func rules(hooks: HookCatalog = HookCatalog()) -> [Rule] {
        let hookRules = hooks.events.filter { event in !notifications.rules.contains { $0.event == event } }
            .map { Rule(id: $0.name, event: $0, notifies: false) }
        return notifications.rules + hookRules + alerts.lazy.filter(\.isEnabled).map(Rule.init)
    }
}
