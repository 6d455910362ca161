import LinuxPlatform
import Systemd
import Tracker

/// The files that the service watches for changes. A watch that fails is reported, and retried on a reload.
///
/// The kernel does not report a file system that is mounted over a folder, such as a home that appears after the service
/// has started, or a bind mount. So a reload renews all watches.
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

    /// Replaces every watch, and retries those that have failed. If a watch cannot be replaced, it stays.
    func renew() {
        for index in followed.indices {
            let hasFailed = followed[index].watcher == nil
            if start(index), hasFailed { log("Changes of \(followed[index].name) are noticed again", .info) }
        }
    }

    /// Returns whether the files are watched from their current paths.
    @discardableResult
    private func start(_ index: Int) -> Bool {
        do {
            followed[index].watcher = try watch(followed[index].targets) { [weak self] notice in
                self?.handle(notice, index)
            }
            return true
        } catch {
            if followed[index].watcher == nil { report(error, index) }
            return false
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
