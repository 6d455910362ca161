package import Solar
package import Tracker

/// What was found of the machine, before anything is made of it.
package struct MachineFacts: Sendable {
    /// What this user may read of the journal.
    package enum Journal: Hashable, Sendable {
        /// It cannot be opened, for this reason.
        case unreadable(String)
        /// It can be read.
        case readable(JournalContents)
    }

    /// What the journal has.
    package struct JournalContents: Hashable, Sendable {
        /// Whether it outlives the machine's next start.
        package var isPersistent: Bool
        /// Whether there is an entry of the service.
        package var hasEntries: Bool
        /// Whether the catalog explains the service's entries.
        package var isExplained: Bool

        /// A journal like that.
        package init(isPersistent: Bool, hasEntries: Bool, isExplained: Bool) {
            self.isPersistent = isPersistent
            self.hasEntries = hasEntries
            self.isExplained = isExplained
        }
    }

    /// GeoClue on the system bus.
    package enum GeoClue: Hashable, Sendable {
        /// It runs, or the bus starts it for whoever asks.
        case present
        /// There is none.
        case absent
        /// The system bus cannot be asked, for this reason.
        case noBus(String)
    }

    /// The time zone in force.
    package struct Zone: Hashable, Sendable {
        /// Its name; nil for none.
        package var name: String?
        /// Its principal place; nil for none.
        package var place: String?

        /// A zone of that name.
        package init(name: String?, place: String?) {
            self.name = name
            self.place = place
        }
    }

    /// The settings files.
    package enum SettingsFiles: Hashable, Sendable {
        /// These are there, and right.
        case sound([String])
        /// There is a mistake: `file:line: key: what is wrong; what would be right`.
        case mistaken(String)
    }

    /// Whether this is root, whose service nobody means.
    package var isRoot: Bool
    /// What the user's service manager says of the unit.
    package var manager: ManagerAnswer
    /// Whether the unit's program is there and can be run.
    package var hasProgram: Bool
    /// What the sandbox of the unit's process is; nil where none runs.
    package var sandbox: SandboxFacts?
    /// What is on the session bus under the service's name.
    package var service: ServiceAnswer
    /// The notification server; nil without a session bus.
    package var notifications: NotificationServer?
    /// The journal.
    package var journal: Journal
    /// The settings files.
    package var settings: SettingsFiles
    /// The hooks; where the settings are mistaken, those in the folders alone.
    package var hooks: HookFacts
    /// What the settings say of the location; nil where they are mistaken.
    package var location: LocationSettings?
    /// GeoClue.
    package var geoclue: GeoClue
    /// The last place that GeoClue gave; nil for none.
    package var lastFix: Place?
    /// The time zone.
    package var zone: Zone
    /// Whether the clock is kept in step with the world's; nil where the kernel does not say.
    package var isClockSynchronised: Bool?
    /// The state folder.
    package var state: StateFolderFacts
    /// The time.
    package var now: Instant

    /// These facts.
    package init(
        isRoot: Bool, manager: ManagerAnswer, hasProgram: Bool, sandbox: SandboxFacts?, service: ServiceAnswer,
        notifications: NotificationServer?, journal: Journal, settings: SettingsFiles, hooks: HookFacts,
        location: LocationSettings?, geoclue: GeoClue, lastFix: Place?, zone: Zone, isClockSynchronised: Bool?,
        state: StateFolderFacts, now: Instant
    ) {
        self.isRoot = isRoot
        self.manager = manager
        self.hasProgram = hasProgram
        self.sandbox = sandbox
        self.service = service
        self.notifications = notifications
        self.journal = journal
        self.settings = settings
        self.hooks = hooks
        self.location = location
        self.geoclue = geoclue
        self.lastFix = lastFix
        self.zone = zone
        self.isClockSynchronised = isClockSynchronised
        self.state = state
        self.now = now
    }

    /// Every part, judged.
    var checks: [Check] {
        [unit, run, sandboxCheck, sessionBus, busName, notificationServer, journalCheck, settingsCheck] + hookChecks
            + [geoclueCheck, lastFixCheck, timeZone, clock, stateFolder]
    }
}

/// The folder in which the service keeps what it has announced.
package struct StateFolderFacts: Hashable, Sendable {
    /// Where it is, or would be.
    package var path: String
    /// What is there.
    package var contents: Contents

    /// What is at the path.
    package enum Contents: Hashable, Sendable {
        /// Nothing yet.
        case missing
        /// Something that is no folder.
        case noFolder
        /// A folder.
        case folder(Folder)
    }

    /// A folder that is there.
    package struct Folder: Hashable, Sendable {
        /// Its mode (chmod(2)), the permissions alone.
        package var mode: UInt32
        /// Whether this user may write to it.
        package var isWritable: Bool
        /// What is wrong with the ledger in it; nil where nothing is.
        package var ledgerTrouble: String?

        /// A folder of that mode.
        package init(mode: UInt32, isWritable: Bool, ledgerTrouble: String?) {
            self.mode = mode
            self.isWritable = isWritable
            self.ledgerTrouble = ledgerTrouble
        }
    }

    /// The folder at that path.
    package init(path: String, contents: Contents) {
        self.path = path
        self.contents = contents
    }
}
