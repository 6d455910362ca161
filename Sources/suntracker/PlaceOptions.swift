import ArgumentParser
import Solar
import Tracker

/// The options of every command: where the observer is.
struct PlaceOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The place, such as 39.74,-104.99 or \"39.74N 104.99W\".", valueName: "lat,lon"),
        transform: { try Coordinate(text: $0) })
    var location: Coordinate?

    @Option(help: ArgumentHelp("Read this file in place of suntracker.conf.", valueName: "file"))
    var config: String?
}
