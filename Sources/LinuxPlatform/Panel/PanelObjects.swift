// SPDX-License-Identifier: MIT
import Glibc
import Systemd
import Tracker
import Wording

extension PanelContent {
    /// The tooltip: the name of an icon, pictures as an alternative, a title, and a text. Panels interpret markup in the
    /// text, and Waybar in the title, too, which contains the name of the place.
    func toolTip(icon: String) -> BusValue {
        .structure([
            .string(icon), .array(of: "(iiay)", []), .string(title.escapedForMarkup),
            .string(lines.joined(separator: "\n").escapedForMarkup),
        ])
    }
}

/// The two objects of the status icon on the session bus: the icon (org.kde.StatusNotifierItem) and its menu
/// (com.canonical.dbusmenu). Everything is computed when a panel asks.
@MainActor
struct PanelObjects {
    /// The path of the icon, which most programs use.
    static let path = "/StatusNotifierItem"
    static let menuPath = "/StatusNotifierItem/Menu"
    static let interface = "org.kde.StatusNotifierItem"
    static let menuInterface = "com.canonical.dbusmenu"

    private let icon: BusObject
    private let menu: BusObject

    init(on bus: Bus, of owner: StatusIcon) throws(SystemError) {
        icon = try BusObject(
            on: bus, path: Self.path, interface: Self.interface,
            members: Self.iconProperties(owner) + Self.clicks(owner))
        menu = try BusObject(
            on: bus, path: Self.menuPath, interface: Self.menuInterface, members: Self.menuMembers(owner))
    }

    /// Sends signals to the panels. If a signal cannot be sent, the connection is lost, and there is no receiver.
    func emit(_ news: PanelItem.News) {
        switch news {
        case .picture: try? icon.emit("NewIcon", [])
        case .toolTip: try? icon.emit("NewToolTip", [])
        case .labels(let items):
            try? menu.emit("ItemsPropertiesUpdated", [PanelMenuCalls.updates(of: items), .array(of: "(ias)", [])])
        case .layout(let revision):
            try? menu.emit("LayoutUpdated", [.unsigned(revision), .signed(PanelMenuCalls.root)])
        }
    }

    private static func iconProperties(_ owner: StatusIcon) -> [BusObject.Member] {
        [
            .constant("Category", "s", .string("ApplicationStatus")),
            .constant("Id", "s", .string(PopupIcon.program)),
            .constant("Title", "s", .string("Suntracker")),
            .constant("Status", "s", .string("Active")),
            .constant("WindowId", "i", .signed(0)),
            .constant("ItemIsMenu", "b", .boolean(false)),
            .constant("Menu", "o", .objectPath(menuPath)),
            .constant("IconThemePath", "s", .string(owner.iconFolder)),
            .property("IconName", "s") { [unowned owner] in .string(owner.iconName) },
            .property("ToolTip", "(sa(iiay)ss)") { [unowned owner] in owner.content.toolTip(icon: owner.iconName) },
            .signal("NewIcon", "", ""), .signal("NewToolTip", "", ""),
        ]
    }

    /// A click opens the page, as on a popup. The other buttons and the wheel have no effect; panels open the menu
    /// themselves.
    private static func clicks(_ owner: StatusIcon) -> [BusObject.Member] {
        // The activation token for the next click, which Wayland panels send before the click.
        var token: String?
        return [
            .method("Activate", "ii", "x\0y\0") { [unowned owner] _, reply in
                owner.requests.perform(.showDaylight, token)
                token = nil
                reply(.success([]))
            },
            .method("SecondaryActivate", "ii", "x\0y\0") { _, reply in reply(.success([])) },
            .method("ContextMenu", "ii", "x\0y\0") { _, reply in reply(.success([])) },
            .method("Scroll", "is", "delta\0orientation\0") { _, reply in reply(.success([])) },
            .method("ProvideXdgActivationToken", "s", "token\0") { arguments, reply in
                if case .string(let text) = arguments.first { token = text }
                reply(.success([]))
            },
        ]
    }

    private static func menuMembers(_ owner: StatusIcon) -> [BusObject.Member] {
        let calls: @MainActor () -> PanelMenuCalls = { [unowned owner] in PanelMenuCalls(owner.content.menu) }
        return [
            .constant("Version", "u", .unsigned(3)),
            .constant("TextDirection", "s", .string(owner.requests.words.isRightToLeft ? "rtl" : "ltr")),
            .constant("Status", "s", .string("normal")), .constant("IconThemePath", "as", .array(of: "s", [])),
            .method(
                "GetLayout", "iias", returns: "u(ia{sv}av)",
                "parentId\0recursionDepth\0propertyNames\0revision\0layout\0"
            ) { [unowned owner] arguments, reply in
                let menu = owner.refreshMenu()
                reply(menu.calls.layout(arguments, revision: menu.revision))
            },
            .method("GetGroupProperties", "aias", returns: "a(ia{sv})", "ids\0propertyNames\0properties\0") {
                arguments, reply in
                reply(calls().groupProperties(arguments))
            },
            .method("GetProperty", "is", returns: "v", "id\0name\0value\0") { arguments, reply in
                reply(calls().property(arguments))
            },
            .method("Event", "isvu", "id\0eventId\0data\0timestamp\0") { [unowned owner] arguments, reply in
                let action = calls().action(of: arguments)
                if case .success(let action?) = action { owner.requests.perform(action, nil) }
                reply(action.map { _ in [] })
            },
            .method("EventGroup", "a(isvu)", returns: "ai", "events\0idErrors\0") { [unowned owner] arguments, reply in
                let (actions, missing) = calls().actions(of: arguments)
                for action in actions { owner.requests.perform(action, nil) }
                reply(.success([.array(of: "i", missing.map { .signed($0) })]))
            },
            .method("AboutToShow", "i", returns: "b", "id\0needUpdate\0") { [unowned owner] arguments, reply in
                let isNews = arguments.first == .signed(PanelMenuCalls.root) && owner.refreshMenu().isNews
                reply(.success([.boolean(isNews)]))
            },
            .method("AboutToShowGroup", "ai", returns: "aiai", "ids\0updatesNeeded\0idErrors\0") {
                [unowned owner] arguments, reply in
                let menu = owner.refreshMenu()
                let updated: [BusValue] = menu.isNews ? [.signed(PanelMenuCalls.root)] : []
                let missing = menu.calls.missing(among: arguments).map { BusValue.signed($0) }
                reply(.success([.array(of: "i", updated), .array(of: "i", missing)]))
            },
            .signal("LayoutUpdated", "ui", "revision\0parent\0"),
            .signal("ItemsPropertiesUpdated", "a(ia{sv})a(ias)", "updatedProps\0removedProps\0"),
        ]
    }
}

/// The icons of the panel, which `etc/install` installs in the theme hicolor. There are symbolic icons with the same
/// names and `-symbolic`. Plasma finds them by itself; GNOME Shell has to be given their names.
enum PanelIcon {
    /// Returns the directory of the icons next to the program, if they are in no theme; nil if they are in a theme, or
    /// not installed.
    static func folderOutsideTheme(environment: Environment, program: String?) -> String? {
        let icon = "/icons/hicolor/scalable/apps/\(PanelContent.Picture.day.iconName).svg"
        let standard = [environment.dataHome] + environment.dataFolders
        guard let program, !standard.contains(where: { access($0 + icon, R_OK) == 0 }) else { return nil }
        let share = Environment.dataFolder(beside: program)
        return access(share + icon, R_OK) == 0 ? "\(share)/icons" : nil
    }
}

extension PanelContent.Picture {
    var iconName: String {
        switch self {
        case .day: "\(PopupIcon.program)-day"
        case .night: "\(PopupIcon.program)-night"
        case .unknown: PopupIcon.program
        }
    }
}
