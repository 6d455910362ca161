// SPDX-License-Identifier: MIT
import Configuration
import Glibc
import LinuxPlatform
import Solar
import Systemd

/// The reason why a subcommand has no answer.
struct CommandError: Error, CustomStringConvertible {
    /// The exit status (sysexits.h).
    let exitStatus: Int32
    /// One line: what is wrong, where, and what to do.
    let description: String

    init(_ exitStatus: Int32, _ description: String) {
        (self.exitStatus, self.description) = (exitStatus, description)
    }

    /// An argument turned out to be invalid when it was used.
    static func argument(_ problem: String) -> Self { Self(EX_USAGE, problem) }

    static func unavailable(_ problem: String) -> Self { Self(EX_UNAVAILABLE, problem) }

    static func settings(_ error: SettingsError) -> Self { Self(EX_CONFIG, error.description) }

    static func place(_ error: PlaceLookupError) -> Self { Self(EX_USAGE, error.description) }

    static func file(path: String, _ error: SystemError) -> Self {
        Self(EX_CANTCREAT, "cannot write \(path): \(error)")
    }

    static func watch(_ error: any Error) -> Self {
        Self(EX_OSERR, "cannot watch the clock, the settings or the place for changes: \(error)")
    }

    static func noPlace(zone: String?, _ remedy: PlaceRemedy = .setting) -> Self {
        let zone = zone.map { "the time zone \($0) has no main city" } ?? "the time zone has no name"
        return unavailable("no place is set, and \(zone); \(remedy.rawValue)")
    }

    /// The event does not occur within a year.
    ///
    /// - Parameter side: The side of the event's altitude on which the Sun stays; nil for an event without an altitude.
    static func never(_ event: AnnouncedEvent, _ side: Sun.Side?) -> Self {
        if event == .solarEclipse {
            let last = SolarEclipse.years.upperBound
            return unavailable("no solar eclipse is seen at this place until the end of \(last); choose another place")
        }
        let reason = side.map { ", because the Sun stays \($0.rawValue) that altitude" } ?? " at this place"
        return unavailable("\(event) does not occur within a year\(reason); choose another event")
    }

    static func notWithinYear(alert: String) -> Self {
        unavailable("\(alert) does not occur within a year; check its section in the settings")
    }

    static func notOnDay(_ name: String, _ date: CivilDate) -> Self {
        unavailable("\(name) does not occur on \(date) at this place; choose another day")
    }
}

/// What to do if no place is known.
enum PlaceRemedy: String {
    case setting = "set a place with: suntracker place NAME"
    /// For a subcommand with `PlaceOptions`.
    case option = "use --place, or set a place with: suntracker place NAME"
}
