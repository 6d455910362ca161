// SPDX-License-Identifier: MIT
import Configuration
import LinuxPlatform
import Tracker

/// Reads the settings and the list of hooks again, off the main queue. If a disk does not respond, only a change of the
/// settings is delayed.
///
/// The effective settings are the settings in the files, with the place given on the command line. Only one reading
/// runs at a time, and its result is delivered before the next one starts. Requests that arrive meanwhile share one
/// further reading, because the files may have changed since the current reading began.
final class SettingsReader {
    /// The contents of the files.
    struct Reading: Sendable {
        let settings: Result<Settings, SettingsError>
        /// The entries from which valid settings are made.
        let entries: [SettingsEntry]
        let hooks: HookCatalog

        /// Reads the files, which can take as long as the disk takes.
        nonisolated init(of file: SettingsFile, hooks folders: HookFolders) {
            var entries: [SettingsEntry] = []
            settings = Result { () throws(SettingsError) in
                entries = try file.entries()
                return try file.settings(of: entries)
            }
            self.entries = entries
            hooks = folders.catalog
        }

        /// The files as long as the disk has not responded: the hooks are not known, which is not the same as none.
        nonisolated init(_ settings: Result<Settings, SettingsError>) {
            (self.settings, entries, hooks) = (settings, [], .unknown)
        }
    }

    private struct Request {
        /// The cause of the requests; `reload` if it is the cause of at least one.
        var cause: SettingsCause
        var answers: [(SettingsError?) -> Void] = []
    }

    private let worker: Worker
    private let place: Place?
    private let copy: SettingsCopyFile?
    private let read: @Sendable () -> Reading
    private let onStart: (SettingsCause) -> Void
    private let onEnd: (SettingsCause, Reading, _ completion: @escaping () -> Void) -> Void
    private var current: Request?
    private var waiting: Request?

    /// - Parameters:
    ///   - worker: reads the files.
    ///   - place: the place given on the command line; nil for the place in the files.
    ///   - copy: stores a copy of accepted settings; nil for none.
    ///   - read: called off the main queue, one call at a time.
    ///   - onStart: called before each reading.
    ///   - onEnd: called with each result. It calls the completion when the settings have been applied or refused.
    init(
        on worker: Worker, place: Place? = nil, copy: SettingsCopyFile? = nil,
        read: @escaping @Sendable () -> Reading, onStart: @escaping (SettingsCause) -> Void,
        onEnd: @escaping (SettingsCause, Reading, _ completion: @escaping () -> Void) -> Void
    ) {
        self.worker = worker
        self.place = place
        self.copy = copy
        self.read = read
        self.onStart = onStart
        self.onEnd = onEnd
    }

    /// Reads the files, now or after the current reading. Returns immediately.
    ///
    /// - Parameter answer: called once, when the settings have been applied, or with their error.
    func request(_ cause: SettingsCause, then answer: @escaping (SettingsError?) -> Void = { _ in }) {
        var request = waiting ?? Request(cause: cause)
        if cause == .reload { request.cause = .reload }
        request.answers.append(answer)
        waiting = request
        startNext()
    }

    private func startNext() {
        guard current == nil, let next = waiting else { return }
        (current, waiting) = (next, nil)
        onStart(next.cause)
        worker.run(read) { [weak self] in self?.finish($0) }
    }

    private func finish(_ reading: Reading) {
        guard let request = current else { return }
        current = nil
        let error: SettingsError? = if case .failure(let error) = reading.settings { error } else { nil }
        onEnd(request.cause, reading) { for answer in request.answers { answer(error) } }
        startNext()
    }

    /// Returns the settings of a reading, and saves them as the fallback for the next start.
    func accept(_ reading: Reading) -> Result<Settings, SettingsError> {
        reading.settings.map { settings in
            copy?.keep(settings, madeOf: reading.entries)
            return completed(settings)
        }
    }

    /// Returns the settings for the start: the settings in the files, or else the last accepted settings, or else the
    /// defaults. Also returns the refusal if the files are invalid. If the service exited instead, it would not notice
    /// that the files are fixed.
    func atStart(_ reading: Reading) -> (settings: Settings, refusal: Input?) {
        switch accept(reading) {
        case .success(let settings): return (settings, nil)
        case .failure(let error):
            let last = copy?.load()
            let cause = SettingsCause.start(last == nil ? .defaults : .lastAccepted)
            return (completed(last ?? Settings()), .settings(.failure(error), hooks: reading.hooks, cause: cause))
        }
    }

    private func completed(_ settings: Settings) -> Settings {
        var settings = settings
        if let place { settings.setLocation(place) }
        return settings
    }
}
