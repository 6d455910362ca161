import Solar

/// Everything that can change the plan, or the state of an announcement.
///
/// The cases are indirect, since most have large values: to copy one is to copy a reference.
package indirect enum Input: Sendable {
    /// The service starts; always the first input. `ledgerTrouble` says why an earlier ledger could not be used.
    case started(ledgerTrouble: String?)
    /// The timer armed by `Output.wait` has fired.
    case timerFired
    /// The clock was set, or the machine has resumed from sleep.
    case clockStepped
    /// The time zone changed to this one, with its principal place, nil for a zone without one; or another place is set in
    /// Plasma, nil for none.
    case timeZoneChanged(any LocalTime, principalPlace: Place?, plasmaPlace: Place? = nil)
    /// The machine may have moved. Only for triggers that are not inputs of their own.
    case locationTrigger(LocationTrigger)
    /// The location watcher has a report.
    case location(LocationReport)
    /// The settings and the list of hooks were read. With an error, what was in force stays in force.
    case settings(Result<Settings, SettingsError>, hooks: HookCatalog = HookCatalog(), cause: SettingsCause)
    /// The notification server shows a popup.
    case popupShown(Popup.ID)
    /// The notification server does not show a popup.
    case popupFailed(Popup.ID, Popup.Failure)
    /// The user activated a popup. The token lets a window come to the front (xdg-activation-v1).
    case popupActivated(token: String?)
    /// A notification server has appeared on the bus, or has replaced another one.
    case notificationServerAppeared
    /// The notification server has left the bus. The next popup may start another one.
    case notificationServerLeft
    /// The hook starter has a report of a call.
    case hooks(HookReport, HookCall.Subject)
    /// The hooks were examined, and these cannot be started.
    case hookFaults([PlannedHook])
    /// The graphical session has begun that `Output.awaitSession` waits for.
    case graphicalSessionBegan
    /// A program asks for a preview of a rule's notification, and waits for `Output.answerPreview`.
    case previewRequested(Rule, PreviewRequest)
    /// A program or the panel sets the phase by hand.
    case phaseRequested(PhaseRequest)
    /// The store of the ledger has a report of a write.
    case ledgerStore(KeepReport)
    /// The store of the fix has a report of a write.
    case fixStore(KeepReport)
    /// Something else in the state folder could not be read or written, described in a sentence.
    case stateTrouble(String)
    /// The service is to stop.
    case stopRequested
}

/// Why the settings were read.
package enum SettingsCause: Equatable, Sendable {
    /// The service has started. They have an error, and it runs with others.
    case start(SettingsFallback)
    /// A reload was requested; the service manager waits for its end.
    case reload
    /// A settings file or a hook directory has changed.
    case edit
}
