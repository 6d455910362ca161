// SPDX-License-Identifier: MIT
import Configuration
import Solar

/// Applies readings of the settings and of the list of hooks.
extension Tracker {
    mutating func apply(
        _ reading: Result<Settings, SettingsError>, _ hooks: HookCatalog, _ cause: SettingsCause, at now: Instant
    ) -> [Output] {
        var changed = inEffect
        switch changed.handle(reading, hooks: hooks, cause: cause) {
        case .unchanged:
            return []
        case .accepted(let wasRefused):
            if cause == .reload { location.watchAgainIfRefused() }
            return [.journal(.settingsReloaded)] + follow(changed, at: now)
                + (wasRefused ? withdrawNotices(Popup.settingsTag) : [])
        case .refused(let error, let isNew):
            let followed = changed.hooks == self.hooks ? [] : follow(changed, at: now)
            inEffect = changed
            let fallback: SettingsFallback? = if case .start(let fallback) = cause { fallback } else { nil }
            let entry: [Output] =
                isNew || cause != .edit ? [.journal(.settingsRefused(error, insteadUsing: fallback))] : []
            guard isNew else { return entry + followed }
            let deadline = now + settings.notifications.grace
            return entry + followed + enqueue(.settingsRefused(error, insteadUsing: fallback), until: deadline, now)
        }
    }

    private mutating func follow(_ changed: SettingsInEffect, at now: Instant) -> [Output] {
        hookProblems.forgetFailures()
        let knownStrays = hooks.strayFolders
        return replan(at: now, isNewPlan: true) { tracker in
            tracker.inEffect = changed
            // Without a watcher, the fix of the watcher becomes the last known fix.
            if changed.settings.location.watch == nil { tracker.location.loseFix() }
        } + reportStrayHooks(besides: knownStrays)
    }
}
