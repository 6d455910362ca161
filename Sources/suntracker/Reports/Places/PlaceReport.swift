import Solar
import Tracker

/// The place of the observer and its source.
struct PlaceReport: Report {
    let place: Place
    /// Whether the service is allowed to use the location; nil if it does not run or does not ask.
    var authorization: RunningService.Authorization?
    let now: Instant
    var words = Localizer.english

    /// The place alone: `Denver (39.74,-104.99)`.
    var title: String {
        let (latitude, longitude) = place.roundedCoordinate
        let position = "\(latitude),\(longitude)"
        return place.name.map { words("{place} ({position})", ["place": $0.text(in: words), "position": position]) }
            ?? position
    }

    /// One line per known fact. The coordinate has the form that `--location` accepts.
    func text(columns: Int?) -> String {
        // To about ten metres.
        let coordinate = place.observer.coordinate
        let position = [coordinate.latitude.degrees, coordinate.longitude.degrees].map { $0.decimalText(places: 4) }
        var facts: [Fact] = []
        if let name = place.name { facts.append(Fact(words.inContext("label", "Place"), name.text(in: words))) }
        facts.append(
            Fact(words.inContext("label", "Coordinate"), position.joined(separator: ",")))
        if let elevation = place.observer.elevation {
            let metres = words("{number} m", ["number": words.decimal(elevation.metres.decimalText(places: 1))])
            facts.append(Fact(words.inContext("label", "Elevation"), metres))
        }
        facts.append(Fact(words.inContext("label", "Source"), place.provenance.source.name(in: words)))
        if let accuracy { facts.append(Fact(words.inContext("label", "Accuracy"), accuracy)) }
        if let age { facts.append(Fact(words.inContext("label", "Age"), age.formatted(in: words))) }
        if let authorization {
            facts.append(Fact(words.inContext("label", "Authorization"), authorization.text))
        }
        return facts.text(columns: columns)
    }

    /// The place, and `accuracyMetres`, `observed`, `ageSeconds` and `authorization` (an object with `state` and `advice`)
    /// if known.
    var object: JSONObject {
        [
            "place": place.json, "accuracyMetres": place.provenance.accuracy,
            "observed": place.provenance.observed.map(UTC().timestamp),
            "ageSeconds": age.map { $0.microseconds / 1_000_000 }, "authorization": authorization?.json,
        ]
    }

    private var accuracy: String? {
        if case .timeZone = place.provenance.source {
            return words("approximate; elsewhere in the zone times differ, by an hour or more in a wide zone")
        }
        return place.provenance.accuracy.map { metres in
            metres < 1000
                ? words("{number} m", ["number": metres.decimalText(places: 0)])
                : words("{number} km", ["number": words.decimal((metres / 1000).decimalText(places: 1))])
        }
    }

    private var age: Duration? { place.provenance.observed.map { max(.zero, now - $0) } }
}
