// SPDX-License-Identifier: MIT
import Solar
package import Tracker
package import Wording

extension JournalEntry {
    /// The entry with times in the time zone of Denver.
    package init(_ fact: JournalFact) { self.init(fact, localTime: SimulatedZone.denver) }
}

extension HookCall {
    /// The environment of the hooks in English, with times in the time zone of Denver.
    package var environment: [String: String] { environment(localTime: SimulatedZone.denver, in: .english) }
}

extension Popup {
    /// The popup in English, with times in the time zone of Denver.
    package var written: WrittenPopup { WrittenPopup(self, localTime: SimulatedZone.denver, in: .english) }
}

extension String {
    /// The text with no-break spaces for underlines.
    package var withNoBreakSpaces: String { String(map { $0 == "_" ? "\u{A0}" : $0 }) }
}
