import Solar
import Tracker

/// A place as a person tells it to `location set`.
struct MeantPlace {
    let coordinate: Coordinate
    /// What it is called; nil for a mere coordinate.
    let name: String?

    /// The place that the text means.
    init(_ text: String) throws(CommandError) {
        do {
            coordinate = try Coordinate(text: text)
            name = nil
        } catch {
            throw .argument("\(error)")
        }
    }
}
