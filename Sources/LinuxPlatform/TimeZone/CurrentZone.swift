package import Tracker

/// The current time zone, and the place that is set in Plasma, which is used before the main city of the time zone.
package struct CurrentZone: Sendable {
    package let localTime: SystemLocalTime
    /// The place that the zone is named after; nil if it has none.
    package let principalPlace: Place?
    /// The place that is set in Plasma; nil if none is.
    package let plasmaPlace: Place?
    /// What is wrong with the zone, in sentences.
    package private(set) var troubles: [String] = []

    /// The zone of this environment, which must be that of the process. Reads files, which can take as long as the disk does.
    package init(of environment: Environment, localtimePath: String = "/etc/localtime") {
        let variables = environment.variables
        // libc would keep its lock while a disk does not answer.
        if variables["TZ"] == nil { _ = try? readBytes(localtimePath, atMost: ZoneinfoTree.sizeLimit) }
        localTime = SystemLocalTime(environment: variables, localtimePath: localtimePath)
        if let fault = localTime.fault {
            troubles.append("The time zone is unknown, so times are in UTC: \(localtimePath): \(fault)")
        }
        plasmaPlace = .ofPlasma(in: environment)
        let zoneinfo = ZoneinfoTree(environment: variables)
        if let setting = variables["TZ"], !zoneinfo.knows(setting: setting) {
            troubles.append(
                "TZ=\(setting) is not a time zone, so times are in UTC. Set it to a zone such as Europe/Berlin, or unset it to "
                    + "use the system's time zone")
        }
        do {
            principalPlace = try localTime.zoneName.flatMap {
                try TimeZoneLocation(zoneinfo: zoneinfo).place(ofZone: $0)
            }
        } catch {
            principalPlace = nil
            troubles.append("The main city of the time zone is unknown: \(error)")
        }
    }

    /// UTC, in place of a zone that is not known yet.
    package init(unknownIn environment: Environment, because reason: String) {
        localTime = SystemLocalTime(utcInFormatOf: environment.variables)
        (principalPlace, plasmaPlace) = (nil, nil)
        troubles = ["The time zone is unknown, so times are in UTC: \(reason)"]
    }
}
