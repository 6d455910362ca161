// SPDX-License-Identifier: MIT
import Solar
import Systemd
import TestSupport
import Testing

@testable import LinuxPlatform
@testable import Tracker
@testable import Wording

@Suite("The menu of the status icon answers") struct PanelMenuCallsTests {
    private static let fact = PanelMenuItem(number: 1, label: "Sunday in a_b", role: .action(.openSettings))
    private static let line = PanelMenuItem(number: 100, label: "", role: .separator)
    private static let page = PanelMenuItem(number: 101, label: "Show", role: .action(.showDaylight))
    private static let calls = PanelMenuCalls([fact, line, page])
    private static let invalid = BusError.invalidArguments

    private static func node(_ number: Int32, _ properties: [String: BusValue], _ children: [BusValue] = []) -> BusValue
    {
        .structure([.signed(number), .dictionary(properties), .array(of: "v", children)])
    }
    private static let nodes = [
        node(1, ["label": .string("Sunday in a__b")]),
        node(100, ["type": .string("separator")]), node(101, ["label": .string("Show")]),
    ]
    private static let root: [String: BusValue] = ["children-display": .string("submenu")]

    @Test(
        "GetLayout with the item and its children, as deep as asked",
        arguments: [
            (0, -1, [], node(0, root, nodes.map { .variant($0) })),
            (0, 1, [], node(0, root, nodes.map { .variant($0) })),
            (0, 0, [], node(0, root)), (101, -1, [], nodes[2]),
            (
                0, -1, ["type"],
                node(
                    0, [:],
                    [node(1, [:]), node(100, ["type": .string("separator")]), node(101, [:])].map { .variant($0) })
            ),
        ] as [(Int32, Int32, [String], BusValue)])
    func layout(parent: Int32, depth: Int32, names: [String], layout: BusValue) {
        let answer = Self.calls.layout(
            [.signed(parent), .signed(depth), .array(of: "s", names.map { .string($0) })], revision: 7)
        #expect(answer == .success([.unsigned(7), layout]))
    }

    @Test("GetGroupProperties with the items that exist, each once; with all items if none is named")
    func groupProperties() throws {
        func numbers(_ asked: [Int32]) throws -> [Int32] {
            let answer = try Self.calls.groupProperties([
                .array(of: "i", asked.map { .signed($0) }), .array(of: "s", []),
            ]).get()
            guard case .array("(ia{sv})", let items) = answer.first else { return [] }
            return items.compactMap {
                if case .structure(let parts) = $0, case .signed(let number) = parts[0] { number } else { nil }
            }
        }
        #expect(try numbers([]) == [0, 1, 100, 101])
        #expect(try numbers([101, 5, 101, -3, 1]) == [1, 101])
        #expect(try numbers([77]) == [])
    }

    @Test("GetProperty")
    func property() throws {
        #expect(try Self.calls.property([.signed(101), .string("label")]).get() == [.variant(.string("Show"))])
        #expect(
            try Self.calls.property([.signed(0), .string("children-display")]).get() == [.variant(.string("submenu"))])
        for arguments in [[BusValue.signed(9), .string("label")], [.signed(101), .string("icon")], []] {
            #expect(throws: BusError.self) { try Self.calls.property(arguments).get() }
        }
    }

    @Test(
        "a click on what can be done, and nothing else",
        arguments: [
            (101, "clicked", .success(.showDaylight)), (101, "hovered", .success(nil)),
            (1, "clicked", .success(.openSettings)),
            (100, "clicked", .success(nil)), (0, "clicked", .success(nil)), (0, "opened", .success(nil)),
            (8, "clicked", .failure(BusError(name: invalid, message: "there is no item 8"))),
            (-1, "\u{FFFD}", .failure(BusError(name: invalid, message: "there is no item -1"))),
        ] as [(Int32, String, Result<PanelAction?, BusError>)])
    func event(number: Int32, kind: String, action: Result<PanelAction?, BusError>) {
        #expect(
            Self.calls.action(of: [.signed(number), .string(kind), .other("a{yv}"), .unsigned(0)]) == action)
    }

    @Test("many events in one call with each action once, and with the items that do not exist")
    func events() {
        func event(_ number: Int32) -> BusValue {
            .structure([.signed(number), .string("clicked"), .string(""), .unsigned(0)])
        }
        let (actions, missing) = Self.calls.actions(of: [
            .array(of: "(isvu)", [event(101), event(4), event(101), event(1), .structure([]), .boolean(true)])
        ])
        #expect(actions == [.showDaylight, .openSettings])
        #expect(missing == [4])
        #expect(Self.calls.missing(among: [.array(of: "i", [.signed(0), .signed(6), .signed(101)])]) == [6])
    }

    @Test("with the labels alone of items that have changed")
    func updates() {
        #expect(
            PanelMenuCalls.updates(of: [Self.fact])
                == .array(
                    of: "(ia{sv})",
                    [.structure([.signed(1), .dictionary(["label": .string("Sunday in a__b")])])]))
    }
}

@Suite("The icons of the panel") struct PanelIconTests {
    @Test("are searched next to the program only if no theme contains them")
    func folder() throws {
        let folder = try TemporaryFolder()
        let environment = Environment([
            "HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data", "XDG_DATA_DIRS": folder.path + "/system",
        ])
        let program = folder.path + "/prefix/bin/suntrackerd"
        func found() -> String? { PanelIcon.folderOutsideTheme(environment: environment, program: program) }
        let icon = "icons/hicolor/scalable/apps/io.github.suntracker.Suntracker-day.svg"
        #expect(found() == nil)
        try folder.write("", to: "prefix/share/" + icon)
        #expect(found() == folder.path + "/prefix/share/icons")
        try folder.write("", to: "system/" + icon)
        #expect(found() == nil)
    }

    @Test(
        "are named after their pictures",
        arguments: [(PanelContent.Picture.day, "-day"), (.night, "-night"), (.unknown, "")])
    func names(picture: PanelContent.Picture, ending: String) {
        #expect(picture.iconName == PopupIcon.program + ending)
    }
}
