import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker

/// The reason why a subcommand has no answer. The description is one line: what is wrong, where, and what to do.
enum CommandError: Error, CustomStringConvertible {
    case settings(SettingsError)
    /// No source provides the place. The value is the current time zone; nil if it has no name.
    case noPlace(zone: String?)
    /// The tables with the main cities of the time zones cannot be read.
    case timeZoneTables(TimeZoneLocation.Failure)
    /// A name is unknown or ambiguous.
    case place(PlaceLookupError)
    /// The system's tz database does not contain this time zone, to which the place belongs.
    case noTimeZone(String)
    /// An argument turned out to be invalid when it was used.
    case argument(String)
    /// The settings cannot be edited.
    case edit(SettingsFile.EditError)
    /// The journal cannot be read.
    case journal(SystemError)
    /// The event does not occur within a year, because the Sun stays on this side of the event's altitude; nil for an
    /// event without an altitude.
    case never(AnnouncedEvent, Sun.Side?)
    /// The alert, such as `alert:lamps`, does not occur within a year.
    case notWithinYear(alert: String)
    /// The event does not occur within 36 hours, but next on this date.
    case notSoon(AnnouncedEvent, CivilDate)
    /// The event or alert does not occur on this day.
    case notOnDay(String, CivilDate)
    /// The notification cannot be shown.
    case notification(String)
    /// The service is not running, does not respond, or refuses the request.
    case service(problem: String, remedy: String?)
    /// The folder that the sample hooks are installed in does not exist, or is empty.
    case noSamples(folder: String)
    /// The user manager cannot be reached.
    case userManager(SystemError)
    /// The answer cannot be written as JSON.
    case encoding(any Error)
    case output(SystemError)
    case file(path: String, SystemError)
    /// The page has been written, but cannot be opened.
    case opener(path: String, OpenerError)
    case terminal(SystemError)
    /// Changes to the clock, the settings or the place cannot be watched.
    case watch(any Error)

    /// The exit status (sysexits.h).
    var exitStatus: Int32 {
        switch self {
        case .argument, .edit(.value), .place: EX_USAGE
        case .settings, .edit(.settings), .edit(.overruled): EX_CONFIG
        case .noPlace, .timeZoneTables, .noTimeZone, .journal, .never, .notWithinYear, .notSoon, .notOnDay, .opener,
            .notification, .service, .noSamples, .userManager:
            EX_UNAVAILABLE
        case .encoding: EX_SOFTWARE
        case .output, .terminal: EX_IOERR
        case .watch: EX_OSERR
        case .file, .edit(.unwritable): EX_CANTCREAT
        case .edit(.busy): EX_TEMPFAIL
        }
    }

    var description: String {
        switch self {
        case .settings(let error): error.description
        case .noPlace(let zone?):
            "no place is set, and the time zone \(zone) has no main city; use --place, or set a place with: suntracker place NAME"
        case .noPlace(nil):
            "no place is set, and the time zone has no name; use --place, or set a place with: suntracker place NAME"
        case .timeZoneTables(let failure):
            "cannot find the main city of the time zone: \(failure); use --place"
        case .place(let error): error.description
        case .noTimeZone(let zone):
            "the place's time zone, \(zone), is not in the system's tz database; update the database, or add --zone local"
        case .argument(let text): text
        case .edit(let error): error.description
        case .journal(let error):
            "cannot read the journal: \(error); check that systemd-journald is running"
        case .never(let event, .above):
            "\(event) does not occur within a year, because the Sun stays above that altitude; choose another event"
        case .never(let event, .below):
            "\(event) does not occur within a year, because the Sun stays below that altitude; choose another event"
        case .never(let event, nil):
            "\(event) does not occur within a year at this place; choose another event"
        case .notSoon(let event, let date):
            "\(event) does not occur within 36 hours at this place; for the next one, add the day \(date)"
        case .notOnDay(let name, let date): "\(name) does not occur on \(date) at this place; choose another day"
        case .notWithinYear(let alert):
            "\(alert) does not occur within a year; check its section in the settings"
        case .notification(let reason): "cannot show the notification: \(reason)"
        case .service(let problem, nil): problem
        case .service(let problem, let remedy?):
            "\(problem); \(remedy)"
        case .noSamples(let folder):
            "there are no samples in \(folder); install Suntracker, or link the program into ~/.config/suntracker/hooks/NAME.d"
        case .userManager(let error):
            "cannot reach the systemd user manager: \(error)"
        case .encoding(let error): "cannot write the output as JSON: \(error)"
        case .output(let error): "cannot write to standard output: \(error)"
        case .file(let path, let error):
            "cannot write \(path): \(error)"
        case .opener(let path, .notStarted(let error)):
            "cannot open the page \(path) (\(error)); install xdg-utils, or open the page in a browser"
        case .opener(let path, .failed(let status)):
            "cannot open the page \(path) (xdg-open: exit status \(status)); install a browser, or choose one with: xdg-settings set default-web-browser"
        case .terminal(let error):
            "cannot use the terminal: \(error); try --plain"
        case .watch(let error):
            "cannot watch the clock, the settings or the place for changes: \(error)"
        }
    }
}
