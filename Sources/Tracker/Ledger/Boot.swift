public import Solar

/// A boot of the machine, as a fixed point from which to see what becomes of the clock.
public struct Boot: Hashable, Sendable {
    /// Tells boots apart: random(4), `/proc/sys/kernel/random/boot_id`.
    public let id: String
    /// When it was, by the clock in force: the time less what has passed since (CLOCK_BOOTTIME, which also runs in sleep).
    ///
    /// It moves when the clock is set, by as much, and at nothing else: not in a sleep, and not while the clock is slewed.
    public let instant: Instant

    /// The boot of that name, at that instant by the clock in force.
    public init(id: String, instant: Instant) {
        self.id = id
        self.instant = instant
    }
}

extension Ledger {
    /// By so much a clock may be wrong when something is announced, and be set right, before the announcement counts as one
    /// made at another time. Two occurrences of a day are never closer.
    static let clockTolerance = Duration.seconds(45 * 60)
    /// Reading two clocks, one after the other, takes some time of its own.
    private static let readingError = Duration.seconds(1)

    /// Whether the entry was made so long before its instant that it says nothing of it: the clock was ahead, and was set
    /// right.
    ///
    /// An announcement is made at its instant, by the clock in force. When the clock is set, that moment gets another time:
    /// what was announced at 16:40 by a clock that was nine hours ahead was announced at 07:40. By the clock in force now
    /// it was early, and the sunset of 16:40 is still to be announced. Where the clock is set forward again, the moment
    /// moves along, and the entry holds again: so a step back and its undoing repeat nothing, whichever of the two was the
    /// mistake.
    ///
    /// Of an earlier boot no more is known than that it came first.
    ///
    /// What this cannot tell is which clock is right. A clock that is wrongly set back by more than the tolerance, and then
    /// runs through an announced event once more, has it announced once more.
    func isOfWrongClock(_ entry: Entry) -> Bool {
        guard let boot else { return false }
        return (entry.announced ?? boot.instant) + Self.clockTolerance < entry.due
    }

    /// Takes in by how much the clock was set.
    ///
    /// - Returns: whether it went back, and there are entries that do not hold: what they are about may be due, and the disk
    ///   is to know.
    mutating func follow(_ boot: Boot) -> Bool {
        guard let known = self.boot, known.id == boot.id else {
            // What the last boot knew to be told too early is forgotten with it.
            let before = self
            forget { before.isOfWrongClock($0) }
            move { _ in nil }
            self.boot = boot
            return entries.contains(where: isOfWrongClock)
        }
        let step = boot.instant - known.instant
        guard abs(step) >= Self.readingError else { return false }
        move { $0 + step }
        self.boot = boot
        return step < .zero && entries.contains(where: isOfWrongClock)
    }
}
