/// What GeoClue's configuration says about the provider that knows where networks are: a machine without a satellite
/// receiver has its location from that.
package struct LocationProvider: Hashable, Sendable {
    /// The host of its address; nil if the configuration names none. Then GeoClue asks the one that it was built with.
    package let host: String?
    /// Where it is named, such as `/etc/geoclue/geoclue.conf:49`; empty if it is not.
    package let origin: String

    /// A provider that is named there.
    package init(host: String?, origin: String) { (self.host, self.origin) = (host, origin) }

    /// Mozilla's provider, which ended in June 2024. GeoClue before 2.7.2 was built with it, and later ones may have none.
    private static let mozilla = "location.services.mozilla.com"

    /// Whether it is known to have ended.
    package var hasEnded: Bool { host == Self.mozilla }

    /// What the configuration says, in a clause.
    package func finding(in words: Localizer = .english) -> String {
        guard let host else {
            return words(
                "GeoClue's configuration names no provider, and the one that GeoClue was built with may be {provider}, which ended in 2024",
                ["provider": Self.mozilla])
        }
        let blanks: KeyValuePairs = ["file": origin, "provider": host]
        return hasEnded
            ? words("{file} names {provider}, which ended in 2024", blanks)
            : words("{file} names the provider {provider}", blanks)
    }

    /// What gives a location where no provider does.
    package static func remedy(in words: Localizer = .english) -> String {
        words(
            "choose a place with {command}; or write the address of another provider to {file} ({group}, {key}), or the location to {static} (GeoClue 2.7 or later)",
            [
                "command": "suntracker place NAME", "file": "/etc/geoclue/geoclue.conf", "group": "[wifi]",
                "key": "url=", "static": "/etc/geolocation",
            ])
    }
}
