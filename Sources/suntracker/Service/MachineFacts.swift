// SPDX-License-Identifier: MIT
import CLinux
import Configuration
import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker
import Wording

struct MachineFacts: Sendable {
    /// The journal, as far as this user can read it.
    enum Journal: Hashable, Sendable {
        case unreadable(String)
        /// systemd-journald is not running.
        case unwritten
        case readable(hasEntries: Bool)
    }

    var service: ServiceFacts
    var hasProgram: Bool
    /// Whether the program of the running process is no longer on the disk, as after an upgrade without a restart.
    var runsReplacedProgram = false
    /// Whether the service starts at boot, rather than at login.
    var isLingering = false
    var notifications: NotificationServer?
    var journal: Journal
    var settings: Result<[String], SettingsError>
    /// The user's settings file, if it may reveal the place to others: a place is set, and others can read the file.
    var exposedSettings: String?
    var otherFolders: [OtherFolder] = []
    var sounds: SoundFacts
    /// The provider in GeoClue's configuration that was shut down, and where it is named; nil for none.
    var provider: LocationProvider?
    var zone: String?
    var zoneProblem: ZoneProblem?
    var isClockSynchronised: Bool?
    var state: StateFolder
}

extension MachineFacts {
    /// Collects the facts about this machine. Changes nothing, starts nothing except the notification server (as every
    /// notification does), and every wait has a time limit.
    @MainActor
    init(foundIn context: CommandContext) {
        let environment = context.environment
        let service = ServiceFacts(.onSessionBus(), askedIn: context)
        let file = SettingsFile(environment: environment)
        let settings = Result { () throws(SettingsError) in try file.load() }
        let valid = (try? settings.get()) ?? Settings()
        self.init(
            service: service, hasProgram: service.unit?.program.map { access($0, X_OK) == 0 } == true,
            runsReplacedProgram: Self.runsReplacedProgram(service.unit), isLingering: Self.isLingering,
            notifications: (try? Bus.openUser())?.notificationServer(in: environment), journal: Self.journal(),
            settings: settings.map { _ in file.existingPaths },
            exposedSettings: valid.location.fixed != nil && isReadableByOthers(file.path) ? file.path : nil,
            otherFolders: service.unit.map { $0.isLoaded ? environment.folders(differingFromService: $0) : [] } ?? [],
            sounds: SoundFacts(valid.sounds),
            provider: GeoClueConfiguration.ofMachine().provider, zone: context.localTime.zoneName,
            zoneProblem: context.zoneProblem, isClockSynchronised: Self.isClockSynchronised,
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
        do { return .readable(hasEntries: try JournalReader().lastMessage() != nil) } catch {
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

/// A directory, or the time zone, that differs between the service and this command, because an environment variable is
/// set for only one of them.
struct OtherFolder: Hashable, Sendable {
    /// The variable, such as `XDG_CONFIG_HOME`.
    let variable: String
    let own: String
    let ofService: String
    /// The value of the variable here; nil if it is not set.
    let value: String?
    /// Whether the unit sets it, over the variables of the user manager.
    let isSetByUnit: Bool

    var problem: Problem {
        let kind = variable.hasPrefix("XDG_STATE") ? "state" : "settings"
        let summary =
            variable == "TZ"
            ? "the service is in the time zone \(ofService), but this command is in \(own)"
            : "the service keeps its \(kind) in \(ofService), but this command looks in \(own)"
        let cause = value == nil ? "is set for the service only" : "has a different value here"
        guard let value, !isSetByUnit else {
            return Problem(
                "\(summary), because \(variable) \(cause)", "set it here too",
                "export \(variable)=\(ofService.quotedForShell)")
        }
        return Problem(
            "\(summary), because \(variable) \(cause)",
            "unset it here, or set it for the service too, and in ~/.config/environment.d for later logins",
            "systemctl --user set-environment \(variable)=\(value.quotedForShell) && \(ServiceFacts.restart)")
    }
}

extension Environment {
    /// The name of the time zone, or else the rule.
    private var zoneText: String {
        ZoneinfoTree(environment: variables).systemZone(environment: variables) ?? variables["TZ"] ?? "of the system"
    }

    /// The directories that differ between this environment and the service's, in which the unit's own variables come
    /// last; empty if the user manager does not respond.
    @MainActor
    fileprivate func folders(differingFromService unit: UnitState) -> [OtherFolder] {
        guard let bus = try? UserManager.bus(in: self), let answer = try? bus.reply(to: UserManager.environment),
            let assignments = answer.first?.texts
        else { return [] }
        return folders(differingFrom: assignments, unit: unit.assignments)
    }

    /// - Parameters:
    ///   - manager: The variables of the user manager, such as `TZ=Asia/Tokyo`.
    ///   - unit: The variables that the unit sets.
    func folders(differingFrom manager: [String], unit: [String] = []) -> [OtherFolder] {
        let service = Environment(assignments: manager + unit)
        let folders = [
            ("XDG_CONFIG_HOME", configurationHome, service.configurationHome),
            (
                "XDG_CONFIG_DIRS", configurationFolders.joined(separator: ":"),
                service.configurationFolders.joined(separator: ":")
            ),
            ("XDG_STATE_HOME", stateHome, service.stateHome), ("TZ", zoneText, service.zoneText),
        ]
        return folders.filter { $0.1 != $0.2 }.map { variable, own, ofService in
            OtherFolder(
                variable: variable, own: own, ofService: ofService, value: self[variable],
                isSetByUnit: unit.contains { $0.hasPrefix(variable + "=") })
        }
    }

    /// The variables of assignments such as `TZ=Asia/Tokyo`, of which the last one for a variable applies.
    init(assignments: [String]) {
        let variables = assignments.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        self.init(
            Dictionary(variables.map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") }) { _, last in last })
    }
}

struct SoundFacts: Sendable {
    var names: [String] = []
    var unreadable: (path: String, reason: String)?
}

extension SoundFacts {
    /// Takes the sounds, and checks whether their files can be read. The notification server reads them as the same
    /// user.
    init(_ sounds: [NotificationSettings.Sound]) {
        names = sounds.compactMap(\.name)
        for case .file(let path) in sounds where unreadable == nil && access(path, R_OK) != 0 {
            unreadable = (path, errorText(errno))
        }
    }
}

struct StateFolder: Hashable, Sendable {
    var path: String
    /// The file type and the permission bits (stat(2)); nil if the path does not exist.
    var mode: UInt32?
    var isWritable = true
}

extension StateFolder {
    init(environment: Environment) {
        let path = environment.stateFolder
        var status = stat()
        self.init(
            path: path, mode: stat(path, &status) == 0 ? status.st_mode : nil,
            isWritable: access(path, W_OK | X_OK) == 0)
    }
}

/// Whether the group of a file, or everybody, can read it, according to its mode and the modes of all directories above
/// it.
func isReadableByOthers(_ path: String) -> Bool {
    func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : 0
    }
    var folders = [folder(of: SettingsFile.absolute(path))]
    while let last = folders.last, last != "/" { folders.append(folder(of: last)) }
    let modes = folders.map(mode)
    return mode(path) & 0o004 != 0 && modes.allSatisfy { $0 & 0o001 != 0 }
        || mode(path) & 0o040 != 0 && modes.allSatisfy { $0 & 0o011 != 0 }
}

extension Place {
    static func lastFix(in environment: Environment) -> Place? {
        (try? readText(environment.stateFolder + "/last-fix", atMost: StateFiles.fixLimit)).flatMap { $0 }
            .flatMap { try? Place(lastFixText: $0) }
    }
}
