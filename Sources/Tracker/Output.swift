public import Solar

/// Everything the service does. The outputs of one event are carried out in their order.
public enum Output: Hashable, Sendable {
    /// Keep the ledger, on the disk, before the next action; `Input.ledgerKept` or `Input.ledgerNotKept` answers. A disk
    /// that hangs has the next action wait for a second and no longer: then `ledgerNotKept` answers, and `ledgerKept` when
    /// the disk does.
    case keep(Ledger)
    /// Keep the fix, in the same way; `Input.fixKept` or `Input.fixNotKept` answers.
    case keepFix(Place)
    /// Have the watcher of significant changes watch so, in the place of what it did; nil stops it. `Input.located` and
    /// `Input.locationAuthorization` answer.
    case watchLocation(LocationWatch?)
    /// Write an entry to the journal.
    case journal(JournalEntry)
    /// Show a notification; `Input.popupShown` or `Input.popupFailed` answers.
    case show(Popup)
    /// Answer who has asked for a preview: nil if it is shown. Comes once for each `Input.previewRequested`.
    case answerPreview(PreviewRequest, Popup.Failure?)
    /// Open the chart of the year's daylight, with the token by which its window may come to the front.
    case openDaylight(token: String?)
    /// Signal to other programs that an event has happened, now or some time ago.
    case emit(Occurrence)
    /// Start the hooks; `Input.hooksCalled` answers, and `Input.hookFailed` for each that fails, before it or after.
    case callHooks(HookCall)
    /// Let other programs know what lies ahead.
    case publish(Outlook)
    /// Arm the timer at this instant, in the place of any earlier one; nil disarms it.
    case wait(until: Instant?)
    /// Say what the service waits for, in a line.
    case status(String)
    /// Say that the service is ready, at the start and after a reload.
    case ready
    /// End.
    case stop
}
