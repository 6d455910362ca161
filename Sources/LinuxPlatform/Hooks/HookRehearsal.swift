public import Tracker

/// Starts no hooks, and says which would be: under a simulated clock nobody wants the lamps of the real house to follow
/// its days.
@MainActor
public final class HookRehearsal: HookStarter {
    private let folders: HookFolders
    private let say: @MainActor (String) -> Void

    /// A rehearsal of the hooks in these folders.
    public init(folders: HookFolders, say: @escaping @MainActor (String) -> Void) {
        self.folders = folders
        self.say = say
    }

    /// Says what would be started.
    public func start(_ call: HookCall, then report: @escaping @MainActor (HookReport) -> Void) {
        let (commands, failures) = folders.commands(of: call.program)
        for failure in failures { report(.failed(failure)) }
        for command in commands { say("Not simulated: the hook \(command.hook.path) would be started") }
        report(.called)
    }
}
