package import Solar

/// Everything the service does. The outputs of one input are carried out in their order.
package indirect enum Output: Hashable, Sendable {
    /// Write the ledger to the disk before the next output; `Input.ledgerStore` answers. A disk that hangs delays
    /// the next output by at most a second: then `notKept` answers, and `kept` follows when the disk does.
    case keep(Ledger)
    /// Write the fix to the disk in the same way; `Input.fixStore` answers.
    case keepFix(Place)
    /// Watch the location this way, instead of the previous one; nil stops watching. `Input.location`
    /// answers.
    case watchLocation(LocationWatch?)
    /// Ask for the location once more, as the last `watchLocation` has said. A request that is still open includes this
    /// one. `Input.location` answers.
    case askLocation
    /// Write an entry to the journal.
    case journal(JournalEntry)
    /// Show a notification; `Input.popupShown` or `Input.popupFailed` answers.
    case show(Popup)
    /// Remove the notification of this tag from the screen, if it is still there. Nothing answers.
    case withdraw(tag: String)
    /// Answer a preview request: nil if the preview is shown. Sent once for each `Input.previewRequested`.
    case answerPreview(PreviewRequest, Popup.Failure?)
    /// Open the page of the year's daylight at the part that was activated, with the token that lets its window come to
    /// the front.
    case openDaylight(token: String?)
    /// Signal to other programs that an event has happened, now or some time ago.
    case emit(Occurrence)
    /// Start the hooks; `Input.hooks` answers, also for each that fails.
    case callHooks(HookCall)
    /// Wait for the user's graphical session; `Input.graphicalSessionBegan` answers, at once if there is one. A wait that is
    /// open includes this one.
    case awaitSession
    /// Publish the coming events and the state of the service to other programs.
    case publish(Outlook)
    /// Arm the timer at this instant, replacing any earlier one; nil disarms it.
    case wait(until: Instant?)
    /// Set the status line of the service.
    case status(String)
    /// Report that the service is ready, at the start and after a reload.
    case ready
    /// Stop.
    case stop
}
