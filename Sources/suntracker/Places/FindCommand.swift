import ArgumentParser
import Gazetteer
import LinuxPlatform
import Solar
import Tracker

/// `suntracker location find NAME`.
struct FindCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "List the places with a name, the largest first.",
        usage: "suntracker location find <name> [<options>]",
        discussion: [
            "A state or province, a country, or both may follow after commas: Denver, \"Denver, US\", "
                + "\"Springfield, IL\", \"London, Ontario, Canada\". Case, accents and punctuation are ignored. A "
                + "name that is listed once can be given to --place and \"suntracker location set\"; places that "
                + "share one are told apart by their coordinates.",
            "The places are those with 15,000 people or more, capitals, and the principal places of time zones, "
                + "from GeoNames (geonames.org), licensed under CC BY 4.0, and the tz database.",
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp("The name; several words need no quotation marks.", valueName: "name"), completion: .places)
    var name: [String]

    @Option(help: "The output format.")
    var format = Format<FoundPlaces>.text

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let text = name.joined(separator: " ")
        let places: [GazetteerPlace]
        // JSON does not depend on the language.
        let directory = format.kind == .json ? ProgramPlaces(language: Localizer.english.language) : ProgramPlaces()
        do { places = try directory.gazetteerPlaces(named: text) } catch { throw .place(error) }
        return try Answer(FoundPlaces(query: text, places: places, words: context.words), as: format, in: context)
    }
}

/// The place that `location set` and `location choose` write: a coordinate, or a name that `Place=` accepts.
struct PlaceArgument {
    /// The edits that write the place to the settings, and remove the place that was there.
    let edits: [SettingEdit]
    /// The name to show for a coordinate.
    var nameToShow: String?
    /// The place's own time zone; nil for a coordinate.
    var timeZone: String?
}

extension PlaceArgument {
    private init(_ coordinate: Coordinate, name: String? = nil) {
        self.init(
            edits: [
                .unset(.place), .set(.latitude, coordinate.latitude.degrees.decimalText(places: 7)),
                .set(.longitude, coordinate.longitude.degrees.decimalText(places: 7)),
            ], nameToShow: name)
    }

    /// A place of the gazetteer, by a name that means no other place; otherwise by the text, or its coordinate.
    init(_ place: GazetteerPlace, named text: String? = nil) {
        if let name = ProgramPlaces().shortestName(of: place) ?? text {
            self.init(
                edits: [.unset(.latitude), .unset(.longitude), .set(.place, name)], timeZone: place.timeZone)
        } else {
            self.init(place.coordinate, name: place.name)
        }
    }

    /// Parses a coordinate, or looks up a name. A text with a digit is a coordinate, unless it looks like a postal code.
    init(_ text: String) throws(CommandError) {
        if text.count > 3, text.allSatisfy(\.isWholeNumber) { throw .place(.unknown(text, similar: [])) }
        guard text.contains(where: \.isNumber) else {
            self.init(try GazetteerPlace(meantBy: text), named: text)
            return
        }
        do { self.init(try Coordinate(text: text)) } catch {
            // SW1A 1AA, 1012 AB: a coordinate has a point, a comma or a sign in it, or is longer.
            if text.count < 10, text.contains(where: \.isLetter),
                text.allSatisfy({ $0.isLetter || $0.isWholeNumber || $0 == " " || $0 == "-" })
            {
                throw .place(.unknown(text, similar: []))
            }
            throw .argument("\(error)")
        }
    }
}

extension GazetteerPlace {
    /// The place that a text names, with its error as one of the command.
    init(meantBy text: String) throws(CommandError) {
        do { self = try ProgramPlaces().gazetteerPlace(meantBy: text) } catch { throw .place(error) }
    }
}
