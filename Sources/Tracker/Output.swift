// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

/// Everything the service does. The outputs of one input are carried out in their order.
package indirect enum Output: Hashable, Sendable {
    /// Write the ledger to the disk before the next output; `Input.ledgerStore` reports, with the number of the write. A
    /// disk that does not respond delays the next output by at most a second: `notWritten` is reported then, and
    /// `written` when the disk responds, unless a later write has superseded this one.
    case keep(Ledger, write: Int)
    /// Write the fix to the disk in the same way; `Input.fixStore` reports.
    case keepFix(Place)
    /// Watch the location in this way instead of the previous one; nil stops watching. `Input.location` reports.
    case watchLocation(LocationWatch?)
    /// Ask for the location once more, in the way of the last `watchLocation`. If a request is still pending, the new
    /// one joins it. `Input.location` reports.
    case askLocation
    /// Write an entry to the journal.
    case journal(JournalFact)
    /// Show a notification; `Input.popupShown` or `Input.popupFailed` reports.
    case show(Popup)
    /// Remove the notification with this tag from the screen, if it is still there. Nothing is reported.
    case withdraw(tag: String)
    /// Respond to a preview request: nil if the preview is shown. Sent once for each `Input.previewRequested`.
    case respond(to: PreviewRequest, Popup.Loss?)
    /// Signal to other programs that an event has happened, now or earlier.
    case emit(Occurrence)
    /// Start the hooks; `Input.hooks` reports, including each failure.
    case callHooks(HookCall)
    /// Wait for the user's graphical session; `Input.graphicalSessionBegan` reports, immediately if there is a session.
    /// If a wait is pending, the new one joins it.
    case awaitSession
    /// Publish the coming events and the state of the service to other programs.
    case publish(PublishedState)
    /// Arm the timer at this instant, replacing any earlier one; nil disarms it.
    case wait(until: Instant?)
    /// Set the status line of the service.
    case status(StatusLine)
    /// Report that the service is ready, at startup and after a reload.
    case ready
    /// Stop.
    case stop
}
