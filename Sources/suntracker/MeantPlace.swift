import Gazetteer
import Solar
import Tracker

/// A place as a person tells it to `location set`.
struct MeantPlace {
    let coordinate: Coordinate
    /// What it is called; nil for a mere coordinate.
    let name: String?

    /// The place that the text means: a coordinate, or, where there is no digit in it, a place of the gazetteer.
    init(_ text: String) throws(CommandError) {
        guard text.contains(where: \.isNumber) else {
            let place = try CommandContext.gazetteer().place(meantBy: text)
            (coordinate, name) = (place.coordinate, place.name)
            return
        }
        do {
            coordinate = try Coordinate(text: text)
            name = nil
        } catch {
            throw .argument("\(error)")
        }
    }
}
