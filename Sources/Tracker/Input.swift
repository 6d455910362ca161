/// Everything that can change the plan, or what is known of an announcement.
public enum Input: Sendable {
    /// The service starts. Always the first. Says why an earlier ledger could not be used, where that was so.
    case started(ledgerTrouble: String?)
    /// The timer armed by `Output.wait` has fired.
    case timerFired
    /// The clock was set, or the machine has resumed.
    case clockStepped
    /// The time zone is now this one, with its principal place; nil for a zone without one.
    case timeZoneChanged(any LocalTime, principalPlace: Place?)
    /// A watcher of significant changes has a fix, or has lost it.
    case located(Place?)
    /// A watcher of significant changes may do its work, or may not.
    case locationAuthorization(LocationAuthorization)
    /// The settings were read again, as somebody has asked for.
    case reloaded(Settings, hooks: HookCatalog = HookCatalog())
    /// The settings were read again, as somebody has asked for, and cannot be used.
    case reloadRefused(SettingsError)
    /// The settings could not be used when the service started, and it runs with others in their place.
    case settingsRefusedAtStart(SettingsError, SettingsFallback)
    /// A settings file has changed, and these are the settings now.
    case settingsEdited(Settings, hooks: HookCatalog = HookCatalog())
    /// A settings file has changed, and cannot be used.
    case settingsEditRefused(SettingsError)
    /// The notification server shows a popup.
    case popupShown(Popup.ID)
    /// The notification server does not show a popup.
    case popupFailed(Popup.ID, Popup.Failure)
    /// A person has activated a popup. The token lets a window come to the front (xdg-activation-v1).
    case popupActivated(Popup.Activation, token: String?)
    /// A notification server has appeared on the bus, or another one has taken its place.
    case notificationServerAppeared
    /// The notification server has left the bus. The next popup may start another one.
    case notificationServerLeft
    /// The hooks of an occurrence have been started, all that could be.
    case hooksCalled(Occurrence)
    /// A hook of an occurrence did not do its work.
    case hookFailed(HookFailure, Occurrence)
    /// Somebody wants to see how the notification of a rule looks, and waits for `Output.answerPreview`.
    case previewRequested(Rule, PreviewRequest)
    /// The ledger could not be kept, for this reason.
    case ledgerNotKept(String)
    /// The ledger was kept.
    case ledgerKept
    /// The fix could not be kept, for this reason.
    case fixNotKept(String)
    /// The fix was kept.
    case fixKept
    /// Something else in the state folder could not be used or kept, told in a sentence.
    case stateTrouble(String)
    /// The service is to end.
    case stopRequested
}
