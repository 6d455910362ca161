package import Solar

extension Settings {
    /// The rule with a name; nil if there is none. The name is an event, or an alert, whether or not it is enabled:
    /// `alert:lamps`, or `lamps` if no event has that name.
    package func rule(named name: String) -> Rule? {
        if let event = AnnouncedEvent(name: name) {
            return notifications.rules.first { $0.event == event } ?? Rule(id: name, event: event, notifies: true)
        }
        let alert = alerts.first { "alert:\($0.name)" == name } ?? alerts.first { $0.name == name }
        return alert.map(Rule.init)
    }
}

/// A request for a preview that waits for the result.
package struct PreviewRequest: Hashable, Sendable {
    /// How long a request waits.
    static let patience = Duration.seconds(20)

    /// The number that identifies the request.
    let number: UInt64
}

extension Tracker {
    /// Shows the notification of the rule's next occurrence, marked as a preview.
    mutating func preview(_ rule: Rule, for request: PreviewRequest, at now: Instant) -> [Output] {
        var notice = Notice(previewOf: rule, under: settings, at: place, after: now, localTime: localTime, in: words)
        notice.request = request
        return enqueue(.notice(notice), until: now + PreviewRequest.patience, now)
    }

    /// Answers the preview request of a popup, if it has one.
    func answer(_ content: PopupQueue.Content, _ failure: Popup.Failure?) -> [Output] {
        guard case .notice(let notice) = content, let request = notice.request else { return [] }
        return [.answerPreview(request, failure)]
    }
}

extension Notice {
    /// The notification of a rule's next occurrence, marked as a preview; a message if the rule has none.
    init(
        previewOf rule: Rule, under settings: Settings, at place: Place?, after now: Instant, localTime: any LocalTime,
        in words: Localizer
    ) {
        guard let place, let occurrence = rule.next(at: place.observer, after: now, localTime: localTime) else {
            self.init(
                tag: "preview",
                // TRANSLATORS: a title; {event} is the name of an event or alert, before which a colon is fine
                summary: words("No {event} to preview", ["event": rule.displayName(in: words)]),
                body: words("No place is known, or the event does not occur there within a year."))
            return
        }
        let text = AnnouncementText(
            occurrence: occurrence, place: place, localTime: localTime, words: words, now: occurrence.due)
        self.init(
            // TRANSLATORS: {title} is the title of a notification
            tag: "preview", summary: words("Preview: {title}", ["title": text.summary]), body: text.inBody.body,
            opensPage: true)
        // Even during `Quiet=`, because the user has asked for the preview.
        (emphasis, icon) = (settings.notifications.emphasis(of: rule), rule.alert?.icon)
    }
}

extension Rule {
    /// The next occurrence of the rule; nil if there is none within a year.
    ///
    /// The agenda is created in a separate function. As a variable in the initialiser of a notice, it was not freed in
    /// an optimised build of Swift 6.3 (found by the leak checker).
    fileprivate func next(at observer: Observer, after now: Instant, localTime: any LocalTime) -> Occurrence? {
        var agenda = Agenda(rules: [self], observer: observer, localTime: localTime)
        return agenda.next(after: now)
    }
}

extension HookCall {
    /// The next call for an event, an alert or a phase, for a program that tests the hooks now; nil if there is none
    /// within a year.
    package static func next(
        for occasion: HookOccasion, under settings: Settings, at place: Place, after now: Instant,
        localTime: any LocalTime, in words: Localizer
    ) -> HookCall? {
        let limit = settings.hooks.timeLimit
        switch occasion {
        case .rule(let rule):
            guard let occurrence = rule.next(at: place.observer, after: now, localTime: localTime) else { return nil }
            return HookCall(
                for: occurrence, at: place, localTime: localTime, words: words, now: occurrence.due, timeLimit: limit,
                recovered: false)
        case .phase(let phase):
            guard var course = PhaseCourse(of: settings.phases, at: place.observer, in: localTime) else { return nil }
            let current = course.span(at: now)
            let span = current.phase == phase ? current : current.until.map { course.span(at: $0) }
            return span.map { HookCall(PhaseCall($0, reason: .boundary, made: now), at: place, timeLimit: limit) }
        }
    }
}

extension Popup {
    /// The preview of a rule, for a program that shows it instead of the service.
    package static func preview(
        of rule: Rule, under settings: Settings, at place: Place, after now: Instant, localTime: any LocalTime,
        in words: Localizer
    ) -> Popup {
        let words = words.formatted(for: .title)
        return Notice(previewOf: rule, under: settings, at: place, after: now, localTime: localTime, in: words)
            .popup(ID(number: 0), deadline: .latest, in: words)
    }
}

extension Popup {
    /// A notification that the user requests with a command; it replaces the last one with its tag.
    ///
    /// - Parameter words: the language of its action. The texts are already laid out for a popup.
    package static func requested(tag: String, summary: String, body: String, in words: Localizer) -> Popup {
        Notice(tag: tag, summary: summary, body: body)
            .popup(ID(number: 0), deadline: .latest, in: words.formatted(for: .popup))
    }
}
