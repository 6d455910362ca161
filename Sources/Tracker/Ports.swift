public import Solar

// What the service needs of the world besides `LocalTime`. The real ones are in LinuxPlatform, those of the tests in
// TestSupport.

/// Port: the clock on which events are planned, and the service's one timer.
@MainActor
public protocol WallClock: AnyObject {
    /// The time.
    var now: Instant { get }

    /// When the machine has booted, by this clock; nil where that is not known.
    var boot: Boot? { get }

    /// Arms the timer at the instant, in the place of any earlier one, or at once if the instant is past; nil disarms it.
    /// The timer never fires early, honours steps of the clock, and fires on resume if the instant passed in sleep.
    func wait(until instant: Instant?, then: @escaping @MainActor () -> Void)

    /// How long a stopwatch, which stands still while the machine sleeps, runs at most until the clock shows the instant.
    func monotonicTime(until instant: Instant) -> Duration
}

/// Port: the desktop's notification server.
@MainActor
public protocol Notifier: AnyObject {
    /// Shows a popup in the place of the earlier one of its tag. Returns at once; the answer comes later, on the main
    /// actor, and exactly once.
    func show(_ popup: Popup, then answer: @escaping @MainActor (Popup.Failure?) -> Void)
}

/// Port: the desktop, on which a window can be opened.
@MainActor
public protocol DaylightOpener: AnyObject {
    /// Opens the chart of the year's daylight. Returns at once.
    func openDaylight(token: String?)
}

/// What a store reports of what it was asked to keep.
public enum KeepReport: Hashable, Sendable {
    /// It is on the disk, whatever happens from here on.
    case kept
    /// It is not, for this reason, as a person can read it; the earlier one is still there. Where the disk has only taken
    /// too long, `kept` follows when it answers.
    case notKept(String)
}

/// Port: where the ledger is kept.
@MainActor
public protocol LedgerStore: AnyObject {
    /// Keeps the ledger in the place of the earlier one. Either the one or the other is on the disk at any time. The first
    /// report comes on the main actor, at once or within a second, however long the disk takes.
    func keep(_ ledger: Ledger, then report: @escaping @MainActor (KeepReport) -> Void)
}

/// Port: where the last accepted fix is kept.
@MainActor
public protocol FixStore: AnyObject {
    /// Keeps the fix in the place of the earlier one. Reports as `LedgerStore` does.
    func keep(fix: Place, then report: @escaping @MainActor (KeepReport) -> Void)
}

/// Port: a watcher of significant changes of the location.
@MainActor
public protocol LocationWatcher: AnyObject {
    /// Watches so, in the place of what it did before; nil stops it, and then nothing is reported any more. Returns at
    /// once; reports come later, on the main actor.
    func watch(_ watch: LocationWatch?, then report: @escaping @MainActor (LocationReport) -> Void)
}

/// Port: other programs that want to know.
@MainActor
public protocol Publisher: AnyObject {
    /// Lets them know what lies ahead.
    func publish(_ outlook: Outlook)
    /// Signals that an event has happened.
    func emit(_ occurrence: Occurrence)
}

/// What a starter of hooks reports of a call.
public enum HookReport: Hashable, Sendable {
    /// All that could be started are. Comes once.
    case called
    /// One has failed: before that, if it could not be started, or after it.
    case failed(HookFailure)
}

/// Port: who starts programs that people want to be run at an event.
@MainActor
public protocol HookStarter: AnyObject {
    /// Starts the hooks of the call, and does not wait for any. Reports come on the main actor, at once or later.
    func start(_ call: HookCall, then report: @escaping @MainActor (HookReport) -> Void)
}

/// Port: where entries go.
@MainActor
public protocol JournalSink: AnyObject {
    /// Writes the entry.
    func write(_ entry: JournalEntry)
}

/// Port: who is told how the service is.
@MainActor
public protocol ServiceStatus: AnyObject {
    /// The service is up, or has finished a reload.
    func ready()
    /// The service begins to read its settings again.
    func reloading()
    /// The service is on its way down.
    func stopping()
    /// What the service waits for, in one line.
    func status(_ text: String)
    /// The service will next show a sign of life within that time awake; nil if it waits for something without a time.
    func alive(again within: Duration?)
}
