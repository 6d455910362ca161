// SPDX-License-Identifier: MIT
import Configuration
import Solar
package import Tracker

/// A popup as it is sent to a notification server.
package struct WrittenPopup: Hashable, Sendable {
    /// Popups of one tag replace each other.
    package let tag: String
    package let summary: String
    /// The text below it, in plain text.
    package let body: String
    package let emphasis: Popup.Emphasis
    /// The label of the action that opens the page of the daylight (section "Actions", "default"), for servers that show
    /// one; nil if a click does nothing.
    package let pageLabel: String?
    /// An image by its name in the icon theme or its path, which the settings give; nil for none.
    package let icon: String?
    /// The picture of the event; nil for the program's icon.
    package let picture: Picture?
    /// For how many seconds the popup stays on the screen; nil for the server's default.
    package let seconds: Int32?

    /// A picture that tells events apart (`etc/data/icons`).
    package enum Picture: String, CaseIterable, Sendable {
        case sunrise, sunset, season, eclipse
        case clockChange = "clock-change"
    }

    /// A popup with these texts, which a click does not open.
    package init(tag: String, summary: String, body: String, emphasis: Popup.Emphasis = .silent) {
        (self.tag, self.summary, self.body, self.emphasis) = (tag, summary, body, emphasis)
        (pageLabel, icon, picture, seconds) = (nil, nil, nil, nil)
    }

    /// The texts of a popup, in the local time at which it is to be shown.
    ///
    /// - Parameter isPlain: whether the texts are for a terminal.
    package init(_ popup: Popup, localTime: any LocalTime, in words: Localizer, isPlain: Bool = false) {
        let text = PopupText(
            now: popup.instant, localTime: localTime, words: isPlain ? words : words.formatted(for: .title))
        (tag, emphasis) = (popup.tag, popup.emphasis)
        var (opensPage, rule) = (true, Rule?.none)
        switch popup.content {
        case .announcement(let occurrence, let place):
            (summary, body) = text.announcement(of: occurrence, at: place)
            rule = occurrence.rule
        case .preview(let previewed, let next?, let place?, _):
            (summary, body) = text.preview(of: next, at: place)
            rule = previewed
        case .preview(let previewed, _, _, _):
            (summary, body) = text.missingPreview(of: previewed)
            opensPage = false
        case .settingsRefused(let error, let fallback):
            (summary, body) = text.refusal(of: error, insteadUsing: fallback)
            opensPage = false
        case .firstStart(let place, let authorization):
            (summary, body) = text.firstStart(at: place, authorization)
        case .locationDenied(let authorization, let place):
            (summary, body) = text.refusal(authorization, insteadAt: place)
        }
        // TRANSLATORS: a button of a notification, which opens the page
        pageLabel = opensPage ? text.words("Show the Daylight") : nil
        (icon, picture) = (rule?.alert?.icon, rule?.event.picture)
        // It says what to do, and comes while the user is busy with the installation.
        seconds = if case .firstStart = popup.content { 15 } else { nil }
    }
}

extension AnnouncedEvent {
    /// The picture of its notification; nil for the program's icon.
    fileprivate var picture: WrittenPopup.Picture? {
        switch self {
        case .solar(.sunrise), .polar(.dayStart), .polar(.nightEnd): .sunrise
        case .solar(.sunset), .polar(.dayEnd), .polar(.nightStart): .sunset
        case .solar(let event): SolarEvent.seasonal.contains(event) ? .season : nil
        case .zoneTransition: .clockChange
        case .solarEclipse: .eclipse
        }
    }
}

extension Popup.Content {
    /// What the notification is about, if the journal has nothing else about it: `the first start`.
    var subject: String {
        switch self {
        case .firstStart: "the first start"
        case .locationDenied: "denied access to the location"
        case .announcement, .preview, .settingsRefused: tag
        }
    }
}

extension Popup.Loss {
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

    /// The text at the first start: `Sunset in Denver at 16:40` and `Not your place? suntracker place NAME · guessed from
    /// your time zone`. The remedy comes first, because some servers show only about 60 characters.
    func firstStart(at place: Place?, _ authorization: LocationAuthorization) -> (String, String) {
        let (title, words) = (words, bodyWords)
        let refusal = authorization.isRefused ? [authorization.refusal(in: words)] : []
        guard let place else {
            // TRANSLATORS: a notification begins with it, of which about 60 characters are seen; a place
            let choice = words("Choose a place: {command}", ["command": Self.choosing])
            return (unknown(in: title), ([choice] + refusal).joined(separator: " · "))
        }
        return (
            place.next(after: now, localTime: localTime, in: title) ?? watching(place, in: title),
            (place.remedy(in: words) + [place.provenance.phrase(in: words)] + refusal).joined(separator: " · ")
                .capitalizedFirst
        )
    }

    private func unknown(in words: Localizer) -> String { words("Suntracker does not know where you are") }

    private func watching(_ place: Place, in words: Localizer) -> String {
        // TRANSLATORS: a title: Suntracker follows the course of the Sun in Denver; it has no camera
        words("Watching the Sun {where}", ["where": place.phrase(in: words)])
    }

    /// The text that access to the location is denied: `Location access is disabled` and `Watching the Sun in Denver,
    /// guessed from your time zone. Location services are disabled: enable them in the desktop's privacy settings, …`.
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

    fileprivate static let choosing = "suntracker place NAME"
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

extension Place {
    /// What to do if the place is wrong: `Not your place? suntracker place NAME`; none if the user has chosen it.
    func remedy(in words: Localizer) -> [String] {
        switch provenance.source {
        case .settings, .commandLine: []
        case .geoclue, .lastFix, .plasma, .timeZone:
            // TRANSLATORS: "is this not where you are?"; a notification begins with it, of which about 60 characters are seen
            [words("Not your place? {command}", ["command": PopupText.choosing])]
        }
    }

    /// The next sunrise or sunset: `Sunset in Denver at 16:40`, `Sunrise in Tromsø on 15 January`; nil if there is none
    /// within a year.
    fileprivate func next(after now: Instant, localTime: any LocalTime, in words: Localizer) -> String? {
        Sun.nextOccurrence(ofAny: [.sunrise, .sunset], after: now, at: observer).map { next in
            let event = next.event.displayName(in: words)
            let here = name.map { words("{event} {where}", ["event": event, "where": $0.locationPhrase(in: words)]) }
            return next.event.next(
                here ?? event, at: next.instant, after: now, now: now, localTime: localTime, in: words
            ).capitalizedFirst
        }
    }
}
