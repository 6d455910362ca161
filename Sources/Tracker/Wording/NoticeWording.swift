import Solar

/// The texts of the notices about the service itself.
extension Notice {
    /// The tag of the notice about an error in the settings.
    static let settingsTag = "settings"
    /// The tag of the notice at the first start.
    static let firstStartTag = "first-start"
    /// The tag of the notice that access to the location is denied.
    static let locationTag = "location"

    /// The notice that the settings are invalid, after an edit or at startup.
    ///
    /// - Parameter fallback: the settings that are used instead at startup; nil after an edit, when the previous
    ///   settings stay in effect.
    init(settingsError: SettingsError, insteadUsing fallback: SettingsFallback?, in words: Localizer) {
        let summary =
            switch fallback {
            // TRANSLATORS: a title: after an edit with an error
            case nil: words("Suntracker keeps its old settings")
            // TRANSLATORS: a title: after a start with an error in the settings
            case .lastAccepted: words("Suntracker uses its last valid settings")
            case .defaults: words("Suntracker uses its default settings")
            }
        self.init(
            tag: Self.settingsTag, summary: summary,
            body: words.formatted(for: .popup).isolated(settingsError.description))
    }

    /// The notice at the first start: `Watching the Sun in Denver` and `Guessed from your time zone. Sunset at 16:40,
    /// sunrise at 06:48. To change the place: suntracker place NAME`.
    ///
    /// - Parameter place: the place; nil if none is known.
    init(
        firstStartAt place: Place?, authorization: LocationAuthorization, at now: Instant, localTime: any LocalTime,
        in words: Localizer
    ) {
        let words = words.formatted(for: .popup)
        let remedy =
            authorization.isRefused
            ? authorization.briefAdvice(in: words)
            : words("To change the place: {command}", ["command": Self.choosing])
        let (summary, sentences): (String, [String]) =
            if let place {
                (
                    // TRANSLATORS: a title: Suntracker follows the course of the Sun in Denver; it has no camera
                    words("Watching the Sun {where}", ["where": place.phrase(in: words)]),
                    [
                        place.provenance.phrase(in: words).capitalizedFirst,
                        place.observer.nextEvents(after: now, localTime: localTime, in: words), remedy,
                    ]
                )
            } else {
                (
                    words("Suntracker does not know where you are"),
                    [
                        words("No place is known, so nothing is announced"),
                        authorization.isRefused
                            // TRANSLATORS: a place
                            ? remedy : words("To choose one: {command}", ["command": Self.choosing]),
                    ]
                )
            }
        self.init(
            tag: Self.firstStartTag, summary: summary,
            body: words.sentences(sentences.filter { !$0.isEmpty }),
            opensPage: true, subject: "the first start")
    }

    /// The notice that access to the location is denied: `Location access is disabled` and `Watching the Sun in Denver,
    /// guessed from your time zone. Location services are disabled: enable them in the desktop's privacy settings, …`.
    ///
    /// - Parameter place: the place that is used instead; nil if none is known.
    init(refusal authorization: LocationAuthorization, insteadAt place: Place?, in words: Localizer) {
        let words = words.formatted(for: .popup)
        let meanwhile =
            place.map { place in
                words(
                    // TRANSLATORS: Suntracker follows the course of the Sun; {source} is "from your settings"
                    "Watching the Sun {where}, {source}",
                    ["where": place.phrase(in: words), "source": place.provenance.phrase(in: words)])
            } ?? words("No place is known, so nothing is announced")
        self.init(
            tag: Self.locationTag, summary: authorization.refusal(in: words),
            body: words.sentences([meanwhile, authorization.briefAdvice(in: words)]),
            opensPage: true, subject: "the refused location")
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
