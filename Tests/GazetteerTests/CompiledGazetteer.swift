import CGazetteer
import FoundationEssentials
import Gazetteer
import GazetteerCompiler
import Solar

extension Gazetteer {
    /// The gazetteer in the programs.
    static var ofProgram: Gazetteer {
        get throws { try Gazetteer(programBytes) }
    }

    /// The bytes of the gazetteer in the programs.
    static var programBytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: suntracker_gazetteer_start(), count: suntracker_gazetteer_size())
    }
}

extension PlaceIndex {
    /// An index of the gazetteer in the programs, made once, since that takes a second without optimisation.
    static var ofProgram: PlaceIndex {
        get throws { try shared.get().index }
    }

    /// It is never changed: each test has a copy.
    private struct Shared: @unchecked Sendable {
        let index: PlaceIndex
    }

    private static let shared = Result { Shared(index: try PlaceIndex(Gazetteer.ofProgram)) }
}

extension GazetteerSource {
    /// The tables in `etc/gazetteer`.
    static func ofProject(file: String = #filePath) throws -> GazetteerSource {
        let checkout = file.split(separator: "/").dropLast(3).joined(separator: "/")
        func table(_ name: String) throws -> String {
            try String(contentsOfFile: "/\(checkout)/etc/gazetteer/\(name)", encoding: .utf8)
        }
        return try GazetteerSource(
            places: table("places.tsv"), zonePlaces: table("zone-places.tsv"), countries: table("countries.tsv"),
            divisions: table("divisions.tsv"), otherNames: table("other-names.tsv"))
    }

    /// A small source of an imaginary country, with a change of its tables.
    static func small(_ change: (String) -> String = { $0 }) throws -> GazetteerSource {
        try GazetteerSource(
            places: change(
                """
                Alpha\tXA\tN\t10.5\t179.9\t500\tPacific/Fiji
                Beta\tXA\tS\t-10\t-179.9\t400\tPacific/Apia
                Alpha\tXA\tS\t-12.00001\t20\t300\tPacific/Apia
                """), zonePlaces: change("Nowhere\tXA\t00\t90\t0\t0\tEtc/UTC"),
            countries: change("XA\tAtlantis\tThe Isle"), divisions: change("XA\tN\tNorth"),
            otherNames: change("XA\tAlpha\tOmega"))
    }
}

/// A coordinate from literals in degrees.
func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
        preconditionFailure("not a coordinate: \(latitude), \(longitude)")
    }
    return coordinate
}
