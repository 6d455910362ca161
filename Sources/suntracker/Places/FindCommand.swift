import ArgumentParser
import Gazetteer
import LinuxPlatform
import Reports

/// `suntracker location find NAME`.
struct FindCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "List the places of a name, the largest first.",
        usage: "suntracker location find <name> [<options>]",
        discussion: """
            A name may be followed by a state or province, a country, or both, after commas: Denver, "Denver, US", \
            "Springfield, IL", "London, Ontario, Canada". Capitals, accents and punctuation do not matter. What is \
            listed first in a line can be given to --place.

            Places are those of 15,000 people and more, and capitals, by GeoNames (geonames.org), licensed under \
            CC BY 4.0.
            """)

    @Argument(
        help: ArgumentHelp("The name; words need no quotation marks.", valueName: "name"))
    var name: [String]

    @Option(help: "The form of the answer.")
    var format: ReportFormat = .text

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let text = name.joined(separator: " ")
        let gazetteer = try CommandContext.gazetteer()
        let places: [GazetteerPlace]
        let similar: [GazetteerPlace]
        do {
            places = try gazetteer.places(named: text)
            similar = places.isEmpty ? try gazetteer.similarPlaces(to: text) : []
        } catch { throw .gazetteer(error) }
        guard !places.isEmpty else { throw .unknownPlace(text, similar: similar) }
        return try Answer(FoundPlaces(named: text, places), as: format)
    }
}
