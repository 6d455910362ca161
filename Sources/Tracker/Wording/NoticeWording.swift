import Solar

/// The texts of the notices about the service itself.
extension Notice {
    /// The settings have an error, after an edit or at a start.
    ///
    /// - Parameter fallback: the settings in force at a start; nil after an edit, which leaves the earlier ones in
    ///   force.
    init(settingsError: SettingsError, insteadUsing fallback: SettingsFallback?) {
        let summary =
            switch fallback {
            case nil: "Suntracker keeps its old settings"
            case .lastAccepted: "Suntracker runs with its last good settings"
            case .defaults: "Suntracker runs with its default settings"
            }
        self.init(tag: "settings", summary: summary, body: settingsError.description)
    }

    /// The service has started for the first time: `Watching the Sun in Denver` and `Guessed from your time zone. Sunset at
    /// 16:40, sunrise at 06:48. To change the place: suntracker location choose`.
    ///
    /// - Parameter place: the place in force; nil if none is known.
    init(firstStartAt place: Place?, authorization: LocationAuthorization, at now: Instant, localTime: any LocalTime) {
        let remedy =
            authorization.isRefused ? authorization.briefAdvice : "To change the place: suntracker location choose"
        let (summary, sentences): (String, [String]) =
            if let place {
                (
                    "Watching the Sun \(place.phrase)",
                    [
                        place.provenance.phrase.capitalizedFirst,
                        place.observer.nextEvents(after: now, localTime: localTime), remedy,
                    ]
                )
            } else {
                (
                    "Suntracker does not know where you are",
                    [
                        "No location is known, so nothing is announced",
                        authorization.isRefused ? remedy : "To choose one: suntracker location choose",
                    ]
                )
            }
        self.init(
            tag: "first-start", summary: summary,
            body: sentences.filter { !$0.isEmpty }.joined(separator: ". ").withUnbrokenQuantities,
            activation: .showPlace, subject: "the first start")
    }

    /// The location is refused: `Location access is off` and `Watching the Sun in Denver, guessed from your time zone.
    /// Location services are turned off: turn them on in the desktop's privacy settings, …`.
    ///
    /// - Parameter place: the place that is used instead; nil if none is known.
    init(refusal authorization: LocationAuthorization, insteadAt place: Place?) {
        let meanwhile =
            place.map { "Watching the Sun \($0.phrase), \($0.provenance.phrase)" }
            ?? "No location is known, so nothing is announced"
        self.init(
            tag: "location", summary: authorization.refusal, body: "\(meanwhile). \(authorization.briefAdvice)",
            activation: .showPlace, subject: "the refused location")
    }
}

extension LocationAuthorization {
    /// What to do, for a notification, which has little room: where that is long, the command that has it.
    fileprivate var briefAdvice: String {
        switch self {
        case .denied(.byConfiguration):
            "GeoClue's configuration does not allow Suntracker to use the location. What to do: suntracker doctor"
        case .restricted(.noAgent): "No GeoClue agent runs for you. What to do: suntracker doctor"
        default: advice
        }
    }

    /// What has happened, as a title.
    fileprivate var refusal: String {
        switch self {
        case .denied(.turnedOff): "Location access is off"
        case .denied(.byConfiguration), .denied(.refused): "Location access is denied"
        case .denied(.unanswered): "Location access is not granted"
        case .notDetermined, .allowedAlways, .allowedOnce, .restricted: "The location is not available"
        }
    }
}

extension Place {
    /// `in Denver`, `near Denver`, `at 39.74, -104.99`.
    fileprivate var phrase: String {
        name?.locationPhrase ?? "at \(roundedCoordinate.latitude), \(roundedCoordinate.longitude)"
    }
}

extension Provenance {
    /// How the place is known, for the person who is there. It does not age, since a notification can stay on the screen.
    package var phrase: String {
        switch source {
        case .commandLine: "from the command line"
        case .settings: "from your settings"
        case .geoclue: "from GeoClue" + (accuracy.map { ", to within \($0.formattedMetres)" } ?? "")
        case .lastFix: "where GeoClue last found you"
        case .timeZone: "guessed from your time zone"
        }
    }
}

extension Observer {
    /// The next sunrise and sunset, the earlier one first: `Sunset at 16:40, sunrise at 06:48`, `Sunrise on 15 January`.
    fileprivate func nextEvents(after now: Instant, localTime: any LocalTime) -> String {
        [SolarEvent.sunrise, .sunset].compactMap { event -> (event: SolarEvent, instant: Instant)? in
            guard case .occurs(let next) = Sun.nextOccurrence(of: event, after: now, at: self) else { return nil }
            return (event, next)
        }.sorted { $0.instant < $1.instant }.map { event, instant in
            if instant - now < .seconds(30 * 3600) { return "\(event.name) at \(localTime.timeOfDay(at: instant))" }
            let date = localTime.civilTime(at: instant).date
            return "\(event.name) on \(date.formatted(relativeTo: localTime.civilTime(at: now).date))"
        }.joined(separator: ", ").capitalizedFirst
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
