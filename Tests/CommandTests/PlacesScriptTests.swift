// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The script that makes the table of places from GeoNames' files, with a few rows in their format.
@Suite(
    "Sources/CGazetteer/tables/make", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
struct PlacesScriptTests {
    /// A place in GeoNames' format.
    private static func row(
        _ name: String, _ country: String, _ division: String, _ latitude: String, _ longitude: String, _ people: Int,
        _ zone: String
    ) -> String {
        "1\t\(name)\tascii\tother,names\t\(latitude)\t\(longitude)\tP\tPPL\t\(country)\t\t\(division)\t\t\t\t"
            + "\(people)\t5\t9\t\(zone)\t2026-11-01\n"
    }

    private static let cities15000 = [
        row("Small (East)", "DE", "00", "50", "9", 20_000, "Europe/Berlin"),
        row("São Big", "DE", "16", "51", "10", 300_000, "Europe/Berlin"),
        row("Lone", "DE", "01", "52", "12", 20_000, "Europe/Busingen"),
    ]

    private static let cities500 = [row("Zone City", "DE", "01", "47.7", "8.7", 1500, "Europe/Berlin")]

    /// A table in which these have changed.
    private static let table = """
        # A comment
        São Big\tDE\t16\t51.1\t10\t200000\t-\tsao big
        \tOld Big
        Gone\tDE\t01\t48\t8\t16000\t-
        \tGoné\tgone\tes
        Zone City\tDE\t01\t47.6\t8.7\t1400\tEurope/Busingen
        Nobody\tDE\t\t47\t8\t0\tEurope/Busingen

        """

    private func make(_ cities15000: [String]) throws -> (command: Command, table: String) {
        let home = try TemporaryFolder()
        try home.write(cities15000.joined(), to: "cities15000.txt")
        try home.write(Self.cities500.joined(), to: "cities500.txt")
        let table = try home.write(Self.table, to: "places.tsv")
        let script = Checkout.path("Sources/CGazetteer/tables/make")
        let command = try Command(script: "exec '\(script)' '\(home.path)' --table '\(table)'")
        return (command, try #require(home.read("places.tsv")))
    }

    @Test("takes the places from GeoNames, and what the project has added from the table")
    func merges() throws {
        let (command, table) = try make(Self.cities15000)
        #expect(
            table == """
                # A comment
                São Big\tDE\t16\t51\t10\t300000\t-\tsao big
                \tOld Big
                Lone\tDE\t01\t52\t12\t20000\tEurope/Busingen
                Small (East)\tDE\t\t50\t9\t20000\t-
                \tSmall
                Zone City\tDE\t01\t47.7\t8.7\t1500\tEurope/Busingen
                Nobody\tDE\t\t47\t8\t0\tEurope/Busingen

                """)
        #expect(command.errors == "removed: Gone, DE; its name Goné is lost\n")
        #expect(command.status == 0)
    }

    @Test(
        "changes nothing if a file is not in GeoNames' format",
        arguments: [
            ("Lone\tDE\n", "2 columns instead of 19; did GeoNames change its format?"),
            (
                row("Lone", "XX", "01", "52", "12", 20_000, "Europe/Paris"),
                "add the country XX to countries.tsv, with a time zone such as Europe/Paris"
            ),
        ])
    func wrong(row: String, message: String) throws {
        let (command, table) = try make([row])
        #expect(table == Self.table)
        #expect(command.errors.hasSuffix("/cities15000.txt:1: \(message)\n"))
        #expect(command.status == 1)
    }
}
