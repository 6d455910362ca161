// SPDX-License-Identifier: MIT
/// What GeoClue's configuration says about the provider that knows where Wi-Fi networks are. A machine without a
/// satellite receiver gets its location from this provider.
package struct LocationProvider: Hashable, Sendable {
    /// The host in the provider's address; nil if the configuration names none. Then GeoClue uses the provider with
    /// which it was built.
    package let host: String?
    /// The file and the line that name the provider, such as `/etc/geoclue/geoclue.conf:49`; empty if none does.
    package let origin: String

    package init(host: String?, origin: String) { (self.host, self.origin) = (host, origin) }

    /// Mozilla's provider, which was shut down in June 2024. GeoClue before 2.7.2 was built with it, and later versions
    /// may be built without a provider.
    package static let mozilla = "location.services.mozilla.com"

    /// Whether the provider is known to have been shut down.
    package var hasEnded: Bool { host == Self.mozilla }
}
