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
    private var screen: TodayScreen?
    private var reader: ReaderMonitor?
    private let clock = DispatchWallClock()
    private var context: CommandContext
    private var place: Place
    private var shown: String?
    private var clockSteps: ClockStepMonitor?
    private var fileWatchers: [FileWatcher] = []

    /// Runs until the process exits. Returns only with an error.
    static func run(_ command: TodayCommand, in context: CommandContext) -> CommandError {
        do {
            let session = TodaySession(command, of: try context.place(command.place), in: context)
            try session.watch()
            session.update()
            withExtendedLifetime(session) { dispatchMain() }
        } catch {
            return error
        }
    }

    private init(_ command: TodayCommand, of place: Place, in context: CommandContext) {
        (self.command, self.context, self.place) = (command, context, place)
    }

    /// Whether the output is text for people, in several lines.
    private var isText: Bool { command.format.kind == .text && command.template == nil }

    private func watch() throws(CommandError) {
        if isText, !command.plain, context.terminal.isInteractive {
            screen = try TodayScreen(in: context.words) { [weak self] in
                self?.shown = nil
                self?.update()
            }
        } else {
            // The process exits when the reader closes its end, which may also happen during a write.
            signal(SIGPIPE, SIG_IGN)
            reader = ReaderMonitor(of: STDOUT_FILENO) { exit(EX_OK) }
        }
        do {
            clockSteps = try ClockStepMonitor { [weak self] in self?.update() }
            // A place or a time zone given on the command line does not change.
            if command.place.place == nil, command.place.location == nil {
                let settings = context.settingsFile(command.place.config)
                let lastFix = FileWatcher.Target.file(context.environment.stateFolder + "/last-fix")
                follow { settings.watched + [lastFix] }
            }
            if context.environment.variables["TZ"] == nil { follow { [.file("/etc/localtime")] } }
        } catch {
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
            let context = try CommandContext.ofProcess(for: command.place)
            place = try context.place(command.place)
            self.context = context
            return true
        } catch {
            warn(error)
            return false
        }
    }

    private func update() {
        let now = clock.now
        let form = command.form(columns: screen?.columns ?? context.terminal.columns, in: context)
        let day = TodayWatch(
            place: place, localTime: context.localTime, form: form, words: command.language(in: context))
        do throws(CommandError) {
            let text = try encoding { try day.text(at: now) }
            if text != shown { try show(text) }
            shown = text
        } catch {
            screen?.close()
            writeMessage(error.description(in: context.words))
            exit(error.exitStatus)
        }
        clock.wait(until: day.nextChange(after: now)) { [weak self] in self?.update() }
    }

    private func show(_ text: String) throws(CommandError) {
        guard let screen else {
            // An empty line separates blocks.
            return try writeOutput(isText && shown != nil ? "\n" + text : text)
        }
        screen.show(text)
    }

    private func warn(_ error: CommandError) {
        let text = error.description(in: context.words)
        if let screen { screen.warn(text) } else { writeMessage(text) }
    }
}
