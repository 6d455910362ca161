// SPDX-License-Identifier: MIT
import Solar

/// Dates the outputs of a look by the time of the look, and its input by when the service was free to handle it.
///
/// The service carries out the outputs of an input in their order, and waits for the disk in between. Outputs after a
/// wait still belong to the time at which the service handled the input, and other inputs have to wait. The
/// machine limits these waits to a second.
struct LookTimes: Hashable {
    private var look: Time?
    /// The time of the disk's last reply in this look.
    private var freed: Instant?
    /// Whether the service waits for the disk.
    private var isAwaiting = false

    private struct Time: Hashable { let clock: Instant, uptime: Duration }

    /// The record with the times by which it is judged.
    mutating func place(_ record: Chronicle.Record) -> Chronicle.Record {
        var placed = record
        note(record.what)
        switch record.what {
        case .started, .ended: (look, freed) = (nil, nil)
        case .looked:
            if let look, let freed, freed == record.clock { placed.free = min(look.clock, record.clock) }
            (look, freed) = (Time(clock: record.clock, uptime: record.uptime), nil)
        case .kept, .keepFailed:
            if look?.clock != record.clock { freed = record.clock }
        case .keepRequested, .wrote, .asked, .called:
            guard let look, look.clock != record.clock else { break }
            placed = Chronicle.Record(clock: look.clock, uptime: look.uptime, boot: record.boot, what: record.what)
        default: break
        }
        placed.isWaiting = isAwaiting
        return placed
    }

    private mutating func note(_ what: Chronicle.Happening) {
        switch what {
        case .keepRequested: isAwaiting = true
        case .kept, .keepFailed, .ended: isAwaiting = false
        default: break
        }
    }
}
