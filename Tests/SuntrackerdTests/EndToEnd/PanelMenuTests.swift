// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing
import Tracker
import Wording

@testable import Systemd

/// The menu of the built service's icon, on a separate bus with a panel.
@Suite("The menu of the running service") nonisolated struct PanelMenuTests {
    private static let settings = RunningService.placeAtNoon + "[Panel]\nIcon=yes\n"
    private static let watcher = "org.kde.StatusNotifierWatcher"
    private static let menu = ("/StatusNotifierItem/Menu", "com.canonical.dbusmenu")

    private static func call(_ icon: String, _ member: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(icon, menu.0, menu.1, member, arguments, startsService: false)
    }

    /// The numbers of the menu items by label.
    private func items(of icon: String, on server: RecordingServer) throws -> [String: Int32] {
        let answer = try server.call(
            Self.call(icon, "GetGroupProperties", [.array(of: "i", []), .array(of: "s", [.string("label")])]))
        guard case .array(_, let items)? = answer.first else { return [:] }
        var numbers: [String: Int32] = [:]
        for case .structure(let item) in items {
            guard case .signed(let number) = item[0], case .dictionary(let properties) = item[1],
                case .string(let label)? = properties["label"]
            else { continue }
            numbers[label] = number
        }
        return numbers
    }

    @Test("performs the clicked action: a preview, the phase, the page and the settings file")
    func clicks() throws {
        let bus = try PrivateBus()
        let server = try RecordingServer(at: bus.address)
        try server.own(Self.watcher)
        try bus.folder.write(Self.settings, to: ".config/suntracker/suntracker.conf")
        try bus.folder.write(RunningService.ledger, to: ".local/state/suntracker/ledger")
        let service = try RunningService(on: bus)
        let icon = try server.icon()
        let items = try items(of: icon, on: server)
        func click(_ label: String) throws -> [BusValue] {
            [.signed(try #require(items[label], "\(items)")), .string("clicked"), .variant(.string("")), .unsigned(0)]
        }

        _ = try server.call(Self.call(icon, "Event", click("Preview the Next Notification")))
        var popup = try server.requests.last ?? server.popup()
        while popup.tag != "suntracker-preview" { popup = try server.popup() }

        let group = BusValue.array(of: "(isvu)", [.structure(try click("Switch to Night"))])
        #expect(try server.call(Self.call(icon, "EventGroup", [group])) == [.array(of: "i", [])])
        let entry = try service.entries(through: .phaseSet).last
        #expect(entry?["MESSAGE"]?.hasPrefix("Night") == true, "\(entry ?? [:])")

        // No user manager is there to open the page and the file.
        _ = try server.call(Self.call(icon, "Event", click("Show the Daylight")))
        _ = try service.line("Cannot open the chart: ")
        _ = try server.call(Self.call(icon, "Event", click("Open the Settings File")))
        _ = try service.line("Cannot open \(bus.folder.path)/.config/suntracker/suntracker.conf: ")
        #expect(service.stop() == 0)
    }

    @Test("and programs set the phase at most ten times in a minute, together")
    func limit() throws {
        let bus = try PrivateBus()
        let server = try RecordingServer(at: bus.address)
        try server.own(Self.watcher)
        try bus.folder.write(Self.settings, to: ".config/suntracker/suntracker.conf")
        let service = try RunningService(on: bus)
        let icon = try server.icon()
        let items = try items(of: icon, on: server)
        let item = try #require(items["Switch to Night"])
        let name = "io.github.suntracker.Suntracker1"
        func setPhase() throws {
            _ = try server.call(
                BusCall(
                    name, "/io/github/suntracker/Suntracker1", name, "SetPhase", [.string("toggle"), .unsigned64(0)],
                    startsService: false))
        }
        func click() throws {
            _ = try server.call(
                Self.call(icon, "Event", [.signed(item), .string("clicked"), .variant(.string("")), .unsigned(0)]))
        }
        for _ in 1...5 {
            try setPhase()
            try click()
        }
        try click()
        _ = try service.line("The phase was set 10 times within a minute; check whether hooks set the phase")
        #expect(throws: (any Error).self) { try setPhase() }
        try click()
        #expect(service.stop() == 0)
    }

    @Test("appears in a panel that starts later, and again on a restarted bus; a reload tells systemd")
    func laterPanel() throws {
        let bus = try PrivateBus()
        try bus.folder.write(Self.settings, to: ".config/suntracker/suntracker.conf")
        var server = try RecordingServer(at: bus.address)
        let socket = try DatagramSocket()
        let service = try RunningService(
            on: bus, after: "export SYSTEMD_EXEC_PID=$$", variables: ["NOTIFY_SOCKET": socket.path])
        _ = try server.preview()
        try server.own(Self.watcher)
        _ = try server.icon()
        try server.reload()
        var states: [String] = []
        while let state = socket.next() { states.append(state) }
        let reload = states.firstIndex { $0.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") }
        #expect(reload.map { states[$0...].contains("READY=1") } == true, "\(states)")

        try bus.restart()
        server = try RecordingServer(at: bus.address)
        try server.own(Self.watcher)
        _ = try server.icon()
        #expect(service.stop() == 0)
    }

    @Test("and a click on a popup open the page of the service's own settings, with the token for the window")
    func windows() throws {
        let bus = try PrivateBus()
        let server = try RecordingServer(at: bus.address)
        try server.own(Self.watcher)
        try server.own("org.freedesktop.systemd1")
        try bus.folder.write(Self.settings, to: "own.conf")
        let settings = bus.folder.path("own.conf")
        let service = try RunningService(["--config", settings], on: bus)
        let icon = try server.icon()
        func click(_ member: String, _ arguments: [BusValue]) throws {
            _ = try server.call(
                BusCall(
                    icon, "/StatusNotifierItem", "org.kde.StatusNotifierItem", member, arguments, startsService: false))
        }
        func expectPage(token: String?) throws {
            let unit = try server.unit()
            #expect(unit.command.dropFirst() == ["chart", "--open", "--config", settings])
            let variables = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]
            #expect(unit.environment == (token.map { token in variables.map { "\($0)=\(token)" } } ?? []))
        }
        try click("ProvideXdgActivationToken", [.string("of-the-panel")])
        try click("Activate", [.signed(0), .signed(0)])
        try expectPage(token: "of-the-panel")
        // A token is valid for one window.
        try click("Activate", [.signed(0), .signed(0)])
        try expectPage(token: nil)

        _ = try server.preview()
        try server.clickPopup(server.showOther(), token: "of-another-program")
        // By the time of this preview, a page for that click would be requested.
        _ = try server.preview(isFirst: false)
        try server.clickPopup(server.last, token: "of-the-popup")
        try expectPage(token: "of-the-popup")
        #expect(service.stop() == 0)
    }

    @Test("belongs to an icon that is symbolic in GNOME Shell's panel, and nowhere else", arguments: [true, false])
    func symbolic(isInShell: Bool) throws {
        let bus = try PrivateBus()
        let server = try RecordingServer(at: bus.address)
        if isInShell { try server.own("org.gnome.Shell") }
        try server.own(Self.watcher)
        try bus.folder.write(Self.settings, to: ".config/suntracker/suntracker.conf")
        let service = try RunningService(on: bus)
        let question = BusCall(
            try server.icon(), "/StatusNotifierItem", "org.freedesktop.DBus.Properties", "Get",
            [.string("org.kde.StatusNotifierItem"), .string("IconName")], startsService: false)
        guard case .string(let name)? = try server.call(question).first else {
            Issue.record("no name")
            return
        }
        #expect(name.hasSuffix("-symbolic") == isInShell, "\(name)")
        #expect(service.stop() == 0)
    }

    @Test("is there only while the icon is enabled in the settings")
    func setting() throws {
        let bus = try PrivateBus()
        let server = try RecordingServer(at: bus.address)
        try server.own(Self.watcher)
        let file = ".config/suntracker/suntracker.conf"
        try bus.folder.write(RunningService.placeAtNoon, to: file)
        let service = try RunningService(on: bus)
        _ = try server.preview()
        #expect(server.icons.isEmpty)
        try bus.folder.write(Self.settings, to: file)
        try server.reload()
        let icon = try server.icon()
        try bus.folder.write(RunningService.placeAtNoon + "[Panel]\nIcon=no\n", to: file)
        try server.reload()
        // The bus may notice the end of the connection only after the reply.
        let question = BusCall(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", [.string(icon)],
            startsService: false)
        let end = ContinuousClock.now + .seconds(30)
        var isThere = true
        while isThere, ContinuousClock.now < end { isThere = try server.call(question) == [.boolean(true)] }
        #expect(!isThere)
        #expect(service.stop() == 0)
    }
}
