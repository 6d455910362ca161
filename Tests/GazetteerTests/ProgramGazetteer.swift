// SPDX-License-Identifier: MIT
import CGazetteer
import FoundationEssentials
import Gazetteer
import Solar
import TestSupport

extension Gazetteer {
    /// The gazetteer that is built into the programs.
    static var ofProgram: Gazetteer {
        Gazetteer(UnsafeRawBufferPointer(start: suntracker_gazetteer_start(), count: suntracker_gazetteer_size()))
    }

    /// Calls a function with a gazetteer made of these tables.
    static func of(_ tables: Tables, _ body: (Gazetteer) throws -> Void) rethrows {
        let bytes = Array([tables.countries, tables.divisions, tables.places].joined(separator: "\n").utf8)
        try bytes.withUnsafeBytes { try body(Gazetteer($0)) }
    }
}

/// The texts of the tables of a gazetteer.
struct Tables {
    var countries: String
    var divisions: String
    var places: String

    /// The tables in `Sources/CGazetteer/tables`.
    static func ofProject() throws -> Tables {
        func table(_ name: String) throws -> String { try Checkout.text(of: "Sources/CGazetteer/tables/\(name)") }
        return Tables(
            countries: try table("countries.tsv"), divisions: try table("divisions.tsv"),
            places: try table("places.tsv"))
    }

    /// Small tables of an imaginary country.
    static let small = Tables(
        countries: "# Countries\nXA\tPacific/Apia\tAtlantis\tThe Isle\n", divisions: "XA\tN\tNorth\n",
        places: """
            # Places
            Alpha\tXA\tN\t10.5\t179.9\t500\tPacific/Fiji
            \tOmega
            Ålpha\tXA\tS\t-10\t-179.9\t400\t-\talpha
            \tÖmikron\tomikron
            Beta (East)\tXA\tS\t-12.00001\t20\t300\t-
            \tBeta
            Nowhere\tXA\t\t90\t0\t0\tEtc/UTC

            """)
}

extension GazetteerPlace {
    /// The name with the codes of the country and the division, such as `Springfield, US-IL` or `Singapore, SG`.
    var qualifiedName: String { "\(name), \(country.code)" + (division.map { "-\($0.code)" } ?? "") }
}
