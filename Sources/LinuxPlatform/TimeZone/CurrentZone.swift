import Glibc
package import Tracker

extension Environment {
    /// The watch of the system's time zone; none if `TZ` overrides it. Programs that set the zone replace the link, so
    /// timedated's signal is not needed.
    package var zoneWatch: [FileWatcher.Target] { variables["TZ"] == nil ? [.file("/etc/localtime")] : [] }
}

extension Environment {
    /// Sets `TZ` to the time zone of a place, and returns the changed environment; nil if the tz database lacks the
    /// zone. libc reads `TZ` once per process, so this must happen before the first conversion to local time.
    package func adopting(timeZone zone: String) -> Environment? {
        let setting = ":" + zone
        let changed = Environment(variables.merging(["TZ": setting]) { _, new in new })
        // libc uses UTC for a zone that it does not find.
        guard ZoneinfoTree(environment: variables).systemZone(environment: changed.variables) == zone else {
            return nil
        }
        setenv("TZ", setting, 1)
        return changed
    }
}

/// The current time zone, and the place set in Plasma, which has precedence over the main city of the time zone.
package struct CurrentZone: Sendable {
    package let localTime: SystemLocalTime
    /// The main city of the zone; nil if it has none.
    package let principalPlace: Place?
    /// The place set in Plasma; nil if none is set.
    package let plasmaPlace: Place?
    /// The problems with the zone, in sentences.
    package private(set) var problems: [String] = []

    /// Reads the zone for an environment, which must be the environment of the process. This can take as long as the
    /// disk takes.
    package init(of environment: Environment, localtimePath: String = "/etc/localtime") {
        let variables = environment.variables
        // libc would hold its lock while a disk does not respond.
        if variables["TZ"] == nil { _ = try? readBytes(localtimePath, atMost: ZoneinfoTree.sizeLimit) }
        localTime = SystemLocalTime(environment: variables, localtimePath: localtimePath)
        if let error = localTime.readError {
            problems.append("The time zone is unknown, so times are in UTC: \(localtimePath): \(error)")
        }
        plasmaPlace = .ofPlasma(in: environment)
        let zoneinfo = ZoneinfoTree(environment: variables)
        if let setting = variables["TZ"], !zoneinfo.knows(setting: setting) {
            problems.append(
                "TZ=\(setting) is not a time zone, so times are in UTC. Set it to a zone such as Europe/Berlin, or unset it to "
                    + "use the system's time zone")
        }
        do {
            principalPlace = try localTime.zoneName.flatMap {
                try TimeZoneLocation(zoneinfo: zoneinfo).place(ofZone: $0)
            }
        } catch {
            principalPlace = nil
            problems.append("The main city of the time zone is unknown: \(error)")
        }
    }

    /// Uses UTC instead of a zone that is not known yet.
    package init(unknownIn environment: Environment, because reason: String) {
        localTime = SystemLocalTime(utcInFormatOf: environment.variables)
        (principalPlace, plasmaPlace) = (nil, nil)
        problems = ["The time zone is unknown, so times are in UTC: \(reason)"]
    }
}
