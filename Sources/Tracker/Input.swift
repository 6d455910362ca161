// SPDX-License-Identifier: MIT
package import Configuration

/// Everything that can change the plan, or the state of an announcement.
///
/// The cases are indirect, because most of them have large values. So copying an input copies only a reference.
package indirect enum Input: Sendable {
    /// The service starts; always the first input. `ledgerProblem` says why an earlier ledger could not be used.
    case started(ledgerProblem: String?)
    /// The timer armed by `Output.wait` has fired.
    case timerFired
    /// The clock was set, or the machine has resumed.
    case clockStepped
    /// The time zone changed to this one, with its main city, nil if it has none; or the place that is set in Plasma
    /// changed, nil if none is set.
    case timeZoneChanged(any LocalTime, mainCity: Place?, plasmaPlace: Place? = nil)
    /// The machine may have moved. Triggers that are other inputs, such as `clockStepped`, do not use this case.
    case locationTrigger(LocationTrigger)
    /// The location watcher has a report.
    case location(LocationReport)
    /// The settings and the list of hooks were read. If the settings are invalid, the previous ones stay in effect.
    case settings(Result<Settings, SettingsError>, hooks: HookCatalog = HookCatalog(), cause: SettingsCause)
    /// The notification server shows a popup.
    case popupShown(Popup.ID)
    /// The notification server does not show a popup.
    case popupFailed(Popup.ID, Popup.Failure)
    /// A notification server has appeared on the bus, or has replaced another one.
    case notificationServerAppeared
    /// The notification server has left the bus. The next popup may start another one.
    case notificationServerLeft
    /// The hook starter has a report of a call.
    case hooks(HookReport, HookCall.Subject)
    /// The hooks were checked, and these cannot be started.
    case hookProblems([PlannedHook])
    /// The graphical session has begun, for which `Output.awaitSession` waits.
    case graphicalSessionBegan
    /// A program asks for a preview of a rule's notification, and waits for `Output.respond`.
    case previewRequested(Rule, PreviewRequest)
    /// A program or the panel sets the phase manually.
    case phaseRequested(PhaseRequest)
    /// The store of the ledger has a report of the write with this number. If it was written, the disk contains this
    /// write or a later one.
    case ledgerStore(WriteReport, write: Int)
    /// The store of the fix has a report of a write.
    case fixStore(WriteReport)
    /// The service is to stop.
    case stopRequested
}

/// Why the settings were read.
package enum SettingsCause: Equatable, Sendable {
    /// The service has started. The files are invalid, and it uses these settings instead.
    case start(SettingsFallback)
    /// A reload was requested; the service manager waits for its end.
    case reload
    /// A settings file or a hook directory has changed.
    case edit
}
