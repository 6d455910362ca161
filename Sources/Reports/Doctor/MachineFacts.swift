package import Solar
package import Tracker

/// The facts about the machine that the checks judge.
package struct MachineFacts: Sendable {
    /// The journal, as far as this user can read it.
    package enum Journal: Hashable, Sendable {
        /// It cannot be opened, for this reason.
        case unreadable(String)
        case readable(JournalContents)
    }

    /// The contents of the journal.
    package struct JournalContents: Hashable, Sendable {
        /// Whether it persists across reboots.
        package var isPersistent: Bool
        /// Whether it has an entry of the service.
        package var hasEntries: Bool
        /// Whether the message catalog of the service is installed.
        package var isExplained: Bool

        package init(isPersistent: Bool, hasEntries: Bool, isExplained: Bool) {
            self.isPersistent = isPersistent
            self.hasEntries = hasEntries
            self.isExplained = isExplained
        }
    }

    /// GeoClue on the system bus.
    package enum GeoClue: Hashable, Sendable {
        /// It runs, or the bus can start it.
        case present
        /// It is not installed.
        case absent
        /// The system bus cannot be reached, for this reason.
        case noBus(String)
    }

    /// The current time zone.
    package struct Zone: Hashable, Sendable {
        /// The name, if any.
        package var name: String?
        /// The principal place, if any.
        package var place: String?

        package init(name: String?, place: String?) {
            self.name = name
            self.place = place
        }
    }

    /// The settings files.
    package enum SettingsFiles: Hashable, Sendable {
        /// These files exist and are valid.
        case sound([String])
        /// The first error.
        case invalid(SettingsError)
    }

    /// The path of the command's own program, without symbolic links.
    package var program: String
    /// Whether the command runs as root, which has no service.
    package var isRoot: Bool
    /// The state of the unit.
    package var manager: ManagerAnswer
    /// Whether the program of the unit exists and is executable.
    package var hasProgram: Bool
    /// The sandbox of the unit's process; nil if it does not run.
    package var sandbox: SandboxFacts?
    /// The owner of the service's name on the session bus.
    package var service: ServiceAnswer
    /// The notification server; nil without a session bus.
    package var notifications: NotificationServer?
    package var journal: Journal
    package var settings: SettingsFiles
    /// The hooks; those in the folders alone if the settings are invalid.
    package var hooks: HookFacts
    /// The sounds in the settings.
    package var sounds: SoundFacts
    /// The location settings; nil if the settings are invalid.
    package var location: LocationSettings?
    package var geoclue: GeoClue
    /// The last GeoClue fix, if any.
    package var lastFix: Place?
    package var zone: Zone
    /// Whether the system clock is synchronised; nil if the kernel does not report it.
    package var isClockSynchronised: Bool?
    /// The state folder.
    package var state: StateFolderFacts
    package var now: Instant

    package init(
        program: String, isRoot: Bool, manager: ManagerAnswer, hasProgram: Bool, sandbox: SandboxFacts?,
        service: ServiceAnswer, notifications: NotificationServer?, journal: Journal, settings: SettingsFiles,
        hooks: HookFacts, sounds: SoundFacts,
        location: LocationSettings?, geoclue: GeoClue, lastFix: Place?, zone: Zone, isClockSynchronised: Bool?,
        state: StateFolderFacts, now: Instant
    ) {
        self.program = program
        self.isRoot = isRoot
        self.manager = manager
        self.hasProgram = hasProgram
        self.sandbox = sandbox
        self.service = service
        self.notifications = notifications
        self.journal = journal
        self.settings = settings
        self.hooks = hooks
        self.sounds = sounds
        self.location = location
        self.geoclue = geoclue
        self.lastFix = lastFix
        self.zone = zone
        self.isClockSynchronised = isClockSynchronised
        self.state = state
        self.now = now
    }

    /// How the command was installed.
    var installation: Installation { Installation(program: program) }

    /// The results of all checks.
    func checks(in words: Words) -> [Check] {
        [
            unit(in: words), run(in: words), sandboxCheck(in: words), sessionBus(in: words), busName(in: words),
            notificationServer(in: words), journalCheck(in: words), settingsCheck(in: words),
        ] + soundChecks(in: words) + hookChecks(in: words)
            + [
                geoclueCheck(in: words), lastFixCheck(in: words), timeZone(in: words), clock(in: words),
                stateFolder(in: words),
            ]
    }
}

extension Words {
    /// Independent clauses of one line: `readable and persistent; journalctl -x explains its entries`.
    func clauses(_ parts: [String]) -> String {
        parts.dropFirst().reduce(parts.first ?? "") { first, next in
            // TRANSLATORS: between two parts of a line: readable and persistent; journalctl -x explains its entries
            self("{first}; {next}", ["first": first, "next": next])
        }
    }
}

/// The folder in which the service stores its ledger.
package struct StateFolderFacts: Hashable, Sendable {
    /// The path, even if it does not exist.
    package var path: String
    package var contents: Contents

    /// The object at the path.
    package enum Contents: Hashable, Sendable {
        /// Nothing yet.
        case missing
        /// Not a folder.
        case notAFolder
        case folder(Folder)
    }

    /// An existing folder.
    package struct Folder: Hashable, Sendable {
        /// The permission bits of its mode (chmod(2)).
        package var mode: UInt32
        /// Whether this user can write to it.
        package var isWritable: Bool
        /// The problem of the ledger in it, if any.
        package var ledgerProblem: TranslatableText?

        package init(mode: UInt32, isWritable: Bool, ledgerProblem: TranslatableText?) {
            self.mode = mode
            self.isWritable = isWritable
            self.ledgerProblem = ledgerProblem
        }
    }

    package init(path: String, contents: Contents) {
        self.path = path
        self.contents = contents
    }
}
