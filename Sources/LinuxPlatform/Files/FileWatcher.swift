import Dispatch
import Glibc
package import Systemd
package import Tracker

/// Reports when files change, appear or disappear: by a write, by an editor's rename, by another target of a symbolic link,
/// in a folder that is created later.
///
/// The course of a change:
/// 1. *An event* of the watches in force is read. A path may now lead through other inodes, so watches are made again.
/// 2. *Making* them is left to the worker. What happens meanwhile is an event of the earlier watches, which stay in force, and
///    asks for one more making.
/// 3. *Made*, they replace the earlier ones, whose last events are read first. If making fails after a change, nothing is
///    watched until `renew`; otherwise the earlier ones stay.
/// 4. *Settling* follows: after that time the change is reported, once for all that have come until then. What comes while
///    watches are being made waits for these, and is reported with them.
@MainActor
package final class FileWatcher {
    /// What to watch.
    package enum Target: Equatable, Sendable {
        case file(String)
        /// A folder and every file in it.
        case folder(String)
    }

    package enum Notice: Sendable {
        /// The files are watched from now on, and were not before.
        case began
        /// Something has changed, or may have.
        case changed
        /// The files are not watched any more, or not yet.
        case failed(SystemError)
    }

    /// Makes the watches of the targets.
    package typealias Watch = @Sendable ([Target]) throws(SystemError) -> WatchedPaths

    private let worker: Worker
    private let make: @Sendable () -> Result<WatchedPaths, SystemError>
    private let handler: @MainActor (Notice) -> Void
    private let settling = OneShotTimer()
    private var isSettling = false
    private var source: (any DispatchSourceRead)?
    /// The watches in force; nil if there are none.
    private var paths: WatchedPaths?
    private var isMaking = false
    /// Whether watches are to be made once more, after those that are being made.
    private var isOutdated = false
    /// Whether there was an event that is not reported yet, or not watched after yet.
    private var hasChanged = false

    private let settlingTime: Duration

    /// Begins to watch. The watches are made off the main queue, since a disk may not answer.
    ///
    /// - Parameters:
    ///   - targets: what to watch; called off the main queue, and again after each change, since a change can add files.
    ///   - worker: makes the watches. What it is given after this is done when they are in force.
    ///   - settlingTime: how long after a change the handler is called. By then, an editor that moves the old file away
    ///     before it writes the new one, or that writes the file several times, has finished.
    ///   - handler: called on the main queue; with `changed`, once for all changes within the settling time.
    package init(
        _ targets: @escaping @Sendable () -> [Target], on worker: Worker, settlingTime: Duration = .milliseconds(200),
        watch: @escaping Watch = { targets throws(SystemError) in try WatchedPaths(targets) },
        handler: @escaping @MainActor (Notice) -> Void
    ) {
        self.worker = worker
        self.settlingTime = settlingTime
        self.handler = handler
        make = { Result { () throws(SystemError) in try watch(targets()) } }
        renew()
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

    /// Makes the watches again. The earlier ones stay until then, and if that fails.
    package func renew() {
        isOutdated = true
        makeIfOutdated()
    }

    private func makeIfOutdated() {
        guard isOutdated, !isMaking else { return }
        (isMaking, isOutdated) = (true, false)
        worker.run(make) { [weak self] made in self?.replace(by: made) }
    }

    private func replace(by made: Result<WatchedPaths, SystemError>) {
        // What the earlier watches have not said yet.
        readEvents()
        isMaking = false
        switch made {
        case .success(let new):
            let begins = paths == nil
            activate(new)
            if begins { handler(.began) }
        case .failure(let error):
            isOutdated = false
            // After a change, the earlier watches may be of other files.
            guard hasChanged || paths == nil else { return }
            source?.cancel()
            (source, paths) = (nil, nil)
            handler(.failed(error))
        }
        if hasChanged { settle() }
        makeIfOutdated()
    }

    private func activate(_ new: WatchedPaths) {
        source?.cancel()
        let source = DispatchSource.makeReadSource(fileDescriptor: new.inotify.descriptor, queue: .main)
        source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readEvents() } }
        // Keeps the descriptor open for as long as Dispatch watches it.
        source.setCancelHandler { withExtendedLifetime(new) {} }
        source.activate()
        (self.source, paths) = (source, new)
    }

    private func readEvents() {
        guard let paths, paths.inotify.read().contains(where: paths.concerns) else { return }
        hasChanged = true
        // After a change a path leads through other inodes. The change is reported when these are watched, so that none
        // after it is missed.
        renew()
    }

    private func settle() {
        guard !isSettling else { return }
        isSettling = true
        settling.start(settlingTime) { [weak self] in
            guard let self else { return }
            isSettling = false
            // What has happened since the watches that are being made is reported with them.
            hasChanged = isMaking
            handler(.changed)
        }
    }
}

extension FileWatcher {
    /// Watches files, and logs when they cannot be watched, and when they can again.
    ///
    /// - Parameters:
    ///   - name: what messages call the files: `the settings`.
    ///   - log: writes a message to the journal.
    ///   - handler: called on each change, and when the files are watched again: they may have changed meanwhile.
    package convenience init(
        of name: String, _ targets: @escaping @Sendable () -> [Target], on worker: Worker,
        watch: @escaping Watch = { targets throws(SystemError) in try WatchedPaths(targets) },
        log: @escaping @MainActor (String, JournalEntry.Priority) -> Void, then handler: @escaping @MainActor () -> Void
    ) {
        var hasFailed = false
        self.init(targets, on: worker, watch: watch) { notice in
            switch notice {
            case .began:
                guard hasFailed else { return }
                hasFailed = false
                log("Changes of \(name) are noticed again", .info)
                handler()
            case .changed: handler()
            case .failed(let error):
                hasFailed = true
                log(
                    "Changes of \(name) are not noticed: \(error). \(Self.remedy(for: error)), and then run: "
                        + "systemctl --user reload suntrackerd", .warning)
            }
        }
    }
}
