// SPDX-License-Identifier: MIT
package import Configuration
import Glibc
package import Solar
import Wording

extension Environment {
    /// The watch of the time zone: of the file that `TZ` names, or else of the system's zone. Programs that set the zone
    /// replace the link, so timedated's signal is not needed.
    package var zoneWatch: [FileWatcher.Target] {
        guard variables["TZ"] != nil else { return [.file("/etc/localtime")] }
        return ZoneinfoTree(environment: variables).file(inSettings: variables).map { [.file($0)] } ?? []
    }

    /// Sets `TZ` to the time zone of a place, and returns the changed environment; nil if the tz database lacks the zone,
    /// for which libc would use UTC. This must happen before the first conversion to local time.
    package func adopting(timeZone zone: String) -> Environment? {
        let setting = ":" + zone
        let changed = Environment(variables.merging(["TZ": setting]) { _, new in new })
        guard ZoneinfoTree(environment: variables).systemZone(environment: changed.variables) == zone else {
            return nil
        }
        setenv("TZ", setting, 1)
        return changed
    }

    /// The main city of the time zone, also if the rules of the zone are missing; nil if the zone has none.
    package func placeOfTimeZone(localtimePath: String = "/etc/localtime") throws(ZoneTableError) -> Place? {
        let zoneinfo = ZoneinfoTree(environment: variables)
        guard let zone = zoneinfo.namedZone(environment: variables, localtimePath: localtimePath) else { return nil }
        return try zoneinfo.mainCity(ofZone: zone)
    }
}

/// The current time zone, and the place set in Plasma, which has precedence over the main city of the time zone.
package struct CurrentZone: Sendable {
    package let localTime: SystemLocalTime
    /// The main city of the zone; nil if it has none.
    package let mainCity: Place?
    /// The place set in Plasma; nil if none is set.
    package let plasmaPlace: Place?
    /// The problems with the zone, in sentences.
    package private(set) var problems: [String] = []

    /// Reads the zone for an environment, which must be the environment of the process. This can take as long as the
    /// disk takes.
    package init(
        of environment: Environment, localtimePath: String = "/etc/localtime", now: Instant = DispatchWallClock.time
    ) {
        // The tracker compares the zone with the next one, which libc then uses already.
        localTime = SystemLocalTime(environment: environment.variables, localtimePath: localtimePath)
            .keepingOffsets(around: now)
        plasmaPlace = .ofPlasma(in: environment)
        do {
            mainCity = try environment.placeOfTimeZone(localtimePath: localtimePath)
        } catch {
            mainCity = nil
            problems.append("The main city of the time zone is unknown: \(error)")
        }
        if let problem = localTime.problem { problems.append("\(problem)".capitalizedFirst) }
    }

    /// Uses UTC instead of a zone that is not known yet.
    package init(unknownIn environment: Environment, because reason: String) {
        localTime = SystemLocalTime(utcInFormatOf: environment.variables)
        (mainCity, plasmaPlace) = (nil, nil)
        problems = ["The time zone is unknown, so times are in UTC: \(reason)"]
    }
}
