import Dispatch
import Glibc
import LinuxPlatform
import Tracker

/// `today --watch`. The process wakes only when the text changes, for a key or a signal, and when the clock, the time zone,
/// the settings or the place change.
@MainActor
final class TodaySession {
    private let command: TodayCommand
    private let display: any TodayDisplay
    private let clock = DispatchWallClock()
    private var context: CommandContext
    private var place: Place
    private var shown: String?
    private var clockSteps: ClockStepMonitor?
    private var fileWatchers: [FileWatcher] = []

    /// Runs until the process exits. Returns only with an error.
    static func run(_ command: TodayCommand, in context: CommandContext) -> CommandError {
        do {
            let place = try context.place(command.place)
            let isText = command.format.kind == .text && command.template == nil
            let wantsScreen = isText && !command.plain && context.terminal.isInteractive
            let display: any TodayDisplay =
                wantsScreen ? try TodayScreen(in: context.words) : TodayStream(inBlocks: isText)
            let session = TodaySession(command, of: place, in: context, on: display)
            try session.watch()
            session.update()
            withExtendedLifetime(session) { dispatchMain() }
        } catch {
            return error
        }
    }

    private init(_ command: TodayCommand, of place: Place, in context: CommandContext, on display: any TodayDisplay) {
        (self.command, self.context, self.place, self.display) = (command, context, place, display)
    }

    private func watch() throws(CommandError) {
        display.start(
            onChange: { [weak self] in
                self?.shown = nil
                self?.update()
            })
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
                case .failed(let error): display.warn(CommandError.watch(error).description(in: context.words))
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
            display.warn(error.description(in: context.words))
            return false
        }
    }

    private func update() {
        let now = clock.now
        let form = command.form(columns: display.columns ?? context.terminal.columns, in: context)
        let day = TodayWatch(
            place: place, localTime: context.localTime, form: form, words: command.language(in: context))
        do throws(CommandError) {
            let text = try encoding { try day.text(at: now) }
            if text != shown { try display.show(text) }
            shown = text
        } catch {
            display.close()
            writeMessage(error.description(in: context.words))
            exit(error.exitStatus)
        }
        clock.wait(until: day.nextChange(after: now)) { [weak self] in self?.update() }
    }
}
