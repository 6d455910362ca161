import Glibc
import LinuxPlatform
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

    /// The exit status (sysexits.h).
    var exitStatus: Int32 {
        switch self {
        case .settings: EX_CONFIG
        case .noLocation, .timeZoneTables: EX_UNAVAILABLE
        case .encoding: EX_SOFTWARE
        case .output, .terminal: EX_IOERR
        case .file: EX_CANTCREAT
        case .opener: EX_UNAVAILABLE
        }
    }

    var description: String {
        switch self {
        case .settings(let error): "\(error)"
        case .noLocation(let zone):
            "no location is known, and the time zone \(zone.map { "\($0) has no place" } ?? "has no name"); "
                + "give one: suntracker --location 39.74,-104.99"
        case .timeZoneTables(let failure): "the time zone has no place: \(failure); give one with --location"
        case .encoding(let error): "the answer cannot be written as JSON: \(error)"
        case .output(let reason): "standard output cannot be written to: \(reason)"
        case .file(let path, let error): "\(path) cannot be written: \(error)"
        case .opener(let path, let error):
            "the page \(path) cannot be opened (\(error)); install xdg-utils, or open it in a browser yourself"
        case .terminal(let error): "the terminal cannot be used: \(error); try suntracker chart --plain"
        }
    }
}
