import CLinux
import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker
import Wording

/// The facts about the machine on which the checks are based.
struct MachineFacts: Sendable {
    /// The journal, as far as this user can read it.
    enum Journal: Hashable, Sendable {
        /// The journal cannot be opened, for this reason.
        case unreadable(String)
        /// systemd-journald is not running.
        case unwritten
        /// The journal is readable. The values say whether it persists across reboots, whether it contains an entry of
        /// the service, and whether the message catalog of the service is installed.
        case readable(isPersistent: Bool, hasEntries: Bool, isExplained: Bool)
    }

    var service: ServiceFacts
    /// Whether the program of the unit exists and is executable.
    var hasProgram: Bool
    /// Whether the program of the running process is no longer on the disk, as after an upgrade without a restart.
    var runsReplacedProgram = false
    /// Whether the service starts at boot, rather than at login.
    var isLingering = false
    /// The notification server; nil without a session bus.
    var notifications: NotificationServer?
    var journal: Journal
    /// The settings files that exist, or the first error in them.
    var settings: Result<[String], SettingsError>
    /// The user's settings file, if it may reveal the place to others: a place is set, and others can read the file.
    var exposedSettings: String?
    /// The folders that differ between the service and this command.
    var otherFolders: [OtherFolder] = []
    /// The hooks in the settings and in the folders; only those in the folders if the settings are invalid.
    var hooks: [PlannedHook]
    /// The folders `hooks/NAME.d` whose NAME is neither an event nor a phase.
    var strayFolders: [String] = []
    var sounds: SoundFacts
    /// The location settings; nil if the settings are invalid.
    var location: LocationSettings?
    /// The provider in GeoClue's configuration that was shut down, and where it is named; nil for none.
    var provider: LocationProvider?
    /// Whether a place is known without asking GeoClue.
    var knowsPlace = true
    /// The name of this command's time zone; nil if it has none.
    var zone: String?
    /// Why times are in UTC, although another zone is set; nil if they are not.
    var zoneProblem: ZoneProblem?
    /// Whether the system clock is synchronised; nil if the kernel does not report it.
    var isClockSynchronised: Bool?
    var state: StateFolder
}

extension MachineFacts {
    /// Collects the facts about this machine. Changes nothing, starts nothing except the notification server (as every
    /// notification does), and every wait has a time limit.
    init(foundIn context: CommandContext) {
        let environment = context.environment
        let service = ServiceFacts(ServiceOnBus.answer(), askedIn: context)
        let file = SettingsFile(environment: environment)
        let settings = Result { () throws(SettingsError) in try file.load() }
        let valid = (try? settings.get()) ?? Settings()
        let hooks = HookFolders(environment: environment)
        self.init(
            service: service, hasProgram: service.unit?.program.map { access($0, X_OK) == 0 } == true,
            runsReplacedProgram: Self.runsReplacedProgram(service.unit), isLingering: Self.isLingering,
            notifications: .answering(in: context, starting: true), journal: Self.journal(),
            settings: settings.map { _ in file.existingPaths },
            exposedSettings: valid.location.fixed != nil && isReadableByOthers(file.path) ? file.path : nil,
            otherFolders: service.unit?.isLoaded == true ? environment.foldersOfServiceElsewhere : [],
            hooks: hooks.inspect(under: valid), strayFolders: hooks.catalog.strayFolders,
            sounds: SoundFacts(valid.sounds),
            location: (try? settings.get())?.location, provider: GeoClueConfiguration.ofMachine.provider,
            knowsPlace: (try? context.place(by: file)) != nil,
            zone: context.localTime.zoneName, zoneProblem: context.zoneProblem,
            isClockSynchronised: Self.isClockSynchronised,
            state: StateFolder(environment: environment))
    }

    /// Whether the program of the unit's process was deleted, according to the kernel (proc(5), `/proc/PID/exe`).
    private static func runsReplacedProgram(_ unit: UnitState?) -> Bool {
        unit?.mainProcess.flatMap { linkTarget("/proc/\($0)/exe") }?.hasSuffix(" (deleted)") == true
    }

    /// Whether logind keeps the user's manager running without a login (loginctl(1), `enable-linger`).
    private static var isLingering: Bool {
        guard let user = getpwuid(getuid()), let name = user.pointee.pw_name else { return false }
        return access("/var/lib/systemd/linger/\(String(cString: name))", F_OK) == 0
    }

    private static func journal() -> Journal {
        // systemd listens there for journald, even while journald itself restarts.
        guard access("/run/systemd/journal/socket", F_OK) == 0 else { return .unwritten }
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

    /// Whether the kernel's clock is synchronised (adjtimex(2)); nil if the kernel does not report it, as in some
    /// containers.
    ///
    /// This is timedated's property NTPSynchronized, read without starting timedated. It is determined from the error
    /// rather than from STA_UNSYNC, which may be set to keep the kernel from writing the hardware clock. While the
    /// clock is not corrected, the kernel increases the estimated error up to 16 s.
    private static var isClockSynchronised: Bool? {
        var state = timex()
        return adjtimex(&state) >= 0 ? state.maxerror < 16_000_000 : nil
    }
}
