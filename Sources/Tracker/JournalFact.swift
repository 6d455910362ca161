// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

/// What the journal is told. The module Wording has the texts and the fields of the entries.
package indirect enum JournalFact: Hashable, Sendable {
    // MARK: Events

    /// An event is announced. If `isQuiet` is set, there is no popup because of `Quiet=`.
    case event(Occurrence, at: Place, now: Instant, isRecovered: Bool, isQuiet: Bool)
    /// The service learned of an event too late to announce it.
    case missed(Occurrence, at: Place, now: Instant)
    /// The service learned too late of everything between two dates.
    case missedMany(from: CivilDate, to: CivilDate, at: Place)
    /// The service ended during an announcement, and now it is too late to repeat the announcement. The occurrence is
    /// nil if its rule no longer exists, or if it happened at another place.
    case interrupted(Ledger.Entry, Occurrence?, at: Place?, now: Instant)

    // MARK: Popups

    /// The popup of an event is not shown. If `isLast` is set, this is not reported again until the bus or the server is
    /// back.
    case notShown(Occurrence, Popup.Loss, isLast: Bool, at: Place?, now: Instant)
    /// Another popup is not shown.
    case noticeNotShown(Popup.Content, Popup.Loss, isLast: Bool)
    /// The bus or the server is back after it was reported as missing.
    case returned(Popup.Missing)

    // MARK: Phases and hooks

    /// The hooks of a phase are run.
    case phase(PhaseCall, at: Place?)
    /// The phase was set manually, or follows the settings again. The span is nil if no phase is known.
    case phaseSet(PhaseSpan?, now: Instant)
    /// A hook failed.
    case hookFailed(HookFailure, HookCall.Subject)
    /// The service was stopped while hooks were being started, and now it is too late to start them again.
    case hooksUnknown(Occurrence, at: Place?, now: Instant)
    /// A hook cannot be started at its time.
    case hookProblem(PlannedHook, HookProblem)
    /// This is a directory of hooks, `…/hooks/NAME.d`, where NAME is neither an event nor a phase.
    case strayHooks(String)

    // MARK: The place and the time zone

    /// The place changed.
    case locationChanged(Place, now: Instant)
    /// No place is known. If `isWatching` is set, GeoClue was asked for one.
    case noLocation(isWatching: Bool)
    /// No place is known at startup, but GeoClue may send one soon, so this is not a warning yet.
    case awaitingLocation
    /// GeoClue grants access, but has not sent a location within the time limit. The provider is nil if it is not known.
    /// If this is the last source of a place, nothing is announced.
    case fixOverdue(LocationProvider?, isLastSource: Bool)
    /// The authorization to access the location changed.
    case authorization(LocationAuthorization, isLastSource: Bool)
    /// The time zone changed to the one with this name; nil if it has no name.
    case timeZoneChanged(to: String?)

    // MARK: The service

    /// The service has started.
    case started(at: Place, now: Instant, next: StatusLine)
    /// The service stops.
    case stopped
    /// The settings were reloaded.
    case settingsReloaded
    /// The settings are invalid. At startup, these are used instead; later, the previous settings stay in effect.
    case settingsRefused(SettingsError, insteadUsing: SettingsFallback?)
    /// A state file could not be read or written, as this sentence says.
    case stateProblem(String)
    /// The ledger cannot be written, or can be written again.
    case ledgerStore(WriteReport)
    /// The last fix cannot be written, or can be written again.
    case fixStore(WriteReport)
}

/// The status line of the service.
package indirect enum StatusLine: Hashable, Sendable {
    /// No place is known. The authorization is nil unless access to the location is denied.
    case noPlace(LocationAuthorization?)
    /// There is nothing to announce within a year.
    case nothing(at: PlaceName?)
    /// What is announced next, on a date of this year or of another one.
    case next(Occurrence, at: PlaceName?, isThisYear: Bool)
}
