import CommandPlatform
import Gazetteer
import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker

/// Why there is no answer, in one line and with what to do.
enum CommandError: Error, CustomStringConvertible {
    /// The settings cannot be used.
    case settings(SettingsError)
    /// Nothing tells where the observer is; the zone is the one in force, nil if it has no name.
    case noLocation(zone: String?)
    /// The tables that place a time zone cannot be used.
    case timeZoneTables(TimeZoneLocation.Failure)
    /// No place has the name; the similar ones are those that may have been meant.
    case unknownPlace(String, similar: [GazetteerPlace])
    /// Several places have the name, the largest first.
    case ambiguousPlace(String, [GazetteerPlace])
    /// The tz database of the system has not the place's time zone.
    case noTimeZone(GazetteerPlace)
    /// The gazetteer in the program cannot be read.
    case gazetteer(GazetteerError)
    /// An argument cannot be understood.
    case argument(String)
    /// The settings cannot be edited so.
    case edit(SettingsFile.EditError)
    /// The journal cannot be read.
    case journal(SystemError)
    /// The event that is waited for does not come: the Sun stays on that side of its altitude.
    case never(SolarEvent, Sun.Side)
    /// Nothing on this desktop shows a notification.
    case notification(String)
    /// The report has no form in JSON.
    case encoding(any Error)
    /// Standard output takes nothing.
    case output(String)
    /// A file that is asked for cannot be written.
    case file(path: String, SystemError)
    /// A page is written, but nothing opens it.
    case opener(path: String, SystemError)
    /// The terminal cannot be used.
    case terminal(SystemError)
    /// What changes the answer cannot be watched.
    case watch(any Error)

    /// The exit status (sysexits.h).
    var exitStatus: Int32 {
        switch self {
        case .argument, .edit(.value), .unknownPlace, .ambiguousPlace: EX_USAGE
        case .settings, .edit(.settings), .edit(.overruled): EX_CONFIG
        case .noLocation, .timeZoneTables, .noTimeZone, .journal, .never, .opener, .notification: EX_UNAVAILABLE
        case .gazetteer, .encoding: EX_SOFTWARE
        case .output, .terminal: EX_IOERR
        case .watch: EX_OSERR
        case .file, .edit(.unwritable): EX_CANTCREAT
        case .edit(.busy): EX_TEMPFAIL
        }
    }

    var description: String {
        switch self {
        case .settings(let error): "\(error)"
        case .noLocation(let zone):
            "no location is known, and the time zone \(zone.map { "\($0) has no place" } ?? "has no name"); "
                + "give one: suntracker --location 39.74,-104.99"
        case .timeZoneTables(let failure): "the time zone has no place: \(failure); give one with --location"
        case .unknownPlace(let name, let similar) where similar.isEmpty:
            "no place of 15,000 people or more is called \"\(name)\"; give one with --location, such as 39.74,-104.99"
        case .unknownPlace(let name, let similar):
            "no place of 15,000 people or more is called \"\(name)\"; there is \(similar.quotedNames)"
        case .ambiguousPlace(let name, let places):
            "\"\(name)\" may be any of \(places.count) places; write which, such as "
                + "\(places.prefix(3).quotedNames); suntracker location find \"\(name)\" lists them"
        case .noTimeZone(let place):
            "the time zone \(place.timeZone) of \(place.name) is not in the system's tz database; "
                + "update that, or add --zone local"
        case .gazetteer(let error): "\(error)"
        case .argument(let mistake): mistake
        case .edit(let error): "\(error)"
        case .journal(let error): "the journal cannot be read: \(error); does journald run?"
        case .never(let event, let side):
            "there is no \(event) within a year: the Sun stays \(side.rawValue) that altitude; name another event"
        case .notification(let reason): "no notification is shown: \(reason)"
        case .encoding(let error): "the answer cannot be written as JSON: \(error)"
        case .output(let reason): "standard output cannot be written to: \(reason)"
        case .file(let path, let error): "\(path) cannot be written: \(error)"
        case .opener(let path, let error):
            "the page \(path) cannot be opened (\(error)); install xdg-utils, or open it in a browser yourself"
        case .terminal(let error): "the terminal cannot be used: \(error); try --plain"
        case .watch(let error): "changes of the clock or of the settings cannot be noticed: \(error)"
        }
    }
}
