// SPDX-License-Identifier: MIT
package import Tracker
import Wording

extension HookCall {
    /// The occurrence for which hooks are called; nil for a phase.
    package var occurrence: Occurrence? { subject.occurrence }
}

extension HookCall.Subject {
    /// The occurrence; nil for a phase.
    package var occurrence: Occurrence? { if case .occurrence(let occurrence) = self { occurrence } else { nil } }

    /// The name of the rule or phase.
    package var name: String { occasion.displayName() }
}
