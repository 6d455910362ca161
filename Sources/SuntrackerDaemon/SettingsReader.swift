import LinuxPlatform
import Tracker

/// Reads the settings and the list of hooks again, off the main queue: files on a disk that does not answer delay a change
/// of the settings, and nothing else.
///
/// The settings in force are those of the files, with the command line's place. One reading runs at a time, and its result
/// comes back before the next one starts. The requests that arrive meanwhile share one reading after it, since the files may
/// have changed since it began.
final class SettingsReader {
    /// The files, as they were read.
    struct Reading: Sendable {
        let settings: Result<Settings, SettingsError>
        /// What valid settings are made of.
        let entries: [SettingsEntry]
        let hooks: HookCatalog

        /// Reads the files now. This can take as long as the disk does.
        nonisolated init(of file: SettingsFile, hooks folders: HookFolders) {
            var entries: [SettingsEntry] = []
            settings = Result { () throws(SettingsError) in
                entries = try file.entries()
                return try file.settings(of: entries)
            }
            self.entries = entries
            hooks = folders.catalog
        }

        nonisolated init(_ settings: Result<Settings, SettingsError>) {
            (self.settings, entries, hooks) = (settings, [], HookCatalog())
        }
    }

    private struct Request {
        /// `reload` if any of them was.
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
    ///   - place: the command line's place; nil for that of the files.
    ///   - copy: keeps a copy of accepted settings; nil for none.
    ///   - read: called off the main queue, one call at a time.
    ///   - onStart: called before each reading.
    ///   - onEnd: called with each result, and calls the completion when the settings are in force or refused.
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

    /// Reads the files, now or after the reading that runs. Returns at once.
    ///
    /// - Parameter answer: called once, when the settings that were read are in force, or with what is wrong with them.
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

    /// The settings of a reading. Saves them as the fallback for the next start.
    func accept(_ reading: Reading) -> Result<Settings, SettingsError> {
        reading.settings.map { settings in
            copy?.keep(settings, madeOf: reading.entries)
            return completed(settings)
        }
    }

    /// The settings at the start: those of the files, else those that were last accepted, else the defaults; and the refusal
    /// of those of the files. If the service exited instead, it would not notice that the files are fixed.
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
