// SPDX-License-Identifier: MIT
import Foundation
import LinuxPlatform
import TestSupport
import Testing
import Tracker

@Suite("The configuration of GeoClue") struct GeoClueConfigurationTests {
    private static let mozilla = "location.services.mozilla.com"

    @Test(
        "names a location provider",
        arguments: [
            ("in the main file", ["[wifi]\nurl=https://\(mozilla)/v1/geolocate?key=K\n"], mozilla, "/0:2"),
            ("commented out", ["[wifi]\n#url=https://\(mozilla)/v1/geolocate\n"], nil, ""),
            ("another provider", ["[wifi]\nurl=https://api.beacondb.net/v1/geolocate\n"], "api.beacondb.net", "/0:2"),
            ("with a port, without a path", ["[wifi]\nurl=http://localhost:8080\n"], "localhost", "/0:2"),
            ("empty", ["[wifi]\nurl=\n"], nil, ""),
            (
                "replaced by a later file",
                ["[wifi]\nurl=https://\(mozilla)/v1/geolocate\n", "[wifi]\nurl=https://api.beacondb.net/v1\n"],
                "api.beacondb.net", "/1:2"
            ),
            (
                "in a later file", ["[wifi]\nenable=true\n", "[agent]\n", "[wifi]\nurl=https://\(mozilla)/\n"],
                mozilla, "/2:2"
            ),
            ("in the submission", ["[wifi]\nsubmission-url=https://\(mozilla)/v2\n"], nil, ""),
            ("not a key file", ["url=https://\(mozilla)/\n"], nil, ""), ("no file", [], nil, ""),
        ] as [(String, [String], String?, String)])
    func provider(name: String, files: [String], host: String?, origin: String) {
        let configuration = GeoClueConfiguration(files.enumerated().map { ("/\($0.offset)", $0.element) })
        #expect(configuration.provider == LocationProvider(host: host, origin: origin))
        #expect(configuration.provider.hasEnded == (host == Self.mozilla))
    }
    @Test("is read from the main file, then from conf.d in the order of the names")
    func order() throws {
        let folder = try TemporaryFolder()
        for file in ["geoclue.conf", "conf.d/20-b.conf", "conf.d/10-a.conf", "conf.d/30-c.conf.bak"] {
            try folder.write("[wifi]\nurl=https://\(file.replacing("/", with: "."))/\n", to: file)
        }
        #expect(GeoClueConfiguration.ofMachine(in: folder.path).provider.host == "conf.d.20-b.conf")
        try FileManager.default.removeItem(atPath: folder.path("conf.d"))
        #expect(GeoClueConfiguration.ofMachine(in: folder.path).provider.host == "geoclue.conf")
    }
}
