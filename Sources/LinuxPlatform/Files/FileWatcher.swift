import Dispatch
import Glibc
package import Systemd

/// Reports when files change, appear or disappear: by a write, by an editor's rename, by another target of a symbolic link,
/// in a folder that is created later.
@MainActor
package final class FileWatcher {
    /// What to watch.
    package enum Target: Hashable, Sendable {
        case file(String)
        /// A folder and every file in it.
        case folder(String)
    }

    package enum Notice: Sendable {
        /// Something has changed, or may have.
        case changed
        /// The files can no longer be watched.
        case failed(SystemError)
    }

    private let targets: @MainActor () -> [Target]
    private let handler: @MainActor (Notice) -> Void
    private let settling = OneShotTimer()
    private var isSettling = false
    private var source: (any DispatchSourceRead)?

    /// How long after the first event the handler is called. By then, an editor that moves the old file away before it
    /// writes the new one, or that writes the file several times, has finished.
    private static let settlingTime = Duration.milliseconds(200)

    /// - Parameters:
    ///   - targets: what to watch; called again after each change, since a change can add files.
    ///   - handler: called on the main queue, once for all changes within a fifth of a second.
    package init(
        _ targets: @escaping @MainActor () -> [Target], handler: @escaping @MainActor (Notice) -> Void
    ) throws(SystemError) {
        self.targets = targets
        self.handler = handler
        try watch()
    }

    isolated deinit {
        source?.cancel()
    }

    /// What to do if files cannot be watched because of this error (inotify(7), "/proc interfaces").
    package nonisolated static func remedy(for error: SystemError) -> String {
        switch error.number {
        case EMFILE: "Raise fs.inotify.max_user_instances with sysctl(8), or end programs that watch files"
        case ENOSPC: "Raise fs.inotify.max_user_watches with sysctl(8), or end programs that watch files"
        default: "Fix that"
        }
    }

    /// Replaces the watches, since after a change a path leads through other inodes.
    private func watch() throws(SystemError) {
        let paths = try WatchedPaths(targets())
        source?.cancel()
        let source = DispatchSource.makeReadSource(fileDescriptor: paths.inotify.descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            guard paths.inotify.read().contains(where: paths.concerns) else { return }
            MainActor.assumeIsolated { self?.handleChange() }
        }
        // Keeps the descriptor open for as long as Dispatch watches it.
        source.setCancelHandler { withExtendedLifetime(paths) {} }
        source.activate()
        self.source = source
    }

    private func handleChange() {
        do {
            // At once, so that no change from here on is missed.
            try watch()
        } catch {
            source?.cancel()
            source = nil
            handler(.failed(error))
        }
        guard !isSettling else { return }
        isSettling = true
        settling.start(Self.settlingTime) { [weak self] in
            self?.isSettling = false
            self?.handler(.changed)
        }
    }
}
