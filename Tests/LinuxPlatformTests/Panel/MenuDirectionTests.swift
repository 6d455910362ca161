// SPDX-License-Identifier: MIT
import Configuration
import Systemd
import TestSupport
import Testing
import Wording

@testable import LinuxPlatform

@Suite("The menu of the status icon, on the bus", .holdsDescriptors) struct MenuDirectionTests {
    @Test("has the direction of its texts", .timeLimit(.minutes(20)), arguments: [("de", "ltr"), ("ar", "rtl")])
    @MainActor
    func direction(language: String, direction: String) async throws {
        let bus = try PrivateBus()
        var requests = StatusIcon.Requests(now: { sunsetInDenver }, localTime: { SimulatedZone.denver })
        requests.words = Localizer(try ProjectCatalog(language))
        let icon = StatusIcon(iconFolder: "", requests: requests)
        let panel = try bus.connection()
        let objects = try PanelObjects(on: panel, of: icon)
        try panel.requestName("org.x")
        try await bus.hasOwner(of: "org.x")
        let client = try bus.connection()
        let question = BusCall(
            "org.x", PanelObjects.menuPath, "org.freedesktop.DBus.Properties", "Get",
            [.string(PanelObjects.menuInterface), .string("TextDirection")], startsService: false)
        #expect(try await client.answer(to: question).get() == [.string(direction)])
        withExtendedLifetime((objects, icon)) {}
    }

    @Test("has a tooltip in which a name with markup is a name")
    func toolTip() throws {
        var place = TestPlace.denver.place
        place.name = .own("A & <b>B")
        let content = PanelContent(
            at: sunsetInDenver, place: place, localTime: SimulatedZone.denver, in: .english)
        guard case .structure(let parts) = content.toolTip(icon: "x"), case .string(let title) = parts[2] else {
            Issue.record("no tooltip")
            return
        }
        #expect(title.contains(" in A &amp; &lt;b&gt;B\n"), "\(title)")
    }
}
