package import Solar

/// A boot of the machine: a fixed point that shows by how much the clock was set.
package struct Boot: Hashable, Sendable {
    /// Identifies the boot: random(4), `/proc/sys/kernel/random/boot_id`.
    package let id: String
    /// The time of the boot by the current clock: the current time minus the time since the boot (CLOCK_BOOTTIME, which
    /// includes sleep).
    ///
    /// It moves when the clock is set, by the same amount, and at no other time: not in a sleep, and not while the
    /// clock is slewed.
    package let instant: Instant

    /// The boot with that identifier, at that instant by the current clock.
    package init(id: String, instant: Instant) {
        self.id = id
        self.instant = instant
    }

    /// The two clocks are read one after the other, which takes some time.
    static let readingError = Duration.seconds(1)

    /// By how much the clock was set since the other one of this boot was recorded; zero if it was not. Nil for another boot.
    func step(since known: Boot) -> Duration? {
        guard known.id == id else { return nil }
        let step = instant - known.instant
        return abs(step) >= Self.readingError ? step : .zero
    }
}
