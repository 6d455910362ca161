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
    /// An argument cannot be understood.
    case argument(String)
    /// The settings cannot be edited so.
    case edit(SettingsFile.EditError)
    /// The journal cannot be read.
    case journal(SystemError)
    /// The event that is waited for does not come: the Sun stays on that side of its altitude.
    case never(SolarEvent, Sun.Side)
    /// The report has no form in JSON.
    case encoding(any Error)
    /// Standard output takes nothing.
    case output(String)

    /// The exit status (sysexits.h).
    var exitStatus: Int32 {
        switch self {
        case .argument, .edit(.value): EX_USAGE
        case .settings, .edit(.settings), .edit(.overruled): EX_CONFIG
        case .edit(.unwritable): EX_UNAVAILABLE
        case .noLocation, .timeZoneTables, .journal, .never: EX_UNAVAILABLE
        case .encoding: EX_SOFTWARE
        case .output: EX_IOERR
        }
    }

    var description: String {
        switch self {
        case .settings(let error): "\(error)"
        case .noLocation(let zone):
            "no location is known, and the time zone \(zone.map { "\($0) has no place" } ?? "has no name"); "
                + "give one: suntracker --location 39.74,-104.99"
        case .timeZoneTables(let failure): "the time zone has no place: \(failure); give one with --location"
        case .argument(let mistake): mistake
        case .edit(let error): "\(error)"
        case .journal(let error): "the journal cannot be read: \(error); does journald run?"
        case .never(let event, let side):
            "there is no \(event) within a year: the Sun stays \(side.rawValue) that altitude; name another event"
        case .encoding(let error): "the answer cannot be written as JSON: \(error)"
        case .output(let reason): "standard output cannot be written to: \(reason)"
        }
    }
}
