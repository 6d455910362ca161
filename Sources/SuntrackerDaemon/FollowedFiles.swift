import LinuxPlatform
import Systemd
import Tracker

/// The files that the service follows. What cannot be watched is said, and tried again when somebody asks for a reload.
final class FollowedFiles {
    /// Watches as `FileWatcher` does, for as long as what it returns lives.
    typealias Watch = (
        _ targets: @escaping @MainActor () -> [FileWatcher.Target],
        _ handler: @escaping @MainActor (FileWatcher.Notice) -> Void
    ) throws(SystemError) -> AnyObject

    private struct Followed {
        let name: String
        let targets: @MainActor () -> [FileWatcher.Target]
        let handler: @MainActor () -> Void
        /// Nil where they cannot be watched.
        var watcher: AnyObject?
    }

    private let watch: Watch
    private let say: (String, JournalEntry.Priority) -> Void
    private var followed: [Followed] = []

    /// - Parameters:
    ///   - watch: watches files.
    ///   - say: writes a line to the journal.
    init(watch: @escaping Watch, say: @escaping (String, JournalEntry.Priority) -> Void) {
        self.watch = watch
        self.say = say
    }

    /// Follows these files from now on.
    ///
    /// - Parameter name: what they are: `the settings`.
    func follow(
        _ name: String, _ targets: @escaping @MainActor () -> [FileWatcher.Target],
        then handler: @escaping @MainActor () -> Void
    ) {
        followed.append(Followed(name: name, targets: targets, handler: handler))
        start(followed.count - 1)
    }

    /// Watches again what could not be watched any more.
    func retry() {
        for index in followed.indices where followed[index].watcher == nil {
            start(index)
            if followed[index].watcher != nil {
                say("Changes of \(followed[index].name) are noticed again", .info)
            }
        }
    }

    private func start(_ index: Int) {
        do {
            followed[index].watcher = try watch(followed[index].targets) { [weak self] notice in
                self?.take(notice, index)
            }
        } catch {
            complain(error, index)
        }
    }

    private func take(_ notice: FileWatcher.Notice, _ index: Int) {
        switch notice {
        case .changed: followed[index].handler()
        case .blind(let error):
            followed[index].watcher = nil
            complain(error, index)
        }
    }

    private func complain(_ error: SystemError, _ index: Int) {
        say(
            "Changes of \(followed[index].name) are not noticed: \(error). \(FileWatcher.remedy(for: error)), and then run: "
                + "systemctl --user reload suntrackerd", .warning)
    }
}
