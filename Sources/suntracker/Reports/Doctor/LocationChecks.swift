import Solar
import Tracker

/// The checks of location and time.
extension MachineFacts {
    private static let settingThePlace = "suntracker place NAME"

    func geoclueCheck(in words: Localizer) -> Check {
        guard location?.watch != nil else { return .notApplicable(notAsked(in: words)) }
        if let authorization = service.answer.running?.authorization {
            guard ["denied", "restricted"].contains(authorization.state) else {
                let finding = authorization.text(in: words)
                return service.answer.running?.place?.source == "geoclue" ? .sound(finding) : check(finding, in: words)
            }
            let advice = authorization.advice(in: words)
            let choice = words("or: {command}", ["command": Self.settingThePlace])
            return .broken(
                authorization.state,
                remedy: advice.contains(Self.settingThePlace) ? advice : words.clauses([advice, choice]))
        }
        switch geoclue {
        case .present:
            // TRANSLATORS: after the name of the program GeoClue
            return check(
                words("is installed; whether it gives a location shows only while the service is running"), in: words)
        case .absent:
            return .broken(
                // TRANSLATORS: after the label Unit, the unit of the service, or the name of the program GeoClue
                words("is not installed"),
                remedy: words(
                    "install {package} (Fedora: {fedora}, Arch: {arch}), or: {command}",
                    [
                        "package": "geoclue-2.0", "fedora": "geoclue2", "arch": "geoclue",
                        "command": Self.settingThePlace,
                    ]))
        case .noBus(let reason):
            // TRANSLATORS: after the name of the program GeoClue
            return .broken(words("cannot be reached: {reason}", ["reason": reason]), remedy: Self.settingThePlace)
        }
    }

    /// A check of GeoClue where it has not given the place: by what its configuration says about the provider.
    private func check(_ finding: String, in words: Localizer) -> Check {
        guard let provider else { return .sound(finding) }
        guard provider.hasEnded else { return .sound(words.clauses([finding, provider.finding(in: words)])) }
        return .broken(
            words("{finding}; there may be no location", ["finding": provider.finding(in: words)]),
            remedy: LocationProvider.remedy(in: words))
    }

    private func notAsked(in words: Localizer) -> String {
        location == nil
            // TRANSLATORS: after the name of the program GeoClue, or the label Last fix
            ? words("unknown, because the settings are invalid") : words("not used, according to the settings")
    }

    func lastFixCheck(in words: Localizer) -> Check {
        guard location?.watch != nil else { return .notApplicable(notAsked(in: words)) }
        guard let lastFix else { return .notApplicable(words("GeoClue has not given a location yet")) }
        let found = [
            lastFix.nameAndPosition(in: words),
            lastFix.provenance.accuracy.map {
                // TRANSLATORS: the accuracy of a location
                words("to within {distance}", ["distance": $0.formattedMetres(in: words)])
            }, lastFix.provenance.observed.map { max(.zero, now - $0).formattedAgo(in: words) },
        ]
        return .sound(words.list(found.compactMap(\.self)))
    }

    func timeZone(in words: Localizer) -> Check {
        guard let name = zone.name else {
            return .broken(
                // TRANSLATORS: after the label Time zone
                words("has no name: its principal place is unknown, and times may be wrong"),
                // TRANSLATORS: {command} sets the time zone America/Denver
                remedy: words("{command}, or your zone", ["command": "timedatectl set-timezone America/Denver"]))
        }
        if let place = zone.place {
            // TRANSLATORS: after the label Time zone: the place after which the zone is named
            return .sound(words("{zone}, principal place {place}", ["zone": name, "place": words.placeName(place)]))
        }
        guard location?.fixed == nil, lastFix == nil else {
            return .sound(words("{zone}; it has no principal place, but none is needed", ["zone": name]))
        }
        return .broken(
            words("{zone}; it has no principal place, and there is no other source of a location", ["zone": name]),
            remedy: Self.settingThePlace)
    }

    func clock(in words: Localizer) -> Check {
        switch isClockSynchronised {
        // TRANSLATORS: of a clock
        case true?: return .sound(words("synchronised"))
        // TRANSLATORS: after the label Clock
        case nil: return .notApplicable(words("the kernel does not report whether it is synchronised"))
        case false?:
            return .broken(
                // TRANSLATORS: after the label Clock
                words("is not synchronised: announcements may be early or late"),
                remedy: words("{command}, or start another NTP client", ["command": "sudo timedatectl set-ntp true"]))
        }
    }
}
