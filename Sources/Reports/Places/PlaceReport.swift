package import Solar
import Terminal
package import Tracker

/// The place of the observer and its source.
package struct PlaceReport: Report {
    package let place: Place
    /// Whether the service is allowed to use the location; nil if it does not run or does not ask.
    package let authorization: RunningService.Authorization?
    private let now: Instant
    private let words: Words

    /// - Parameter words: The language of its text.
    package init(
        _ place: Place, authorization: RunningService.Authorization? = nil, now: Instant, in words: Words = .english
    ) {
        self.place = place
        self.authorization = authorization
        self.now = now
        self.words = words
    }

    /// The place alone: `Denver (39.74,-104.99)`.
    package var title: String {
        let (latitude, longitude) = place.roundedCoordinate
        let position = "\(latitude),\(longitude)"
        return place.name.map { words("{place} ({position})", ["place": $0.text(in: words), "position": position]) }
            ?? position
    }

    /// One line per known fact. The coordinate has the form that `--location` accepts.
    package func text(columns: Int?) -> String {
        let coordinate = place.observer.coordinate
        var rows: [(label: String, text: String)] = []
        if let name = place.name { rows.append((words.inContext("label", "Place"), name.text(in: words))) }
        rows.append(
            (words.inContext("label", "Coordinate"), "\(coordinate.latitude.text),\(coordinate.longitude.text)"))
        if let elevation = place.observer.elevation {
            let metres = words("{number} m", ["number": elevation.metres.decimalText(places: 1)])
            rows.append((words.inContext("label", "Elevation"), metres))
        }
        rows.append((words.inContext("label", "Source"), place.provenance.source.description.name(in: words)))
        if let accuracy { rows.append((words.inContext("label", "Accuracy"), accuracy)) }
        if let age { rows.append((words.inContext("label", "Age"), age.formatted(in: words))) }
        if let authorization {
            // The state is an identifier, as on D-Bus and in the journal.
            let blanks: KeyValuePairs = ["state": authorization.state, "advice": authorization.advice(in: words)]
            rows.append((words.inContext("label", "Authorization"), words("{state}: {advice}", blanks)))
        }
        return LabelledRows(rows).lines(columns: columns).joined(separator: "\n")
    }

    /// A JSON object with the place, and `accuracyMetres`, `observed`, `ageSeconds` and `authorization` (an object with
    /// `state` and `advice`) if known.
    package func json() throws -> String {
        struct Known: Encodable {
            let place: PlaceJSON
            let accuracyMetres: Double?
            let observed: String?
            let ageSeconds: Int64?
            let authorization: AuthorizationJSON?
        }
        return try Known(
            place: PlaceJSON(place), accuracyMetres: place.provenance.accuracy,
            observed: place.provenance.observed.map { TimeScale.utc.timestamp($0) },
            ageSeconds: age.map { $0.microseconds / 1_000_000 },
            authorization: authorization.map(AuthorizationJSON.init)
        ).jsonText()
    }

    private var accuracy: String? {
        if case .timeZone = place.provenance.source {
            return words("approximate; elsewhere in the zone times differ, by an hour or more in a wide zone")
        }
        return place.provenance.accuracy.map { metres in
            metres < 1000
                ? words("{number} m", ["number": metres.decimalText(places: 0)])
                : words("{number} km", ["number": (metres / 1000).decimalText(places: 1)])
        }
    }

    private var age: Duration? { place.provenance.observed.map { max(.zero, now - $0) } }
}

extension Latitude {
    /// Degrees north to about ten metres.
    fileprivate var text: String { degrees.decimalText(places: 4) }
}

extension Longitude {
    /// Degrees east to about ten metres.
    fileprivate var text: String { degrees.decimalText(places: 4) }
}
