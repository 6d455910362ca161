import Foundation
import Testing

/// The status icon of the installed service on the bus, in scenarios/icon.bash.
@Suite(.unless(TestBed.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct StatusIconTests {
    @Test("The icon comes and goes with the settings, and no watcher can harm the service")
    func watchers() async throws {
        let found = try await TestBed.run("icon")
        // The service has one connection to the session bus, and a second one for an icon.
        #expect(try found.fact("off.connections") == "1")
        #expect(try found.fact("absent.connections") == "2")
        #expect(try found.fact("absent.wakeups") == "0", "without a watcher")
        #expect(try found.fact("served.wakeups") == "0", "with a watcher")

        let served = try found.records("served")
        #expect(served.map(\.what).first == "registered")
        #expect(served.first?.picture == "io.github.suntracker.Suntracker-day")
        // A new place in the settings changes the tooltip, and a sunset changes the icon.
        #expect(served.map(\.what).contains("NewToolTip"))
        #expect(served.last { $0.what == "NewIcon" }?.picture == "io.github.suntracker.Suntracker-night")
        let labels = try #require(served.first?.labels)
        #expect(
            labels.suffix(4) == [
                "Show the Year's Daylight", "Preview the Next Notification", "Switch to Night",
                "Open the Settings File",
            ])
        #expect(labels[0].hasSuffix(" in Testville"))
        #expect(try found.number("garbage.growth") < 200, "kB more after 300 layouts and garbage")

        // 69 would mean that the service did not respond. 1 is allowed because the bed's clock need not be
        // synchronised.
        #expect(["0", "1"].contains(try found.fact("exit.status.hung")), "the service answers while the watcher hangs")
        #expect(try found.records("successor").map(\.what).first == "registered")
        #expect(try found.records("refusing").map(\.what) == ["refused"])
        #expect(try found.records("last").map(\.what) == ["registered", "left"])
        #expect(try found.fact("lives") == "yes")
        #expect(try found.fact("restarts") == "0")
        #expect(try found.text("complaints.txt").isEmpty)
        let warnings = try found.entries("warnings").compactMap { $0["MESSAGE"] }
        #expect(warnings == ["The panel rejected the status icon: org.example.Refused: there is no room"])
    }
}

/// The status icon in real panels, in scenarios/panel.bash. The screenshots are kept in .build/results/panel-NAME.
@Suite(.unless(TestBed.obstacleToOthers), .timeLimit(ConcurrencyLimit.timeLimit))
struct PanelTests {
    @Test(
        "The panel shows the icon, reads it again at sunset, and removes it with the setting", arguments: Panel.chosen)
    func shows(panel: Panel) async throws {
        let found = try await TestBed.run(
            "panel", ["PANEL": panel.rawValue], root: TestBed.withCityFixes, with: Panel.packages,
            as: "panel-\(panel.rawValue)")
        #expect(try found.fact("day.icon").contains("Suntracker-day"))
        #expect(try found.fact("night.icon").contains("Suntracker-night"))
        #expect(try found.fact("day.tooltip").contains("A & B <i>x</i>"))
        // The icon's area differs from the panel without the icon, during the day and at night.
        for step in ["day", "night"] { #expect(try found.fact("\(step).pixels") != "0", "\(step): it is visible") }
        #expect(try found.fact("click.opened").contains("/suntracker"))
        #expect(try found.fact("settings.opened").hasSuffix("/suntracker.conf"))
        #expect(try found.fact("night.wakeups") == "0")
        #expect(try found.fact("none.restarts") == "no")
        if panel.isPointedAt { #expect(try found.fact("menu.pixels") != "0", "the menu opens") }
        #expect(try found.text("complaints.txt").isEmpty)
    }
}

extension Findings {
    /// An event that the watcher records (scenarios/panels/watcher).
    struct WatcherRecord: Decodable {
        let what: String
        let labels: [String]?
        let item: Item?

        struct Item: Decodable {
            let iconName: String

            enum CodingKeys: String, CodingKey { case iconName = "IconName" }
        }

        var picture: String? { item?.iconName }
    }

    fileprivate func records(_ name: String) throws -> [WatcherRecord] { try values("\(name).json") }
}
