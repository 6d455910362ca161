package import Tracker

/// What a notification server is told about the sound of a popup (Desktop Notifications Specification 1.2, section
/// "Hints").
package enum SoundHint: Hashable {
    /// `sound-name`.
    case name(String)
    /// `sound-file`.
    case file(String)
    /// `suppress-sound`.
    case suppress

    /// The hint for a server with these capabilities; nil if it gets none, because it plays no sounds or decides by itself.
    package init?(_ sound: Popup.Sound, capabilities: some Collection<String>) {
        guard capabilities.contains(Self.capability) else { return nil }
        switch sound {
        case .standard: return nil
        case .named(let name): self = .name(name)
        case .file(let path): self = .file(path)
        case .silent: self = .suppress
        }
    }

    /// Whether the server plays something.
    var isHeard: Bool { self != .suppress }

    /// What a server that plays sounds lists among its capabilities.
    package static let capability = "sound"
}
