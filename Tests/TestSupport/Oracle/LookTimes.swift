import Solar

/// Dates the outputs of a look by the time of the look, and its input by when the service was free to handle it.
///
/// The service carries out the outputs of an input in their order, and waits for the disk in between. Outputs after a
/// wait still belong to the time at which the service handled the input, and other inputs have to wait. `DiskOracle`
/// limits these waits.
struct LookTimes {
    private var look: (clock: Instant, uptime: Duration)?
    /// The time of the disk's last reply in this look.
    private var freed: Instant?
    /// The number of the request for whose reply the service waits.
    private var awaited: Int?

    /// The record with the times by which the other oracles judge it.
    mutating func place(_ record: Chronicle.Record) -> Chronicle.Record {
        var placed = record
        note(record.what)
        switch record.what {
        case .started, .ended: (look, freed) = (nil, nil)
        case .looked:
            if let look, let freed, freed == record.clock { placed.free = min(look.clock, record.clock) }
            (look, freed) = ((record.clock, record.uptime), nil)
        case .kept, .keepFailed:
            if look?.clock != record.clock { freed = record.clock }
        case .keepRequested, .wrote, .asked:
            guard let look, look.clock != record.clock else { break }
            placed = Chronicle.Record(clock: look.clock, uptime: look.uptime, boot: record.boot, what: record.what)
        default: break
        }
        placed.isWaiting = awaited != nil
        return placed
    }

    private mutating func note(_ what: Chronicle.Happening) {
        switch what {
        case .keepRequested(let number, _, _): awaited = number
        case .kept(let number), .keepFailed(let number):
            if let awaited, number >= awaited { self.awaited = nil }
        case .ended: awaited = nil
        default: break
        }
    }
}
