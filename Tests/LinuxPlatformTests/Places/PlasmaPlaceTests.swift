// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import Solar
import TestSupport
import Testing

@testable import LinuxPlatform

/// The files are from knighttimed 6.7.
@Suite("The place that is set in Plasma") struct PlasmaPlaceTests {
    @Test(
        "is read if the user has set one, and it is in use",
        arguments: [
            ("[Location]\nAutomatic=false\nLatitude=39.74\nLongitude=-104.99\n", "39.74, -104.99"),
            ("[Location]\nAutomatic=false\nLatitude=39.7392\nLongitude=-104.9903\n", "39.74, -104.99"),
            ("[General]\nSource=Location\n\n[Location]\nLongitude=1.5\nLatitude=2\nAutomatic=false\n", "2.00, 1.50"),
            ("[Location]\nAutomatic[$i]=false\nLatitude[$i]=1\nLongitude[$i]=2\n", "1.00, 2.00"),
            ("[Location]\nLatitude=39.74\nLongitude=-104.99\n", nil),
            ("[Location]\nAutomatic=true\nLatitude=39.74\nLongitude=-104.99\n", nil),
            ("[General]\nSource=Times\n[Location]\nAutomatic=false\nLatitude=39.74\nLongitude=-104.99\n", nil),
            ("[Location]\nAutomatic=false\n", nil),
            ("[Location]\nAutomatic=false\nLatitude=0\nLongitude=0\n", nil),
            ("[Location]\nAutomatic=false\nLatitude=91\nLongitude=0\n", nil),
            ("[Location]\nAutomatic=false\nLatitude=nan\nLongitude=1\n", nil),
            ("Automatic=false\nLatitude=1\nLongitude=2\n", nil), ("\u{0}[]=\n[", nil), ("", nil),
        ] as [(String, String?)])
    func text(_ text: String, _ expected: String?) throws {
        let folder = try TemporaryFolder()
        let environment = Environment(["HOME": folder.path])
        #expect(Place.ofPlasma(in: environment) == nil)
        #expect(environment.plasmaPlaceWatch.isEmpty, "no directory in which others create files is watched")
        try folder.write(text, to: ".config/knighttimerc")
        #expect(environment.plasmaPlaceWatch.count == 1)
        let place = Place.ofPlasma(in: environment)
        #expect(place.map { "\($0.roundedCoordinate.latitude), \($0.roundedCoordinate.longitude)" } == expected)
        let exact = place?.observer.coordinate
        #expect(exact == exact?.toHundredths, "to 0.01 degree")
        #expect(place?.provenance.source.identifier == (expected == nil ? nil : "plasma"))
    }
}
