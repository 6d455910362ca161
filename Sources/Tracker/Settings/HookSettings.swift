/// `[Hooks]`, and what the folders of hooks hold.
public struct HookSettings: Hashable, Sendable {
    /// `Timeout=`: how long a hook may take, from a second to an hour.
    public var timeLimit = Duration.seconds(30)
    /// The events that have hooks in a folder of theirs. No file says so: whoever reads the settings looks.
    public var events: [AnnouncedEvent] = []
    /// The folders that are named like those of events, and are of none.
    public var strayFolders: [String] = []

    /// Hook settings of somebody who has chosen nothing, and has no hooks.
    public init() {}
}

extension Settings {
    /// The events that have hooks and are not announced by themselves: they are, to the hooks and in the journal.
    var hookRules: [Rule] {
        hooks.events.filter { event in !notifications.rules.contains { $0.event == event } }
            .map { Rule(id: $0.name, event: $0, notifies: false) }
    }

    /// Which programs are started at the occurrences of a rule: those in the folders at the event itself, and at an alert
    /// its own; nil for none.
    public func hooks(of rule: Rule) -> HookCall.Program? {
        if rule.alert != nil { return rule.hook.map(HookCall.Program.command) }
        return hooks.events.contains(rule.event) ? .folder(rule.event) : nil
    }
}
