import Solar
import Tracker

/// The checks of location and time.
extension MachineFacts {
    private static let settingThePlace = "suntracker location choose"

    var geoclueCheck: Check {
        let subject = "GeoClue"
        guard location?.watch != nil else { return .notApplicable(subject, notAsked) }
        if case .running(let running) = service, let authorization = running.authorization {
            guard ["denied", "restricted"].contains(authorization.state) else {
                return .sound(subject, "\(authorization.state): \(authorization.advice)")
            }
            return .broken(
                subject, "\(authorization.state): \(authorization.advice)", remedy: "or: \(Self.settingThePlace)")
        }
        switch geoclue {
        case .present:
            return .sound(subject, "is installed; whether it gives a location shows only while the service is running")
        case .absent:
            return .broken(
                subject, "is not installed",
                remedy: "install geoclue-2.0 (Fedora: geoclue2, Arch: geoclue), or: \(Self.settingThePlace)")
        case .noBus(let reason):
            return .broken(subject, "cannot be reached: \(reason)", remedy: Self.settingThePlace)
        }
    }

    private var notAsked: String {
        location == nil ? "unknown, because the settings are invalid" : "not used, according to the settings"
    }

    var lastFixCheck: Check {
        let subject = "Last fix"
        guard location?.watch != nil else { return .notApplicable(subject, notAsked) }
        guard let lastFix else { return .notApplicable(subject, "GeoClue has not given a location yet") }
        let found = [
            lastFix.nameAndPosition(in: .english),
            lastFix.provenance.accuracy.map { "to within \($0.formattedMetres())" },
            lastFix.provenance.observed.map { max(.zero, now - $0).formattedAgo() },
        ]
        return .sound(subject, found.compactMap(\.self).joined(separator: ", "))
    }

    var timeZone: Check {
        let subject = "Time zone"
        guard let name = zone.name else {
            return .broken(
                subject, "has no name: its principal place is unknown, and times may be wrong",
                remedy: "timedatectl set-timezone America/Denver, or your zone")
        }
        if let place = zone.place { return .sound(subject, "\(name), principal place \(place)") }
        guard location?.fixed == nil, lastFix == nil else {
            return .sound(subject, "\(name); it has no principal place, but none is needed")
        }
        return .broken(
            subject, "\(name); it has no principal place, and there is no other source of a location",
            remedy: Self.settingThePlace)
    }

    var clock: Check {
        let subject = "Clock"
        switch isClockSynchronised {
        case true?: return .sound(subject, "synchronised")
        case nil: return .notApplicable(subject, "the kernel does not report whether it is synchronised")
        case false?:
            return .broken(
                subject, "is not synchronised: announcements may be early or late",
                remedy: "sudo timedatectl set-ntp true, or start another NTP client")
        }
    }
}
