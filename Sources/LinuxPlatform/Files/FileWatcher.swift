// SPDX-License-Identifier: MIT
import Dispatch
import Glibc
package import Systemd
package import Wording

/// Reports when files change, appear or disappear: after a write, a rename by an editor, a change of a symbolic link,
/// or the creation of a directory.
///
/// A change is reported in four steps:
/// 1. *An event* of the current watches is read. A path may now lead through other inodes, so the watches are made
///    again.
/// 2. *Making* them is left to the worker. What happens meanwhile is an event of the earlier watches, which are kept,
///    and causes them to be made once more.
/// 3. *Made*, they replace the earlier ones, whose last events are read first. If making fails after a change, nothing
///    is watched until `renew`; otherwise the earlier ones are kept.
/// 4. *Settling* follows: after that time the change is reported, once for all events until then. An event that comes
///    while watches are being made is reported with them.
@MainActor
package final class FileWatcher {
    package enum Target: Equatable, Sendable {
        case file(String)
        /// A directory and every file in it.
        case folder(String)
    }

    package enum Notice: Sendable {
        /// The files are being watched from now on.
        case began
        /// Something has changed, or may have.
        case changed
        /// The files are no longer being watched, or cannot be watched yet.
        case failed(SystemError)
    }

    package typealias Watch = @Sendable ([Target]) throws(SystemError) -> WatchedPaths

    private let worker: Worker
    private let make: @Sendable () -> Result<WatchedPaths, SystemError>
    private let handler: @MainActor (Notice) -> Void
    private let settling = OneShotTimer()
    private var isSettling = false
    private var source: (any DispatchSourceRead)?
    /// The active watches; nil if there are none.
    private var paths: WatchedPaths?
    private var isMaking = false
    /// Whether the watches must be created again, after the ones that are being created.
    private var isOutdated = false
    /// Whether an event is still to be reported, or the watches are still to be renewed after it.
    private var hasChanged = false

    private let settlingTime: Duration

    /// Begins to watch. The watches are created off the main queue, because a disk may not respond.
    ///
    /// - Parameters:
    ///   - targets: returns the paths to watch; called off the main queue, and again after each change, because a
    ///     change can add files.
    ///   - worker: creates the watches. Work that it is given later starts once the watches are active.
    ///   - settlingTime: the delay between a change and the call of the handler. During the delay, an editor that moves
    ///     the old file away before it writes the new one, or that writes the file several times, can finish.
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

    /// What to do, up to the last command, if files cannot be watched because of this error (inotify(7), "/proc
    /// interfaces").
    package nonisolated static func remedy(for error: SystemError) -> String {
        let (remedy, command) =
            switch error.number {
            case EMFILE where error.call == Inotify.start:
                ("raise fs.inotify.max_user_instances with sysctl(8), or end programs that watch files", "reload")
            case ENOSPC:
                ("raise fs.inotify.max_user_watches with sysctl(8), or end programs that watch files", "reload")
            // The limit applies to the next run.
            case EMFILE: (error.shortageRemedy ?? "", "restart")
            default: (error.shortageRemedy ?? "fix that", "reload")
            }
        return "\(remedy.capitalizedFirst), and then run: systemctl --user \(command) suntrackerd"
    }

    /// Creates the watches again. The earlier watches remain active meanwhile, and if no new watches can be created.
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
        // Handle events that the earlier watches have not reported yet.
        readEvents()
        isMaking = false
        switch made {
        case .success(let new):
            let begins = paths == nil
            activate(new)
            if begins { handler(.began) }
        case .failure(let error):
            isOutdated = false
            // After a change, the earlier watches may be for other files.
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
        // Keeps the descriptor open while Dispatch watches it.
        source.setCancelHandler { withExtendedLifetime(new) {} }
        source.activate()
        (self.source, paths) = (source, new)
    }

    private func readEvents() {
        guard let paths, paths.inotify.read().contains(where: paths.concerns) else { return }
        hasChanged = true
        // After a change, the path may lead through other inodes. The change is reported only when these are watched,
        // so that no later change is missed.
        renew()
    }

    private func settle() {
        guard !isSettling else { return }
        isSettling = true
        settling.start(settlingTime) { [weak self] in
            guard let self else { return }
            isSettling = false
            // A change since the creation of new watches began is reported together with these watches.
            hasChanged = isMaking
            handler(.changed)
        }
    }
}

extension FileWatcher {
    /// Watches files, and logs when they cannot be watched, and when they can be watched again.
    ///
    /// - Parameters:
    ///   - name: the name of the files in messages: `the settings`.
    ///   - log: writes a message to the journal.
    ///   - handler: called on each change, and when the files are watched again, because they may have changed
    ///     meanwhile.
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
                log("Watching \(name) for changes again", .info)
                handler()
            case .changed: handler()
            case .failed(let error):
                hasFailed = true
                log(
                    "Cannot watch \(name) for changes: \(error). \(Self.remedy(for: error))", .warning)
            }
        }
    }
}
