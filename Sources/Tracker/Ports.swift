package import Solar

// The ports of the service besides `LocalTime`. The real ones, which run on the main actor, are in LinuxPlatform; those of
// the tests are in TestSupport. Reports come back to the isolation of the caller.

/// Port: the clock on which events are planned, and the service's one timer.
package protocol WallClock: AnyObject {
    /// The current time.
    var now: Instant { get }

    /// The boot of the machine by this clock; nil if it is not known.
    var boot: Boot? { get }

    /// How long the machine has slept since its boot. It grows by each sleep, and never otherwise, whatever happens to the
    /// clock.
    var asleep: Duration { get }

    /// Arms the timer at the instant, replacing any earlier one, or at once if the instant is past; nil disarms it. The
    /// timer never fires early, follows steps of the clock, and fires on resume if the instant passed in sleep.
    func wait(until instant: Instant?, then: @escaping () -> Void)

    /// How long a monotonic clock, which stops while the machine sleeps, runs at most until this clock shows the
    /// instant.
    func monotonicTime(until instant: Instant) -> Duration
}

/// Port: the desktop's notification server.
package protocol Notifier: AnyObject {
    /// Shows a popup, replacing the earlier one of its tag. Returns at once; the answer comes later, exactly once.
    func show(_ popup: Popup, then answer: @escaping (Popup.Failure?) -> Void)
    /// Removes the popup of that tag that this run has shown, if it is still on the screen. Returns at once.
    func withdraw(tag: String)
}

/// Port: the desktop, which can open a window.
package protocol DaylightOpener: AnyObject {
    /// Opens the page of the year's daylight at the part that was activated. Returns at once.
    func openDaylight(token: String?)
}

/// The result of a write to a store.
package enum KeepReport: Hashable, Sendable {
    /// It is on the disk.
    case kept
    /// It could not be written, for this reason, which people can read; the earlier text is still there. If the disk
    /// only took too long, `kept` follows when it answers.
    case notKept(String)
}

/// Port: the store of the ledger and of the last accepted fix.
package protocol StateStore: AnyObject {
    /// Replaces the ledger atomically. The first report comes at once or within a second, however long the disk takes.
    func keep(_ ledger: Ledger, then report: @escaping (KeepReport) -> Void)
    /// Replaces the fix in the same way.
    func keep(fix: Place, then report: @escaping (KeepReport) -> Void)
}

/// Port: a watcher for significant changes of the location.
package protocol LocationWatcher: AnyObject {
    /// Watches this way, instead of the previous one; nil stops watching and reporting. Returns at once; reports come
    /// later.
    func watch(_ watch: LocationWatch?, then report: @escaping (LocationReport) -> Void)
    /// Asks once more, for a watch of `Mode=follow`, unless a request is still open. Returns at once; reports as `watch`
    /// does.
    func askAgain()
}

/// Port: other programs.
package protocol Publisher: AnyObject {
    /// Publishes the coming events and the state of the service.
    func publish(_ outlook: Outlook)
    /// Signals that an event has happened.
    func emit(_ occurrence: Occurrence)
}

/// What a hook starter reports of a call.
package enum HookReport: Equatable, Sendable {
    /// All hooks that could be started are. Reported once.
    case called
    /// A hook failed: before `called` if it could not be started, or else after it.
    case failed(HookFailure)
}

/// Port: starts the hooks.
package protocol HookStarter: AnyObject {
    /// Starts the hooks of the call without waiting for them. Reports come at once or later.
    func start(_ call: HookCall, then report: @escaping (HookReport) -> Void)
    /// Waits until the programs that it starts can reach the user's graphical session. Reports at once or later, and once
    /// for all waits that are open.
    func awaitSession(then report: @escaping () -> Void)
}

/// Port: the journal.
package protocol JournalSink: AnyObject {
    func write(_ entry: JournalEntry)
}

/// Port: the service manager.
package protocol ServiceStatus: AnyObject {
    /// The service is ready, or has finished a reload.
    func ready()
    /// The service is stopping.
    func stopping()
    /// The status line.
    func status(_ text: String)
    /// The service is alive, and will say so again within that time awake; nil if it waits without a limit.
    func alive(again within: Duration?)
}
