// SPDX-License-Identifier: MIT
import TestSupport
import Testing
import Tracker
import Wording

@testable import Systemd

/// The built service between a session bus and a system bus on which GeoClue denies access to the location.
@Suite("GNOME's switch for location services") nonisolated struct LocationSwitchTests {
    @Test("makes the service ask GeoClue once more", arguments: ["follow", "once"])
    func asks(mode: String) throws {
        let (session, system) = (try PrivateBus(), try PrivateBus())
        let desktop = try RecordingServer(at: session.address)
        let machine = try RecordingServer(at: system.address)
        try machine.own("org.freedesktop.GeoClue2")
        try desktop.own("ca.desrt.dconf")
        try session.folder.write("[Location]\nMode=\(mode)\n", to: ".config/suntracker/suntracker.conf")
        let service = try RunningService(
            on: session, variables: ["TZ": "Europe/Berlin", "DBUS_SYSTEM_BUS_ADDRESS": system.address])
        // After the preview, the service is watching the session bus.
        _ = try desktop.preview()
        // The error text is from src/gclue-service-client.c.
        let refusal = BusError(
            name: "org.freedesktop.DBus.Error.AccessDenied", message: "Geolocation disabled for UID 1000")
        try machine.reply(to: "GetClient", .failure(refusal))
        _ = try service.entries(through: .authorization)
        // dconf's signal after `gsettings set org.gnome.system.location enabled true`.
        try desktop.emit(
            "Notify", of: ("/ca/desrt/dconf/Writer/user", "ca.desrt.dconf.Writer"),
            [
                .string("/org/gnome/system/location/enabled"), .array(of: "s", [.string("")]), .string(":1.2:user:1"),
            ])
        try machine.reply(to: "GetClient", .failure(refusal))
        #expect(service.stop() == 0)
    }
}
