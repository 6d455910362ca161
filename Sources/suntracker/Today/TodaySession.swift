import Dispatch
import Glibc
import LinuxPlatform
import Tracker

/// `today --watch`. The process wakes only when the text changes, for a key or a signal, and when the clock, the time zone,
/// the settings or the place change.
@MainActor
final class TodaySession {
    private let command: TodayCommand
    /// The terminal; nil for standard output with a new block or line for each update.
    private var screen: ScreenSession<TodaySession>?
    private var window: WindowSize?
    private var reader: ReaderMonitor?
    private let clock = DispatchWallClock()
    private var context: CommandContext
    private var place: Place
    private var shown: String?
    private var warning: String?
    private var clockSteps: ClockStepMonitor?
    private var fileWatchers: [FileWatcher] = []

    /// Runs until the process exits.
    static func run(_ command: TodayCommand, in context: CommandContext) throws(CommandError) -> Never {
        let session = TodaySession(command, of: try context.place(command.place), in: context)
        try session.watch()
        session.update()
        withExtendedLifetime(session) { dispatchMain() }
    }

    private init(_ command: TodayCommand, of place: Place, in context: CommandContext) {
        (self.command, self.context, self.place) = (command, context, place)
    }

    /// Whether the output is text for people, in several lines.
    private var isText: Bool { command.format.kind == .text && command.template == nil }

    private func watch() throws(CommandError) {
        if isText, !command.plain, context.terminal.isInteractive {
            window = WindowSize(of: STDOUT_FILENO)
            screen = try ScreenSession(self, .none) { _ in exit(EX_OK) }
        } else {
            // The process exits when the reader closes its end, which may also happen during a write.
            signal(SIGPIPE, SIG_IGN)
            reader = ReaderMonitor(of: STDOUT_FILENO) { exit(EX_OK) }
        }
        do {
            clockSteps = try ClockStepMonitor { [weak self] in self?.update() }
            // A place or a time zone given on the command line does not change.
            if command.place.place == nil {
                let settings = context.settingsFile(command.place.config)
                let lastFix = FileWatcher.Target.file(context.environment.stateFolder + "/last-fix")
                follow { settings.watched + [lastFix] }
            }
            if context.environment.variables["TZ"] == nil { follow { [.file("/etc/localtime")] } }
        } catch {
            screen?.leave()
            throw .watch(error)
        }
    }

    private func follow(_ targets: @escaping @Sendable () -> [FileWatcher.Target]) {
        fileWatchers.append(
            FileWatcher(targets, on: Worker("files")) { [weak self] notice in
                guard let self else { return }
                switch notice {
                case .began:
                    // What was read before may have changed since. If not, there is no reason for another output.
                    let (place, zone) = (place, context.localTime.zoneName)
                    if read(), self.place != place || context.localTime.zoneName != zone { update() }
                case .changed: if read() { update() }
                case .failed(let error): warn(.watch(error))
                }
            })
    }

    /// Reads the settings and the time zone again. After an error, which is shown, the previous ones stay in force.
    ///
    /// - Returns: whether there was no error.
    private func read() -> Bool {
        do throws(CommandError) {
            let context = try CommandContext.ofProcess(for: command)
            place = try context.place(command.place)
            self.context = context
            return true
        } catch {
            warn(error)
            return false
        }
    }

    /// Shows the text of now if it is another one, until the next change.
    private func update() {
        do throws(CommandError) {
            let text = try nextText()
            guard text != shown else { return }
            let isFirst = shown == nil
            (shown, warning) = (text, nil)
            if let screen { return screen.draw() }
            // An empty line separates blocks.
            try writeOutput(isText && !isFirst ? "\n" + text : text)
        } catch {
            screen?.leave()
            exit(exitStatus { () throws(CommandError) in throw error })
        }
    }

    /// The text of now. An update follows when it changes.
    private func nextText() throws(CommandError) -> String {
        let now = clock.now
        let form = command.form(columns: window?.columns ?? context.terminal.columns, in: context)
        let day = TodayWatch(
            place: place, localTime: context.localTime, form: form, words: command.language(in: context))
        clock.wait(until: day.nextChange(after: now)) { [weak self] in self?.update() }
        return try encoding { try day.text(at: now) }
    }

    private func warn(_ error: CommandError) {
        let text = error.description
        guard let screen else { return writeMessage(text) }
        warning = text
        screen.draw()
    }
}

extension TodaySession: @MainActor ScreenView {
    static let extras = TerminalExtras.none

    func handle(_ key: TerminalKeys.Key) -> Bool {
        if case .text(let text) = key { !text.lowercased().contains("q") } else { true }
    }

    func resize(to window: WindowSize) {
        self.window = window
        if let text = try? nextText() { (shown, warning) = (text, nil) }
    }

    /// The text, a warning below it, and the key to press.
    func frame(_ depth: ColourDepth) -> String {
        let below = warning.map { ["", $0] } ?? []
        // TRANSLATORS: {key} is the key to press
        let keys = context.words("{key} quit", ["key": "q"])
        let text = (shown ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let lines = text + below + ["", keys]
        return TextFrame(lines: lines, rows: window?.rows ?? lines.count).text
    }
}
