import Solar

/// An occasion on which the machine may have moved, or the permission to locate it may have changed. With `Mode=follow`,
/// the location is asked for on each, and at no other time.
public enum LocationOccasion: Hashable, Sendable, CaseIterable {
    /// The machine has resumed from sleep.
    case resumed
    /// The machine is online, or by another network than before.
    case networkChanged
    /// The user's graphical session has begun.
    case sessionBegan
    /// The time zone was set.
    case timeZoneChanged
    /// The user has switched location services on or off in the desktop's settings.
    case settingChanged
}

extension Input {
    /// The occasion of an input; nil for an input after which the location is not asked for.
    var locationOccasion: LocationOccasion? {
        switch self {
        case .locationOccasion(let occasion): occasion
        case .timeZoneChanged: .timeZoneChanged
        case .clockStepped: .resumed
        default: nil
        }
    }
}
