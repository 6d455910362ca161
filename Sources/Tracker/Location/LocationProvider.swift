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
    package var finding: String {
        guard let host else {
            return
                "GeoClue's configuration names no provider; the built-in one may be \(Self.mozilla), which was shut down in 2024"
        }
        return hasEnded
            ? "\(origin) names \(host), which was shut down in 2024" : "\(origin) names the provider \(host)"
    }

    /// What gives a location where no provider does.
    package static let remedy =
        "write the address of another provider to /etc/geoclue/geoclue.conf ([wifi], url=), or the location to /etc/geolocation (GeoClue 2.7 or later); or set a place"
}
