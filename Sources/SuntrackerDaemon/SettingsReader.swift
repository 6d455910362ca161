import Dispatch
import LinuxPlatform
import Tracker

/// Reads the settings and the list of hooks again, off the main queue: files on a disk that does not answer delay a change
/// of the settings, and nothing else.
///
/// One reading runs at a time, and its result comes back before the next one starts. The requests that arrive meanwhile
/// share one reading after it, since the files may have changed since it began.
final class SettingsReader {
    /// The files, as they were read.
    struct Reading: Sendable {
        let settings: Result<Accepted, SettingsError>
        let hooks: HookCatalog

        /// Valid settings, and the entries that they are made of.
        struct Accepted: Sendable {
            let settings: Settings
            let entries: [SettingsEntry]
        }

        /// Reads the files now. This can take as long as the disk does.
        nonisolated init(of file: SettingsFile, hooks folders: HookFolders) {
            settings = Result { () throws(SettingsError) in
                let entries = try file.entries()
                return Accepted(settings: try file.settings(of: entries), entries: entries)
            }
            hooks = folders.catalog
        }

        nonisolated init(_ settings: Result<Accepted, SettingsError>, hooks: HookCatalog) {
            (self.settings, self.hooks) = (settings, hooks)
        }
    }

    /// Why the files are read.
    enum Occasion: Hashable {
        /// A reload was requested; the service manager waits for its end.
        case reload
        /// A file has changed.
        case edit
    }

    private struct Request {
        /// `reload` if any of them was.
        var occasion: Occasion
        var answers: [(SettingsError?) -> Void] = []
    }

    private let read: @Sendable () -> Reading
    private let onStart: (Occasion) -> Void
    private let onEnd: (Occasion, Reading, _ completion: @escaping () -> Void) -> Void
    // Not a global queue: libdispatch counts the threads of those every second from their first use on.
    private let queue = DispatchQueue(label: "settings")
    private var current: Request?
    private var waiting: Request?

    /// - Parameters:
    ///   - read: reads the files; called off the main queue, one call at a time.
    ///   - onStart: called before each reading.
    ///   - onEnd: called with each result, and calls the completion when the settings are in force or refused.
    init(
        read: @escaping @Sendable () -> Reading, onStart: @escaping (Occasion) -> Void,
        onEnd: @escaping (Occasion, Reading, _ completion: @escaping () -> Void) -> Void
    ) {
        self.read = read
        self.onStart = onStart
        self.onEnd = onEnd
    }

    /// Reads the files, now or after the reading that runs. Returns at once.
    ///
    /// - Parameter answer: called once, when the settings that were read are in force, or with what is wrong with them.
    func request(_ occasion: Occasion, then answer: @escaping (SettingsError?) -> Void = { _ in }) {
        var request = waiting ?? Request(occasion: occasion)
        if occasion == .reload { request.occasion = .reload }
        request.answers.append(answer)
        waiting = request
        startNext()
    }

    private func startNext() {
        guard current == nil, let next = waiting else { return }
        (current, waiting) = (next, nil)
        onStart(next.occasion)
        queue.async { @Sendable [weak self, read] in
            let reading = read()
            DispatchQueue.main.async { @Sendable in MainActor.assumeIsolated { self?.finish(reading) } }
        }
    }

    private func finish(_ reading: Reading) {
        guard let request = current else { return }
        current = nil
        let error: SettingsError? = if case .failure(let error) = reading.settings { error } else { nil }
        onEnd(request.occasion, reading) { for answer in request.answers { answer(error) } }
        startNext()
    }
}

/// The settings of the service: those of the files, with the command line's place.
final class ServiceSettings {
    private let file: SettingsFile
    private let place: Place?
    private let copy: SettingsCopyFile?

    /// - Parameters:
    ///   - place: the command line's place; nil for that of the files.
    ///   - copy: keeps a copy of accepted settings; nil for none.
    init(file: SettingsFile, place: Place?, copy: SettingsCopyFile?) {
        self.file = file
        self.place = place
        self.copy = copy
    }

    /// Settings that could not be used at the start, and what replaces them.
    struct Refusal {
        let error: SettingsError
        let fallback: SettingsFallback
    }

    /// The settings of a reading, of which it keeps a copy for a start at which the files cannot be used.
    func accept(_ reading: SettingsReader.Reading.Accepted) -> Settings {
        copy?.keep(reading.settings, madeOf: reading.entries)
        return completed(reading.settings)
    }

    /// The settings at the start: those of the files, else those that were last accepted, else the defaults. If the service
    /// exited instead, it would not notice that the files are fixed.
    func atStart(_ reading: SettingsReader.Reading) -> (settings: Settings, refusal: Refusal?) {
        switch reading.settings {
        case .success(let accepted): return (accept(accepted), nil)
        case .failure(let error):
            guard let last = copy?.load() else {
                return (completed(Settings()), Refusal(error: error, fallback: .defaults))
            }
            return (completed(last), Refusal(error: error, fallback: .lastAccepted))
        }
    }

    private func completed(_ settings: Settings) -> Settings {
        var settings = settings
        if let place { settings.setLocation(place) }
        return settings
    }
}
