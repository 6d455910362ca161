import Dispatch
import Glibc
public import Systemd

/// Notices when files change, appear or go, whichever way: written to, renamed over by an editor, led to by another link,
/// in a folder that comes later.
@MainActor
public final class FileWatcher {
    /// What counts at the end of a path.
    public enum Target: Hashable, Sendable {
        /// The file.
        case file(String)
        /// The folder, with every file in it.
        case folder(String)
    }

    /// What there is to say.
    public enum Notice: Sendable {
        /// Something has changed, or may have.
        case changed
        /// Nothing will be noticed from now on.
        case blind(SystemError)
    }

    private let targets: @MainActor () -> [Target]
    private let handler: @MainActor (Notice) -> Void
    private let settling = OneShotTimer()
    private var isSettling = false
    private var source: (any DispatchSourceRead)?

    /// How long after the first sign of a change the files are looked at. An editor that moves the old file away before it
    /// writes the new one, and one that touches it several times, has then come to its end.
    private static let settlingTime = DispatchTimeInterval.milliseconds(200)

    /// Watches from now on.
    ///
    /// - Parameters:
    ///   - targets: what to watch; asked again after each change, since a change can bring new files.
    ///   - handler: called on the main queue, once for all that happens within a fifth of a second.
    public init(
        _ targets: @escaping @MainActor () -> [Target], handler: @escaping @MainActor (Notice) -> Void
    ) throws(SystemError) {
        self.targets = targets
        self.handler = handler
        try watch()
    }

    isolated deinit {
        source?.cancel()
    }

    /// What to do where files cannot be watched, for this reason (inotify(7), "/proc interfaces").
    public nonisolated static func remedy(for error: SystemError) -> String {
        switch error.number {
        case EMFILE: "Raise fs.inotify.max_user_instances with sysctl(8), or end programs that watch files"
        case ENOSPC: "Raise fs.inotify.max_user_watches with sysctl(8), or end programs that watch files"
        default: "Mend that"
        }
    }

    /// Watches anew, since after a change a path leads through other inodes.
    private func watch() throws(SystemError) {
        let paths = try WatchedPaths(targets())
        source?.cancel()
        let source = DispatchSource.makeReadSource(fileDescriptor: paths.inotify.descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            guard paths.inotify.read().contains(where: paths.concerns) else { return }
            MainActor.assumeIsolated { self?.noteChange() }
        }
        // Keeps the descriptor open for as long as Dispatch waits for it.
        source.setCancelHandler { withExtendedLifetime(paths) {} }
        source.activate()
        self.source = source
    }

    private func noteChange() {
        do {
            // At once, so that whatever changes from here on is noticed too.
            try watch()
        } catch {
            source?.cancel()
            source = nil
            handler(.blind(error))
        }
        guard !isSettling else { return }
        isSettling = true
        settling.fire(at: .now() + Self.settlingTime) { [weak self] in
            self?.isSettling = false
            self?.handler(.changed)
        }
    }
}
