// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The status icon of the installed service, on the bus and in a real panel. The scenario is scenarios/icon.bash; its
/// screenshots are kept in .build/results/icon.
@Suite(.unless(TestBed.obstacleToOthers), .timeLimit(ConcurrencyLimit.timeLimit))
struct StatusIconTests {
    /// A panel and its screen.
    private static let packages = [
        "adwaita-icon-theme", "fonts-dejavu-core", "librsvg2-common", "x11-xserver-utils", "xdotool", "xfce4-panel",
        "xfwm4",
    ]

    @Test("The icon and its menu are visible in a panel, go with the setting, and no watcher harms the service")
    func watchers() async throws {
        let found = try await TestBed.run("icon", root: TestBed.withCityFixes, with: Self.packages)
        // The service has one connection to the session bus, and with an icon a second one.
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
                "Show the Daylight", "Preview the Next Notification", "Switch to Night",
                "Open the Settings File",
            ])
        #expect(labels[1].hasSuffix(" in Testville"))
        #expect(try found.number("garbage.growth") < 200, "kB more after 300 layouts and garbage")

        // 69 would mean that the service did not respond. 1 is allowed because the bed's clock need not be
        // synchronised.
        #expect(["0", "1"].contains(try found.fact("exit.status.hung")), "the service answers while the watcher hangs")
        #expect(try found.records("successor").map(\.what).first == "registered")
        #expect(try found.records("refusing").map(\.what) == ["refused"])
        #expect(try found.records("last").map(\.what) == ["registered", "left"])
        for picture in ["day", "menu", "night"] {
            #expect(try found.number("\(picture).pixels") > 0, "the screen differs from that without it")
        }
        #expect(try found.fact("lives") == "yes")
        #expect(try found.fact("restarts") == "0")
        #expect(try found.text("complaints.txt").isEmpty)
        let warnings = try found.entries("warnings").compactMap { $0["MESSAGE"] }
        #expect(warnings == ["The panel rejected the status icon: org.example.Refused: there is no room"])
    }
}

extension Results {
    /// What a watcher has seen (scenarios/watcher).
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
