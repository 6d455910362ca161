import Systemd

/// What the user manager's answer means, when it is asked to start the unit of a hook.
enum HookAnswer: Hashable {
    /// It starts the unit, by the job of this path.
    case starts(job: String)
    /// It has a unit of that name already.
    case exists
    /// Nobody was asked, since the manager is not on the bus: for a moment it is not on one that was started anew.
    case managerIsAway
    /// The bus has ended before the answer, or the manager has left it. It may have been asked, or not.
    case lost
    /// The manager takes its time, and may yet start it.
    case none(String)
    /// It does not start it, for this reason.
    case refused(String)

    /// - Parameter isConnected: whether the bus is still there. Where it has ended, sd-bus answers in its place.
    init(_ answer: Result<[BusValue], BusError>, isConnected: Bool) {
        switch answer {
        case .success(let values):
            guard case .objectPath(let path) = values.first else {
                self = .refused("the answer is no job")
                return
            }
            self = .starts(job: path)
        case .failure(let error):
            switch error.name {
            case "org.freedesktop.systemd1.UnitExists": self = .exists
            case BusError.nameHasNoOwner, BusError.serviceUnknown: self = .managerIsAway
            // The bus answers so in the place of one that has left.
            case BusError.noReply where !isConnected || error.message.contains("disconnected"): self = .lost
            case BusError.noReply: self = .none("the user manager: \(error)")
            default: self = .refused("the user manager: \(error)")
            }
        }
    }
}
