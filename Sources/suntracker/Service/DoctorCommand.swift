import ArgumentParser
import CommandPlatform
import Glibc
import LinuxPlatform
import Reports
import Systemd
import Terminal
import Tracker

/// `suntracker doctor`.
struct DoctorCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: translatable("Check everything the service needs and suggest fixes."),
        usage: "suntracker doctor [<options>]",
        discussion: translatable(
            "Nothing is changed, and nothing is started but the notification server, to see whether it starts. "
                + "The exit status is 0 if nothing is broken, and 1 if something is."))

    @Option(help: .translatable("The output format."))
    var format: ReportFormat = .text

    @Flag(help: .translatable("Print words instead of ticks and crosses."))
    var plain = false

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let diagnosis = Diagnosis(
            MachineFacts(foundIn: context, in: format == .json ? .english : context.words),
            marks: plain || !context.terminal.hasSymbols ? .text : .symbols,
            in: context.words)
        return try Answer(diagnosis, as: format, in: context, exitStatus: diagnosis.isSound ? EX_OK : 1)
    }
}

extension MachineFacts {
    /// The facts of this machine. Nothing is changed, nothing is started but the notification server (every notification
    /// starts it), and every wait has a time limit.
    ///
    /// - Parameter words: the language of the reasons for which a bus does not answer. JSON is in English.
    init(foundIn context: CommandContext, in words: Words) {
        let environment = context.environment
        let unit = UnitOnBus(environment: environment, in: words)
        let manager = unit.answer
        let (service, notifications) = ServiceOnBus.found(startingNotificationServer: true, in: words)
        let (files, settings) = Self.settings(environment)
        self.init(
            program: linkTarget("/proc/self/exe") ?? "", isRoot: geteuid() == 0, manager: manager,
            hasProgram: Self.hasProgram(manager),
            sandbox: SandboxFacts(manager, systemd: unit.systemd), service: service, notifications: notifications,
            journal: Self.journal(), settings: files,
            hooks: HookFacts(HookFolders(environment: environment), under: settings ?? Settings()),
            sounds: SoundFacts((settings ?? Settings()).sounds, trouble: SoundFile.trouble),
            location: settings?.location, geoclue: Self.geoclue(),
            lastFix: StateFolder(environment: environment).lastFix?.named(by: ProgramPlaces()),
            zone: Self.zone(in: context), isClockSynchronised: KernelClock.isSynchronised,
            state: StateFolderFacts(StateFolder(environment: environment)), now: context.now)
    }

    private static func hasProgram(_ manager: ManagerAnswer) -> Bool {
        guard case .unit(let unit) = manager, let program = unit.program else { return false }
        return access(program, X_OK) == 0
    }

    private static func journal() -> Journal {
        let reader = JournalReader()
        do {
            let entry = try reader.lastServiceEntry(fields: [])
            // A user without entries has no journal file yet.
            let isPersistent = try reader.isPersistent() || access("/var/log/journal", F_OK) == 0
            return .readable(
                JournalContents(
                    isPersistent: isPersistent, hasEntries: entry != nil,
                    isExplained: reader.explains(messageID: JournalEntry.Kind.event.messageID)))
        } catch {
            return .unreadable("\(error)")
        }
    }

    private static func settings(_ environment: Environment) -> (SettingsFiles, Settings?) {
        let file = SettingsFile(environment: environment)
        do {
            return (.sound(file.existingPaths), try file.load())
        } catch {
            return (.invalid(error), nil)
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
}

extension HookFacts {
    fileprivate init(_ folders: HookFolders, under settings: Settings) {
        let groups = folders.inspect(under: settings).map { found in
            Group(occasion: Occasion(found.occasion), programs: found.programs, failures: found.failures)
        }
        self.init(groups: groups, strayFolders: folders.strayFolders)
    }
}

extension HookFacts.Occasion {
    fileprivate init(_ occasion: HookFolders.Occasion) {
        switch occasion {
        case .rule(let rule): self = .rule(rule)
        case .phase(let phase): self = .phase(phase)
        }
    }
}

extension StateFolderFacts {
    fileprivate init(_ folder: StateFolder) {
        guard let mode = folder.mode else {
            self.init(path: folder.path, contents: .missing)
            return
        }
        let found = Folder(
            mode: mode & 0o7777, isWritable: folder.isWritable, ledgerProblem: folder.ledgerTrouble)
        self.init(path: folder.path, contents: mode & S_IFMT == S_IFDIR ? .folder(found) : .notAFolder)
    }
}

extension SandboxFacts {
    /// The facts of the unit's main process; nil where none runs.
    fileprivate init?(_ manager: ManagerAnswer, systemd: @autoclosure () -> Int?) {
        guard case .unit(let unit) = manager, let number = unit.mainProcess else { return nil }
        let process = ProcessFolder(number)
        guard let status = process.status else { return nil }
        self.init(
            process: Process(
                status: status, mountinfo: process.mountinfo,
                mountNamespaces: (process.mountNamespace, ProcessFolder.own.mountNamespace)),
            systemd: systemd(), refusesUserNamespaces: UserNamespaces.areRefused)
    }
}
