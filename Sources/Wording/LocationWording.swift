// SPDX-License-Identifier: MIT
package import Tracker

extension LocationAuthorization {
    /// What this means for the user, and what to do, in one sentence. Only the sentences that notifications show are
    /// translated.
    package func advice(in words: Localizer = .english) -> String {
        let reload: KeyValuePairs = ["command": "systemctl --user reload suntrackerd"]
        let choice: KeyValuePairs = ["command": "suntracker place NAME"]
        return switch self {
        case .notDetermined:
            "GeoClue is being asked for the location; answer its question if the desktop shows one"
        case .allowedAlways:
            "GeoClue provides the location when you may have moved (Mode=follow)"
        case .allowedOnce:
            "GeoClue has provided the location once, and is not asked again before the next start (Mode=once)"
        case .denied(.byConfiguration):
            "GeoClue's configuration does not allow Suntracker to use the location: have an administrator add the section [io.github.suntracker.Suntracker] with the lines allowed=true, system=false and users= to /etc/geoclue/geoclue.conf and run systemctl restart geoclue, then run systemctl --user reload suntrackerd"
        case .denied(.turnedOff):
            words(
                "Location services are disabled: enable them in the desktop's privacy settings, then run {command}",
                reload)
        case .denied(.refused):
            words(
                "Suntracker is not allowed to use the location: allow it in the desktop's privacy settings, then run {command}",
                reload)
        case .denied(.unanswered):
            words("The request for access to the location was not answered: to be asked again, run {command}", reload)
        case .restricted(.noBus):
            words("There is no system bus, so GeoClue cannot be reached; set a place with: {command}", choice)
        case .restricted(.noGeoClue):
            words("GeoClue is not available; install GeoClue 2, or set a place with: {command}", choice)
        case .restricted(.noAgent):
            "No GeoClue agent is running for you, and GeoClue does not respond without one: start the desktop's agent, or GeoClue's demo agent with the session (/usr/libexec/geoclue-2.0/demos/agent), then run systemctl --user reload suntrackerd"
        case .restricted(.failing):
            words(
                "GeoClue is not working, and is retried automatically: \"{command}\" may show why",
                ["command": "systemctl status geoclue"])
        case .restricted(.onlyCountry):
            words(
                "GeoClue knows only the country, which is not enough for the times of the Sun; set a place with: {command}",
                choice)
        }
    }
}

extension LocationProvider {
    /// What the configuration says, in a clause.
    package var text: String {
        guard let host else {
            return
                "GeoClue's configuration names no provider; the built-in one may be \(Self.mozilla), which was shut down in 2024"
        }
        return hasEnded
            ? "\(origin) names \(host), which was shut down in 2024" : "\(origin) names the provider \(host)"
    }

    /// What to do to get a location if no provider sends one.
    package static let remedy =
        "write the address of another provider to /etc/geoclue/geoclue.conf ([wifi], url=), or the location to /etc/geolocation (GeoClue 2.7 or later); or set a place"
}
