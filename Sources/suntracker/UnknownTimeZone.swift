import ArgumentParser
import LinuxPlatform
import Tracker

/// A time zone that `TZ` names and nobody knows: libc takes it for UTC, and says nothing.
struct UnknownTimeZone: CustomStringConvertible {
    private let setting: String

    /// The unknown time zone of the environment; nil where `TZ` is not set, names a zone or a file, or is a rule.
    init?(environment: Environment) {
        guard let setting = environment["TZ"], !ZoneinfoTree(environment: environment.variables).knows(setting: setting)
        else { return nil }
        self.setting = setting
    }

    var description: String {
        "there is no time zone \"\(setting.printable)\", which TZ names, so times are in UTC; "
            + "name one such as America/Denver, or unset TZ for the system's"
    }
}

extension ParsableCommand {
    /// What is wrong with the time zone in which the command shows times.
    var unknownTimeZone: UnknownTimeZone? {
        if let place = (self as? any ObservingCommand)?.place, place.place != nil, place.zone != .local { return nil }
        let showsTimes = self is any ObservingCommand || self is HistoryCommand || self is StatusCommand
        return showsTimes ? UnknownTimeZone(environment: .ofProcess) : nil
    }
}
