import ArgumentParser
import CLinux
import Glibc
import LinuxPlatform
import Systemd
import Tracker

/// `suntracker doctor`.
struct DoctorCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything the service needs and suggest fixes.",
        usage: "suntracker doctor [<options>]",
        discussion: "Nothing is changed, and nothing is started but the notification server, to see whether it starts. "
            + "The exit status is 0 if nothing is broken, and 1 if something is.")

    @Option(help: "The output format.")
    var format = Format<Diagnosis>.text

    @Flag(help: "Print words instead of ticks and crosses.")
    var plain = false

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let diagnosis = Diagnosis(
            facts: MachineFacts(foundIn: context, in: format.words(in: context)),
            hasSymbols: !plain && context.terminal.hasSymbols, words: context.words)
        return try Answer(diagnosis, as: format, in: context, exitStatus: diagnosis.isSound ? EX_OK : 1)
    }
}

extension MachineFacts {
    /// The facts of this machine. Nothing is changed, nothing is started but the notification server (every notification
    /// starts it), and every wait has a time limit.
    ///
    /// - Parameter words: the language of the reasons for which a bus does not answer. JSON is in English.
    init(foundIn context: CommandContext, in words: Localizer) {
        let environment = context.environment
        let service = ServiceFacts(ServiceOnBus.answer(in: words), askedIn: context, in: words)
        let (files, settings) = Self.settings(environment)
        let hooks = HookFolders(environment: environment)
        self.init(
            service: service, hasProgram: service.manager.unit?.program.map { access($0, X_OK) == 0 } == true,
            runsReplacedProgram: Self.runsReplacedProgram(service.manager.unit),
            notifications: .answering(in: context, starting: true, words: words),
            journal: Self.journal(), settings: files,
            // Without a journal there is a check of its own.
            hooks: PlannedHook.withLastRuns(in: hooks, under: settings ?? Settings()).hooks,
            strayFolders: hooks.catalog.strayFolders,
            sounds: SoundFacts((settings ?? Settings()).sounds),
            location: settings?.location, geoclue: Self.geoclue(),
            provider: GeoClueConfiguration.ofMachine.provider,
            lastFix: Place.lastFix(in: environment)?.named(by: ProgramPlaces()),
            zone: Self.zone(in: context), isClockSynchronised: Self.isClockSynchronised,
            state: StateFolder(environment: environment), now: context.now)
    }

    /// Whether the kernel says that the program of the unit's process has no name any more (proc(5), `/proc/PID/exe`).
    private static func runsReplacedProgram(_ unit: UnitState?) -> Bool {
        unit?.mainProcess.flatMap { linkTarget("/proc/\($0)/exe") }?.hasSuffix(" (deleted)") == true
    }

    private static func journal() -> Journal {
        do {
            let reader = try JournalReader()
            let entry = try reader.lastServiceEntry(fields: [])
            // A user without entries has no journal file yet.
            let isPersistent = try reader.isPersistent() || access("/var/log/journal", F_OK) == 0
            return .readable(
                isPersistent: isPersistent, hasEntries: entry != nil,
                isExplained: JournalReader.explains(messageID: JournalEntry.Kind.event.messageID))
        } catch {
            return .unreadable("\(error)")
        }
    }

    private static func settings(_ environment: Environment) -> (Result<[String], SettingsError>, Settings?) {
        let file = SettingsFile(environment: environment)
        do {
            return (.success(file.existingPaths), try file.load())
        } catch {
            return (.failure(error), nil)
        }
    }

    private static func geoclue() -> GeoClue {
        let name = "org.freedesktop.GeoClue2"
        do {
            let bus = try BusClient.system()
            return try bus.hasOwner(name) || bus.starts(name) ? .present : .absent
        } catch {
            return .noBus("\(error)")
        }
    }

    private static func zone(in context: CommandContext) -> Zone {
        let place = (try? context.placeOfTimeZone()).flatMap { $0 }
        return Zone(name: context.localTime.zoneName, place: place?.name?.description)
    }

    /// Whether the kernel's clock is synchronised (adjtimex(2)); nil where the kernel does not say, as in some containers.
    ///
    /// This is timedated's property NTPSynchronized, read without starting timedated. It follows from the error rather
    /// than from STA_UNSYNC, which may be set to keep the kernel from writing the hardware clock. The kernel lets the
    /// estimated error grow up to 16 s while the clock is not corrected.
    private static var isClockSynchronised: Bool? {
        var state = timex()
        return adjtimex(&state) >= 0 ? state.maxerror < 16_000_000 : nil
    }
}
