// SPDX-License-Identifier: MIT
import Solar
package import Tracker

/// A popup as it is sent to a notification server.
package struct WrittenPopup: Hashable, Sendable {
    /// Popups of one tag replace each other.
    package let tag: String
    /// The first line.
    package let summary: String
    /// The text below it, in plain text.
    package let body: String
    /// The urgency and the sound.
    package let emphasis: Popup.Emphasis
    /// The label of the action that opens the page of the year's daylight (section "Actions", "default"), for servers
    /// that show one; nil if a click does nothing.
    package let pageLabel: String?
    /// An image by its name in the icon theme or its path; nil for the program's icon.
    package let icon: String?
    /// The category (section "Categories"); programs may define names that begin with `x-`.
    package var category: String { "x-suntracker.sun" }

    /// A popup with these texts, which a click does not open.
    package init(tag: String, summary: String, body: String, emphasis: Popup.Emphasis = .silent) {
        (self.tag, self.summary, self.body, self.emphasis) = (tag, summary, body, emphasis)
        (pageLabel, icon) = (nil, nil)
    }

    /// The texts of a popup, in the local time at which it is to be shown.
    ///
    /// - Parameter isPlain: whether the texts are for a terminal.
    package init(_ popup: Popup, localTime: any LocalTime, in words: Localizer, isPlain: Bool = false) {
        let text = PopupText(
            now: popup.instant, localTime: localTime, words: isPlain ? words : words.formatted(for: .title))
        (tag, emphasis) = (popup.tag, popup.emphasis)
        var (opensPage, icon) = (true, String?.none)
        switch popup.content {
        case .announcement(let occurrence, let place):
            (summary, body) = text.announcement(of: occurrence, at: place)
            icon = occurrence.rule.alert?.icon
        case .preview(let rule, let next?, let place?, _):
            (summary, body) = text.preview(of: next, at: place)
            icon = rule.alert?.icon
        case .preview(let rule, _, _, _):
            (summary, body) = text.missingPreview(of: rule)
            opensPage = false
        case .settingsRefused(let error, let fallback):
            (summary, body) = text.refusal(of: error, insteadUsing: fallback)
            opensPage = false
        case .firstStart(let place, let authorization):
            (summary, body) = text.firstStart(at: place, authorization)
        case .locationRefused(let authorization, let place):
            (summary, body) = text.refusal(authorization, insteadAt: place)
        }
        // TRANSLATORS: a button of a notification, which opens the page
        pageLabel = opensPage ? text.words("Show the Daylight") : nil
        self.icon = icon
    }
}

extension Popup.Content {
    /// What the notification is about, if the journal has nothing else about it: `the first start`.
    var subject: String {
        switch self {
        case .firstStart: "the first start"
        case .locationRefused: "the refused location"
        case .announcement, .preview, .settingsRefused: tag
        }
    }
}

extension Popup.Loss {
    /// The reason for people.
    package var reason: String {
        switch self {
        case .replaced: "a later one took its place"
        case .quiet: "it could not be shown before Quiet= began"
        case .serviceWasNotRunning: "the service was not running in time"
        case .failed(let failure): failure?.reason ?? "the notification server did not respond"
        }
    }
}

/// The titles and the bodies of popups.
private struct PopupText {
    let now: Instant
    let localTime: any LocalTime
    /// The language, with the layout of a title.
    let words: Localizer

    /// The language with the layout of a body.
    private var bodyWords: Localizer { words.inBody }

    func announcement(of occurrence: Occurrence, at place: Place) -> (summary: String, body: String) {
        let text = AnnouncementText(
            occurrence: occurrence, place: place, localTime: localTime, words: words, now: now)
        return (text.summary, text.inBody.body)
    }

    /// The text of the announcement in time, marked as a preview.
    func preview(of occurrence: Occurrence, at place: Place) -> (String, String) {
        let text = PopupText(now: occurrence.due, localTime: localTime, words: words)
            .announcement(of: occurrence, at: place)
        // TRANSLATORS: {title} is the title of a notification
        return (words("Preview: {title}", ["title": text.summary]), text.body)
    }

    func missingPreview(of rule: Rule) -> (String, String) {
        // TRANSLATORS: a title; {event} is the name of an event or alert, before which a colon is fine
        let summary = words("No {event} to preview", ["event": rule.displayName(in: words)])
        return (summary, words("No place is known, or the event does not occur there within a year."))
    }

    /// The text that the settings are invalid, after an edit or at startup.
    ///
    /// - Parameter fallback: the settings that are used instead at startup; nil after an edit, when the previous
    ///   settings stay in effect.
    func refusal(of error: SettingsError, insteadUsing fallback: SettingsFallback?) -> (String, String) {
        let summary =
            switch fallback {
            // TRANSLATORS: a title: after an edit with an error
            case nil: words("Suntracker keeps its old settings")
            // TRANSLATORS: a title: after a start with an error in the settings
            case .lastAccepted: words("Suntracker uses its last valid settings")
            case .defaults: words("Suntracker uses its default settings")
            }
        return (summary, bodyWords.isolated(error.description))
    }

    /// The text at the first start: `Watching the Sun in Denver` and `Guessed from your time zone. Sunset at 16:40,
    /// sunrise at 06:48. To change the place: suntracker place NAME`.
    ///
    /// - Parameter place: the place; nil if none is known.
    func firstStart(at place: Place?, _ authorization: LocationAuthorization) -> (String, String) {
        let words = bodyWords
        let remedy =
            authorization.isRefused
            ? authorization.briefAdvice(in: words)
            : words("To change the place: {command}", ["command": Self.choosing])
        guard let place else {
            let choice =
                authorization.isRefused
                // TRANSLATORS: a place
                ? remedy : words("To choose one: {command}", ["command": Self.choosing])
            return (
                words("Suntracker does not know where you are"),
                words.sentences([words("No place is known, so nothing is announced"), choice])
            )
        }
        let sentences = [
            place.provenance.phrase(in: words).capitalizedFirst,
            place.observer.nextEvents(after: now, localTime: localTime, in: words), remedy,
        ]
        return (
            // TRANSLATORS: a title: Suntracker follows the course of the Sun in Denver; it has no camera
            words("Watching the Sun {where}", ["where": place.phrase(in: words)]),
            words.sentences(sentences.filter { !$0.isEmpty })
        )
    }

    /// The text that access to the location is denied: `Location access is disabled` and `Watching the Sun in Denver,
    /// guessed from your time zone. Location services are disabled: enable them in the desktop's privacy settings, …`.
    ///
    /// - Parameter place: the place that is used instead; nil if none is known.
    func refusal(_ authorization: LocationAuthorization, insteadAt place: Place?) -> (String, String) {
        let words = bodyWords
        let meanwhile =
            place.map { place in
                words(
                    // TRANSLATORS: Suntracker follows the course of the Sun; {source} is "from your settings"
                    "Watching the Sun {where}, {source}",
                    ["where": place.phrase(in: words), "source": place.provenance.phrase(in: words)])
            } ?? words("No place is known, so nothing is announced")
        return (
            authorization.refusal(in: words), words.sentences([meanwhile, authorization.briefAdvice(in: words)])
        )
    }

    private static let choosing = "suntracker place NAME"
}

extension LocationAuthorization {
    /// What to do, shortened for a notification: if the advice is long, the command that shows it.
    fileprivate func briefAdvice(in words: Localizer) -> String {
        switch self {
        case .denied(.byConfiguration):
            words(
                "GeoClue's configuration does not allow Suntracker to use the location. What to do: {command}",
                ["command": "suntracker status"])
        case .restricted(.noAgent):
            words("No GeoClue agent is running for you. What to do: {command}", ["command": "suntracker status"])
        default: advice(in: words)
        }
    }

    /// The title of the notice about a denial.
    fileprivate func refusal(in words: Localizer) -> String {
        switch self {
        // TRANSLATORS: a title
        case .denied(.turnedOff): words("Location access is disabled")
        case .denied(.byConfiguration), .denied(.refused): words("Location access is denied")
        case .denied(.unanswered): words("Location access is not granted")
        case .notDetermined, .allowedAlways, .allowedOnce, .restricted: words("The location is not available")
        }
    }
}

extension Observer {
    /// The next sunrise and sunset, the earlier one first: `Sunset at 16:40, sunrise at 06:48`, `Sunrise on 15 January`.
    fileprivate func nextEvents(after now: Instant, localTime: any LocalTime, in words: Localizer) -> String {
        let next = [SolarEvent.sunrise, .sunset].compactMap { Sun.nextOccurrence(ofAny: [$0], after: now, at: self) }
            .sorted { $0.instant < $1.instant }
        return words.list(
            next.map { $0.event.next(at: $0.instant, after: now, now: now, localTime: localTime, in: words) }
        ).capitalizedFirst
    }
}
