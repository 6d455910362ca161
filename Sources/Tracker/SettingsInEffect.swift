// SPDX-License-Identifier: MIT
import Configuration

/// The current settings and hooks, and the error in the files, if there is one.
struct SettingsInEffect: Sendable {
    private(set) var settings: Settings
    private(set) var hooks: HookCatalog
    /// The error because of which the files do not apply; nil if they apply.
    private var error: SettingsError?

    init(_ settings: Settings, hooks: HookCatalog) {
        self.settings = settings
        self.hooks = hooks
    }

    enum Verdict {
        case unchanged
        /// The files apply. The value says whether they were refused before.
        case accepted(wasRefused: Bool)
        /// The current settings stay in effect, with the hooks that exist now. A notification reports the error once; the
        /// journal reports it when it is new, and at each reload.
        case refused(SettingsError, isNew: Bool)
    }

    mutating func handle(
        _ reading: Result<Settings, SettingsError>, hooks: HookCatalog, cause: SettingsCause
    ) -> Verdict {
        // Directories that cannot be listed now still contain the hooks that are known.
        let hooks = hooks.isUnknown ? self.hooks : hooks
        switch reading {
        case .success(let settings):
            // Often, a write to a file changes neither settings nor hooks.
            if cause == .edit, settings == self.settings, hooks == self.hooks, error == nil { return .unchanged }
            defer { (self.settings, self.hooks, error) = (settings, hooks, nil) }
            return .accepted(wasRefused: error != nil)
        case .failure(let error):
            let (isNew, hasOtherHooks) = (error != self.error, hooks != self.hooks)
            (self.error, self.hooks) = (error, hooks)
            return cause == .edit && !isNew && !hasOtherHooks ? .unchanged : .refused(error, isNew: isNew)
        }
    }

    /// Everything to announce.
    var rules: [Rule] { settings.rules(hooks: hooks) }
}

/// The settings that are used at startup if the files are invalid.
package enum SettingsFallback: Equatable, Sendable {
    case lastAccepted
    case defaults
}
