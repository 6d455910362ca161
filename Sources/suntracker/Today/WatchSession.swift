import Dispatch
import Glibc
import LinuxPlatform
import Tracker

/// `today --watch`. The process wakes only when the line changes, and when the clock, the time zone, the settings or the place
/// change.
@MainActor
final class TodaySession {
    private let command: TodayCommand
    private var reader: ReaderMonitor?
    private let clock = DispatchWallClock()
    private var context: CommandContext
    private var place: Place
    private var shown: String?
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

    private func watch() throws(CommandError) {
        // The process exits when the reader closes its end, which may also happen during a write.
        signal(SIGPIPE, SIG_IGN)
        reader = ReaderMonitor(of: STDOUT_FILENO) { exit(EX_OK) }
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
                case .failed(let error): writeMessage(CommandError.watch(error).description)
                }
            })
    }

    /// Reads the settings and the time zone again. After an error, which is reported, the previous ones stay in force.
    ///
    /// - Returns: whether there was no error.
    private func read() -> Bool {
        do throws(CommandError) {
            let context = try CommandContext.ofProcess(for: command)
            place = try context.place(command.place)
            self.context = context
            return true
        } catch {
            writeMessage(error.description)
            return false
        }
    }

    /// Writes the line of now if it is another one. An update follows when it changes.
    private func update() {
        do throws(CommandError) {
            let now = clock.now
            let day = TodayWatch(
                place: place, localTime: context.localTime, form: command.line, words: command.language(in: context))
            clock.wait(until: day.nextChange(after: now)) { [weak self] in self?.update() }
            let line = try encoding { try day.line(at: now) }
            guard line != shown else { return }
            shown = line
            try writeOutput(line)
        } catch {
            exit(exitStatus { () throws(CommandError) in throw error })
        }
    }
}
