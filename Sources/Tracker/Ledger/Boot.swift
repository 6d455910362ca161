// SPDX-License-Identifier: MIT
package import Solar

/// A boot of the machine. Its time according to the current clock shows how far the clock was set.
package struct Boot: Hashable, Sendable {
    /// Identifies the boot: random(4), `/proc/sys/kernel/random/boot_id`.
    package let id: String
    /// The time of the boot according to the current clock: the current time minus the time since the boot
    /// (CLOCK_BOOTTIME, which includes suspension).
    ///
    /// It moves only when the clock is set, and by the same amount. It does not move while the machine is suspended, or
    /// while the clock is slewed.
    package let instant: Instant

    package init(id: String, instant: Instant) {
        self.id = id
        self.instant = instant
    }

    /// The largest error of `instant`: its two clocks are read one after the other, which takes some time.
    static let readingError = Duration.seconds(1)

    /// How far the clock was set since `known` was recorded; zero if the time of the boot has moved by less than the
    /// reading error. Nil if `known` is another boot.
    func step(since known: Boot) -> Duration? {
        guard known.id == id else { return nil }
        let step = instant - known.instant
        return abs(step) >= Self.readingError ? step : .zero
    }
}
