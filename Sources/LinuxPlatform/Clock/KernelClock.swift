import CLinux

/// What the kernel says of its clock (adjtimex(2)).
public enum KernelClock {
    /// The kernel adds to the error as long as nobody corrects the clock, up to this.
    private static let greatestError = 16_000_000

    /// Whether the clock is kept in step with the world's; nil where the kernel does not say, as in some containers.
    ///
    /// This is what timedated's property NTPSynchronized says, without starting timedated: by the error rather than by
    /// STA_UNSYNC, which may be set to keep the kernel's hands off the hardware clock.
    public static var isSynchronised: Bool? {
        var state = timex()
        guard adjtimex(&state) >= 0 else { return nil }
        return state.maxerror < greatestError
    }
}
