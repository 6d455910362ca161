import Gazetteer
import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker

/// Why a subcommand has no answer. The description is one line: what is wrong, where, and what to do.
enum CommandError: Error, CustomStringConvertible {
    /// The settings have an error.
    case settings(SettingsError)
    /// Nothing gives the place; the associated value is the time zone in force, nil if it has no name.
    case noPlace(zone: String?)
    /// The tables with the places of the time zones cannot be read.
    case timeZoneTables(TimeZoneLocation.Failure)
    /// A name does not give one place.
    case place(PlaceLookupError)
    /// The system's tz database lacks the time zone of the place.
    case noTimeZone(GazetteerPlace)
    /// An argument is invalid, which showed only when it was used: `argument { words in words("…") }`.
    case argument(@Sendable (Localizer) -> String)
    /// The settings cannot be edited.
    case edit(SettingsFile.EditError)
    /// The journal cannot be read.
    case journal(SystemError)
    /// The event does not occur within a year: the Sun stays on that side of its altitude.
    case never(SolarEvent, Sun.Side)
    /// The alert, `alert:lamps`, does not come within a year.
    case notWithinYear(alert: String)
    /// The notification cannot be shown.
    case notification(String)
    /// The service does not run or does not answer, and what to do; or it refuses the request.
    case service(problem: String, remedy: String?)
    /// The user manager cannot be reached.
    case userManager(SystemError)
    /// The answer cannot be written as JSON.
    case encoding(any Error)
    /// Standard output cannot be written to.
    case output(SystemError)
    /// A file cannot be written.
    case file(path: String, SystemError)
    /// The page has been written, but cannot be opened.
    case opener(path: String, OpenerError)
    /// The terminal cannot be used.
    case terminal(SystemError)
    /// Changes of the clock, the settings or the place cannot be watched.
    case watch(any Error)

    /// The exit status (sysexits.h).
    var exitStatus: Int32 {
        switch self {
        case .argument, .edit(.value), .place: EX_USAGE
        case .settings, .edit(.settings), .edit(.overruled): EX_CONFIG
        case .noPlace, .timeZoneTables, .noTimeZone, .journal, .never, .notWithinYear, .opener, .notification,
            .service, .userManager:
            EX_UNAVAILABLE
        case .encoding: EX_SOFTWARE
        case .output, .terminal: EX_IOERR
        case .watch: EX_OSERR
        case .file, .edit(.unwritable): EX_CANTCREAT
        case .edit(.busy): EX_TEMPFAIL
        }
    }

    /// What is wrong, where, and what to do, in one line.
    func description(in words: Localizer) -> String {
        switch self {
        case .settings(let error): error.description(in: words)
        case .noPlace(let zone?):
            words(
                "no place is set, and the time zone {zone} has none; give one with --location, or choose one with: {command}",
                ["zone": zone, "command": Self.choose])
        case .noPlace(nil):
            words(
                "no place is set, and the time zone has no name; give one with --location, or choose one with: {command}",
                ["command": Self.choose])
        case .timeZoneTables(let failure):
            words("the place of the time zone cannot be found: {reason}; use --location", ["reason": "\(failure)"])
        case .place(let error): error.description(in: words)
        case .noTimeZone(let place):
            words(
                "the time zone {zone} of {place} is not in the system's tz database; update the database, or add --zone local",
                ["zone": place.timeZone, "place": place.name])
        case .argument(let text): text(words)
        case .edit(let error): error.description(in: words)
        case .journal(let error):
            words("the journal cannot be read: {reason}; check that systemd-journald runs", ["reason": "\(error)"])
        case .never(let event, .above):
            words(
                // TRANSLATORS: {event} is the name of an event
                "{event} does not occur within a year: the Sun stays above that altitude; choose another event",
                ["event": "\(event)"])
        case .never(let event, .below):
            words(
                "{event} does not occur within a year: the Sun stays below that altitude; choose another event",
                ["event": "\(event)"])
        case .notWithinYear(let alert):
            words("{alert} does not come within a year; see its section in the settings", ["alert": alert])
        case .notification(let reason): words("the notification cannot be shown: {reason}", ["reason": reason])
        case .service(let problem, nil): problem
        case .service(let problem, let remedy?):
            // TRANSLATORS: an error, and then a command or a sentence
            words("{problem}; what to do: {remedy}", ["problem": problem, "remedy": remedy])
        case .userManager(let error):
            words(
                "the {program} user manager cannot be reached: {reason}", ["program": "systemd", "reason": "\(error)"])
        case .encoding(let error): words("the answer cannot be written as JSON: {reason}", ["reason": "\(error)"])
        case .output(let error): words("standard output cannot be written to: {reason}", ["reason": "\(error)"])
        case .file(let path, let error):
            words("{path} cannot be written: {reason}", ["path": path, "reason": "\(error)"])
        case .opener(let path, .notStarted(let error)):
            words(
                "the page {path} cannot be opened ({reason}); install xdg-utils, or open it in a browser",
                ["path": path, "reason": "\(error)"])
        case .opener(let path, .failed(let status)):
            words(
                "the page {path} cannot be opened (xdg-open: exit status {status}); install a browser, or choose one with: {command}",
                ["path": path, "status": "\(status)", "command": "xdg-settings set default-web-browser"])
        case .terminal(let error):
            words("the terminal cannot be used: {reason}; try --plain", ["reason": "\(error)"])
        case .watch(let error):
            words(
                "the clock, the settings or the place cannot be watched for changes: {reason}", ["reason": "\(error)"])
        }
    }

    private static let choose = "suntracker location choose"

    var description: String { description(in: .english) }
}
