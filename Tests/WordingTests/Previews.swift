// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Wording

@testable import Tracker

extension WrittenPopup {
    /// The preview of the rule's next occurrence.
    init(
        previewOf rule: Rule, at place: Place, after now: Instant, localTime: any LocalTime = SimulatedZone.denver,
        in words: Localizer = .english
    ) {
        var agenda = Agenda(rules: [rule], observer: place.observer, localTime: localTime)
        let content = Popup.Content.preview(
            rule, next: agenda.next(after: now), at: place, for: PreviewRequest(number: 1))
        let popup = Popup(id: Popup.ID(number: 1), content: content, emphasis: .silent, instant: now, deadline: .latest)
        self.init(popup, localTime: localTime, in: words)
    }
}
