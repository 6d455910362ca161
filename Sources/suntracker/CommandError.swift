import CommandPlatform
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
    case place(PlaceNameError)
    /// The system's tz database lacks the time zone of the place.
    case noTimeZone(GazetteerPlace)
    /// An argument is invalid.
    case argument(String)
    /// The settings cannot be edited.
    case edit(SettingsFile.EditError)
    /// The journal cannot be read.
    case journal(SystemError)
    /// The event does not occur within a year: the Sun stays on that side of its altitude.
    case never(SolarEvent, Sun.Side)
    /// The notification cannot be shown.
    case notification(String)
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
        case .argument, .edit(.value), .place(.unknown), .place(.ambiguous): EX_USAGE
        case .settings, .edit(.settings), .edit(.overruled): EX_CONFIG
        case .noPlace, .timeZoneTables, .noTimeZone, .journal, .never, .opener, .notification: EX_UNAVAILABLE
        case .place(.unreadable), .encoding: EX_SOFTWARE
        case .output, .terminal: EX_IOERR
        case .watch: EX_OSERR
        case .file, .edit(.unwritable): EX_CANTCREAT
        case .edit(.busy): EX_TEMPFAIL
        }
    }

    var description: String {
        switch self {
        case .settings(let error): "\(error)"
        case .noPlace(let zone):
            "no place is set, and the time zone \(zone.map { "\($0) has none" } ?? "has no name"); "
                + "give one with --location, or choose one with: suntracker location choose"
        case .timeZoneTables(let failure): "the place of the time zone cannot be found: \(failure); use --location"
        case .place(let error): "\(error)"
        case .noTimeZone(let place):
            "the time zone \(place.timeZone) of \(place.name) is not in the system's tz database; "
                + "update the database, or add --zone local"
        case .argument(let problem): problem
        case .edit(let error): "\(error)"
        case .journal(let error): "the journal cannot be read: \(error); check that systemd-journald runs"
        case .never(let event, let side):
            "\(event) does not occur within a year: the Sun stays \(side.rawValue) that altitude; choose another event"
        case .notification(let reason): "the notification cannot be shown: \(reason)"
        case .encoding(let error): "the answer cannot be written as JSON: \(error)"
        case .output(let error): "standard output cannot be written to: \(error)"
        case .file(let path, let error): "\(path) cannot be written: \(error)"
        case .opener(let path, let error):
            "the page \(path) cannot be opened (\(error)); \(error.remedy)"
        case .terminal(let error): "the terminal cannot be used: \(error); try --plain"
        case .watch(let error): "the clock, the settings or the place cannot be watched for changes: \(error)"
        }
    }
}
