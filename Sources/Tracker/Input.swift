/// Everything that can change the plan, or the state of an announcement.
public enum Input: Sendable {
    /// The service starts; always the first input. `ledgerTrouble` says why an earlier ledger could not be used.
    case started(ledgerTrouble: String?)
    /// The timer armed by `Output.wait` has fired.
    case timerFired
    /// The clock was set, or the machine has resumed from sleep.
    case clockStepped
    /// The time zone changed to this one, with its principal place; nil for a zone without one.
    case timeZoneChanged(any LocalTime, principalPlace: Place?)
    /// The location watcher has a fix.
    case located(Place)
    /// The location watcher is allowed to access the location, but has had no fix in the time that one may take.
    case fixOverdue
    /// The authorization of the location watcher changed.
    case locationAuthorization(LocationAuthorization)
    /// A reload was requested, and has succeeded.
    case reloaded(Settings, hooks: HookCatalog = HookCatalog())
    /// A reload was requested, and has failed: the settings have an error.
    case reloadRefused(SettingsError)
    /// The settings had an error when the service started, and it runs with others.
    case settingsRefusedAtStart(SettingsError, SettingsFallback)
    /// A settings file or a hook directory has changed.
    case settingsEdited(Settings, hooks: HookCatalog = HookCatalog())
    /// A settings file has changed, and has an error.
    case settingsEditRefused(SettingsError)
    /// The notification server shows a popup.
    case popupShown(Popup.ID)
    /// The notification server does not show a popup.
    case popupFailed(Popup.ID, Popup.Failure)
    /// The user activated a popup. The token lets a window come to the front (xdg-activation-v1).
    case popupActivated(Popup.Activation, token: String?)
    /// A notification server has appeared on the bus, or has replaced another one.
    case notificationServerAppeared
    /// The notification server has left the bus. The next popup may start another one.
    case notificationServerLeft
    /// The hooks of an occurrence or phase were started, except those that could not be.
    case hooksCalled(HookCall.Subject)
    /// A hook of an occurrence or phase failed.
    case hookFailed(HookFailure, HookCall.Subject)
    /// A program asks for a preview of a rule's notification, and waits for `Output.answerPreview`.
    case previewRequested(Rule, PreviewRequest)
    /// The ledger could not be written, for this reason.
    case ledgerNotKept(String)
    /// The ledger was written.
    case ledgerKept
    /// The fix could not be written, for this reason.
    case fixNotKept(String)
    /// The fix was written.
    case fixKept
    /// Something else in the state folder could not be read or written, described in a sentence.
    case stateTrouble(String)
    /// The service is to stop.
    case stopRequested
}
