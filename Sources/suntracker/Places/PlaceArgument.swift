import CommandPlatform
import Gazetteer
import LinuxPlatform
import Solar
import Tracker

/// A place as a person tells it to `location set`.
enum PlaceArgument {
    case coordinate(Coordinate)
    /// A place of the gazetteer, by a name that `Place=` takes.
    case place(name: String)

    /// The place that the text means: a coordinate, or, where there is no digit in it, a place of the gazetteer.
    init(_ text: String) throws(CommandError) {
        guard text.contains(where: \.isNumber) else {
            let gazetteer = try CommandContext.gazetteer()
            let place = try gazetteer.place(meantBy: text)
            // Without its state and country, where it is the one that is meant without them.
            let isKnownByName = (try? gazetteer.place(meantBy: place.name)) == place
            self = .place(name: isKnownByName ? place.name : place.qualifiedName)
            return
        }
        do { self = .coordinate(try Coordinate(text: text)) } catch { throw .argument("\(error)") }
    }

    /// What puts it into the settings, and takes an earlier one out.
    var edits: [SettingEdit] {
        switch self {
        case .coordinate(let coordinate):
            [
                .unset(.place), .set(.latitude, coordinate.latitude.degrees.decimalText(places: 7)),
                .set(.longitude, coordinate.longitude.degrees.decimalText(places: 7)),
            ]
        case .place(let name): [.unset(.latitude), .unset(.longitude), .set(.place, name)]
        }
    }
}
