import Solar
import Tracker

/// The facts about the machine that the checks judge.
struct MachineFacts: Sendable {
    /// The journal, as far as this user can read it.
    enum Journal: Hashable, Sendable {
        /// It cannot be opened, for this reason.
        case unreadable(String)
        /// Whether it persists across reboots, whether it has an entry of the service, and whether the message catalog of
        /// the service is installed.
        case readable(isPersistent: Bool, hasEntries: Bool, isExplained: Bool)
    }

    /// GeoClue on the system bus.
    enum GeoClue: Hashable, Sendable {
        /// It runs, or the bus can start it.
        case present
        /// It is not installed.
        case absent
        /// The system bus cannot be reached, for this reason.
        case noBus(String)
    }

    /// The current time zone.
    struct Zone: Hashable, Sendable {
        /// The name, if any.
        var name: String?
        /// The principal place, if any.
        var place: String?
    }

    /// The service and its unit.
    var service: ServiceFacts
    /// Whether the program of the unit exists and is executable.
    var hasProgram: Bool
    /// Whether the program of the unit's process is not on the disk any more, as after an upgrade without a restart.
    var runsReplacedProgram = false
    /// The notification server; nil without a session bus.
    var notifications: NotificationServer?
    var journal: Journal
    /// The settings files that exist, or the first error in them.
    var settings: Result<[String], SettingsError>
    /// The hooks with their last runs; those in the folders alone if the settings are invalid.
    var hooks: [PlannedHook]
    /// The folders `hooks/NAME.d` whose NAME is neither an event nor a phase.
    var strayFolders: [String] = []
    /// The sounds in the settings.
    var sounds: SoundFacts
    /// The location settings; nil if the settings are invalid.
    var location: LocationSettings?
    var geoclue: GeoClue
    /// Where GeoClue's configuration names a provider that has ended; nil if it does not.
    var provider: LocationProvider?
    /// The last GeoClue fix, if any.
    var lastFix: Place?
    var zone: Zone
    /// Whether the system clock is synchronised; nil if the kernel does not report it.
    var isClockSynchronised: Bool?
    /// The state folder.
    var state: StateFolder
    var now: Instant

    /// The results of all checks.
    func checks(in words: Localizer) -> [Check] {
        [
            // TRANSLATORS: the unit of systemd
            unit(in: words).of(words.inContext("label", "Unit")),
            run(in: words).of(words.inContext("label", "Service")),
            sessionBus(in: words).of(words.inContext("label", "Session bus")),
            // TRANSLATORS: the name of the service on the session bus
            busName(in: words).of(words.inContext("label", "Bus name")),
            notificationServer(in: words).of(words.inContext("label", "Notifications")),
            // TRANSLATORS: systemd's journal
            journalCheck(in: words).of(words.inContext("label", "Journal")),
            settingsCheck(in: words).of(words.inContext("label", "Settings")),
        ]  // TRANSLATORS: what is heard
            + soundChecks(in: words).map { $0.of(words.inContext("label", "Sound")) }
            + hookChecks(in: words).map { $0.of(words.inContext("label", "Hooks")) } + [
                geoclueCheck(in: words).of("GeoClue"),
                // TRANSLATORS: the last location that GeoClue gave
                lastFixCheck(in: words).of(words.inContext("label", "Last fix")),
                timeZone(in: words).of(words.inContext("label", "Time zone")),
                // TRANSLATORS: the clock of the machine
                clock(in: words).of(words.inContext("label", "Clock")),
                // TRANSLATORS: the folder in which the service stores its state
                stateFolder(in: words).of(words.inContext("label", "State")),
            ]
    }
}

extension Localizer {
    /// Independent clauses of one line: `readable and persistent; journalctl -x explains its entries`.
    func clauses(_ parts: [String]) -> String {
        parts.dropFirst().reduce(parts.first ?? "") { first, next in
            // TRANSLATORS: between two parts of a line: readable and persistent; journalctl -x explains its entries
            self("{first}; {next}", ["first": first, "next": next])
        }
    }
}
