// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

// The ports of the service, except `LocalTime`. The implementations of the service run on the main actor and are in
// LinuxPlatform; those for tests are in TestSupport. Reports arrive in the isolation of the caller.

/// Port: the clock on which events are planned, and the service's one timer.
package protocol WallClock: AnyObject {
    /// The current time.
    var now: Instant { get }

    /// The boot of the machine according to this clock; nil if it is not known.
    var boot: Boot? { get }

    /// Sets the timer to the instant, replacing any earlier one; nil stops the timer. If the instant is past, the timer
    /// fires immediately. It never fires early, follows steps of the clock, and fires on resume if the instant passed
    /// while the machine was suspended.
    func wait(until instant: Instant?, then: @escaping () -> Void)
}

/// Port: the desktop's notification server.
package protocol Notifier: AnyObject {
    /// Shows a popup with times in this local time, replacing the earlier one with its tag. Returns immediately. The
    /// response comes later, exactly once.
    func show(_ popup: Popup, localTime: any LocalTime, then response: @escaping (Popup.Failure?) -> Void)
    /// Removes the popup with that tag that this run has shown, if it is still on the screen. Returns immediately.
    func withdraw(tag: String)
}

/// The result of a write to a store.
package enum WriteReport: Hashable, Sendable {
    /// It is on the disk.
    case written
    /// It could not be written, for this reason, which is for people; the earlier text remains. If the disk does not
    /// respond in time, `written` follows when it does.
    case notWritten(String)
}

/// Port: the store of the ledger and of the last accepted fix.
package protocol StateStore: AnyObject {
    /// Replaces the ledger atomically. The first report comes immediately or within a second, however long the disk
    /// takes.
    func keep(_ ledger: Ledger, then report: @escaping (WriteReport) -> Void)
    /// Replaces the fix in the same way.
    func keep(fix: Place, then report: @escaping (WriteReport) -> Void)
}

/// Port: a watcher for significant changes of the location.
package protocol LocationWatcher: AnyObject {
    /// Watches in this way instead of the previous one; nil stops watching and reporting. Returns immediately. Reports
    /// come later.
    func watch(_ watch: LocationWatch?, then report: @escaping (LocationReport) -> Void)
    /// Asks once more, for a watch with `Mode=follow`, unless a request is still pending. Returns immediately. Reports
    /// as `watch` does.
    func askAgain()
}

/// Port: other programs.
package protocol Publisher: AnyObject {
    /// Publishes the coming events and the state of the service.
    func publish(_ state: PublishedState)
    /// Signals that an event has happened.
    func emit(_ occurrence: Occurrence)
}

/// What a hook starter reports of a call.
package enum HookReport: Equatable, Sendable {
    /// All hooks that can be started have been started. This is reported once.
    case called
    /// A hook failed. This is reported before `called` if the hook could not be started, and after it otherwise.
    case failed(HookFailure)
}

/// Port: starts the hooks.
package protocol HookStarter: AnyObject {
    /// Starts the hooks of the call, whose texts have times in this local time, without waiting for them. Reports come
    /// immediately or later.
    func start(_ call: HookCall, localTime: any LocalTime, then report: @escaping (HookReport) -> Void)
    /// Waits until hooks can reach the user's graphical session. Reports immediately or later, once for all pending
    /// waits.
    func awaitSession(then report: @escaping () -> Void)
}

/// Port: the journal.
package protocol JournalSink: AnyObject {
    /// Writes the entry about a fact, with times in this local time.
    func write(_ fact: JournalFact, localTime: any LocalTime)
}

/// Port: the service manager.
package protocol ServiceStatus: AnyObject {
    /// The service is ready, or has finished a reload.
    func ready()
    func stopping()
    /// The status line, with times in this local time.
    func status(_ line: StatusLine, localTime: any LocalTime)
    /// Reports that the service is alive, and that the next such report comes within this time, not counting time
    /// suspended; nil if it waits without a limit.
    func alive(again within: Duration?)
}
