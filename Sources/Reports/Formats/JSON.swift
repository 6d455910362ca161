import FoundationEssentials
import Solar
import Tracker

/// A place as the reports write it in JSON.
struct PlaceJSON: Encodable {
    let name: String?
    let latitude: Double
    let longitude: Double
    let elevation: Double?
    let source: String
    let approximate: Bool

    init(_ place: Place) {
        name = place.name?.description
        latitude = place.observer.coordinate.latitude.degrees
        longitude = place.observer.coordinate.longitude.degrees
        elevation = place.observer.elevation?.metres
        source = place.provenance.source.identifier
        if case .timeZone = place.provenance.source { approximate = true } else { approximate = false }
    }
}

/// An event and its instant as the reports write them in JSON.
struct EventJSON: Encodable {
    let event: String
    let time: String

    init(_ occurrence: Sun.Occurrence, in scale: TimeScale) {
        event = occurrence.event.name
        time = scale.timestamp(occurrence.instant)
    }
}

/// A twilight as the reports write it in JSON.
struct TwilightJSON: Encodable {
    let kind: String
    let dawn: String?
    let dusk: String?

    init(_ twilight: ChartDay.Twilight, in scale: TimeScale) {
        kind = twilight.light.word
        dawn = twilight.dawn.map(scale.timestamp)
        dusk = twilight.dusk.map(scale.timestamp)
    }
}

extension Encodable {
    /// The value as JSON, its keys in alphabetical order, so that the same answer is always the same text.
    func jsonText(inOneLine: Bool = false) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if !inOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
