public import Solar

extension Settings {
    /// What somebody means who asks to see it now: an event, as it is announced by itself, or an alert, switched on or not, as
    /// `alert:lamps`, or as `lamps` where no event is called so; nil for nothing.
    public func rule(named name: String) -> Rule? {
        if let event = AnnouncedEvent(name: name) {
            return notifications.rules.first { $0.event == event } ?? Rule(id: name, event: event, notifies: true)
        }
        let alert = alerts.first { "alert:\($0.name)" == name } ?? alerts.first { $0.name == name }
        return alert.map(Rule.init)
    }
}

/// Somebody who has asked for a preview and waits for what becomes of it.
public struct PreviewRequest: Hashable, Sendable {
    /// How long that is waited for.
    static let patience = Duration.seconds(20)

    let number: UInt64

    /// The request of that number, by which the answer is told from others.
    public init(number: UInt64) { self.number = number }
}

extension Tracker {
    /// Shows what would be shown at the next occurrence of the rule, marked as a preview.
    mutating func preview(_ rule: Rule, for request: PreviewRequest, at now: Instant) -> [Output] {
        var notice = Notice(previewOf: rule, at: place, after: now, localTime: localTime)
        notice.request = request
        return enqueue(.notice(notice), until: now + PreviewRequest.patience, now)
    }

    /// Answers the request that a popup was shown for, if there was one.
    func answer(_ content: PopupQueue.Content, _ failure: Popup.Failure?) -> [Output] {
        guard case .notice(let notice) = content, let request = notice.request else { return [] }
        return [.answerPreview(request, failure)]
    }
}

extension Notice {
    /// What would be shown at the next occurrence of a rule, marked as a preview; or that there is nothing to show.
    init(previewOf rule: Rule, at place: Place?, after now: Instant, localTime: any LocalTime) {
        guard let place, let occurrence = Self.next(rule, at: place.observer, after: now, localTime: localTime) else {
            self.init(
                tag: "preview", summary: "No \(rule.displayName) to preview",
                body: "No place is known, or it does not happen there within a year.")
            return
        }
        let text = AnnouncementText(
            occurrence: occurrence, place: place, localTime: localTime, now: occurrence.due)
        self.init(
            tag: "preview", summary: "Preview: \(text.summary)", body: text.body, activation: .showDaylight)
        guard let alert = rule.alert else { return }
        (urgency, sound, icon) = (alert.urgency, alert.sound, alert.icon)
    }

    /// The agenda lives in a function of its own: as a variable of the initializer, optimised by Swift 6.3, it was not
    /// freed (seen by the leak checker).
    private static func next(
        _ rule: Rule, at observer: Observer, after now: Instant, localTime: any LocalTime
    ) -> Occurrence? {
        var agenda = Agenda(rules: [rule], observer: observer, localTime: localTime)
        return agenda.next(after: now)
    }
}

extension Popup {
    /// The preview of a rule, for a program that shows it in the place of the service.
    public static func preview(
        of rule: Rule, at place: Place, after now: Instant, localTime: any LocalTime
    ) -> Popup {
        Notice(previewOf: rule, at: place, after: now, localTime: localTime).popup(ID(number: 0), deadline: .latest)
    }
}
