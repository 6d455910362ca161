import LinuxPlatform
import Systemd
import Tracker

/// The files that the service watches for changes. A watch that fails is reported, and retried on a reload.
final class FollowedFiles {
    /// Watches as `FileWatcher` does, as long as the returned object exists.
    typealias Watch = (
        _ targets: @escaping @MainActor () -> [FileWatcher.Target],
        _ handler: @escaping @MainActor (FileWatcher.Notice) -> Void
    ) throws(SystemError) -> AnyObject

    private struct Followed {
        let name: String
        let targets: @MainActor () -> [FileWatcher.Target]
        let handler: @MainActor () -> Void
        /// Nil if the files cannot be watched.
        var watcher: AnyObject?
    }

    private let watch: Watch
    private let log: (String, JournalEntry.Priority) -> Void
    private var followed: [Followed] = []

    /// - Parameters:
    ///   - watch: watches files.
    ///   - log: writes a message to the journal.
    init(watch: @escaping Watch, log: @escaping (String, JournalEntry.Priority) -> Void) {
        self.watch = watch
        self.log = log
    }

    /// Watches these files and calls the handler on each change.
    ///
    /// - Parameter name: what messages call the files: `the settings`.
    func follow(
        _ name: String, _ targets: @escaping @MainActor () -> [FileWatcher.Target],
        then handler: @escaping @MainActor () -> Void
    ) {
        followed.append(Followed(name: name, targets: targets, handler: handler))
        start(followed.count - 1)
    }

    /// Retries the watches that have failed.
    func retry() {
        for index in followed.indices where followed[index].watcher == nil {
            start(index)
            if followed[index].watcher != nil {
                log("Changes of \(followed[index].name) are noticed again", .info)
            }
        }
    }

    private func start(_ index: Int) {
        do {
            followed[index].watcher = try watch(followed[index].targets) { [weak self] notice in
                self?.handle(notice, index)
            }
        } catch {
            report(error, index)
        }
    }

    private func handle(_ notice: FileWatcher.Notice, _ index: Int) {
        switch notice {
        case .changed: followed[index].handler()
        case .failed(let error):
            followed[index].watcher = nil
            report(error, index)
        }
    }

    private func report(_ error: SystemError, _ index: Int) {
        log(
            "Changes of \(followed[index].name) are not noticed: \(error). \(FileWatcher.remedy(for: error)), and then run: "
                + "systemctl --user reload suntrackerd", .warning)
    }
}
