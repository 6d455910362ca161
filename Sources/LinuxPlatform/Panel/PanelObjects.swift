import Glibc
import Systemd
import Tracker

extension PanelContent {
    /// The tooltip: an icon, pictures instead of one, a title and a text, in which panels interpret markup.
    fileprivate var toolTip: BusValue {
        .structure([
            .string(picture.iconName), .array(of: "(iiay)", []), .string(title),
            .string(lines.joined(separator: "\n")),
        ])
    }
}

/// The two objects of the status icon on the session bus: the icon (org.kde.StatusNotifierItem) and its menu
/// (com.canonical.dbusmenu). Everything is computed when a panel asks.
@MainActor
struct PanelObjects {
    /// What the objects ask for.
    struct Source {
        /// What the icon shows now.
        let content: @MainActor () -> PanelContent
        /// Tells the panels what has changed, and returns the menu of now, its revision, and whether it has changed.
        let refreshMenu: @MainActor () -> (calls: PanelMenuCalls, revision: UInt32, isNews: Bool)
        /// Does what the user has chosen. The token lets a window come to the front.
        let perform: @MainActor (PanelAction, _ token: String?) -> Void
        /// The folder with the icon, if panels do not find it in the theme; else empty.
        let iconFolder: String
    }

    /// The path of the icon, which most programs use.
    static let path = "/StatusNotifierItem"
    /// The path of the menu.
    static let menuPath = "/StatusNotifierItem/Menu"
    static let interface = "org.kde.StatusNotifierItem"
    static let menuInterface = "com.canonical.dbusmenu"

    private let icon: BusObject
    private let menu: BusObject

    init(on bus: Bus, _ source: Source) throws(SystemError) {
        icon = try BusObject(
            on: bus, path: Self.path, interface: Self.interface, properties: Self.iconProperties(source),
            methods: Self.iconMethods(source), signals: [.init("NewIcon", "", ""), .init("NewToolTip", "", "")])
        menu = try BusObject(
            on: bus, path: Self.menuPath, interface: Self.menuInterface,
            properties: [
                .constant("Version", "u", .unsigned(3)), .constant("TextDirection", "s", .string("ltr")),
                .constant("Status", "s", .string("normal")), .constant("IconThemePath", "as", .array(of: "s", [])),
            ],
            methods: Self.menuMethods(source),
            signals: [
                .init("LayoutUpdated", "ui", "revision\0parent\0"),
                .init("ItemsPropertiesUpdated", "a(ia{sv})a(ias)", "updatedProps\0removedProps\0"),
            ])
    }

    /// Tells the panels. A signal that cannot be sent has no receivers: the connection is gone.
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

    private static func iconProperties(_ source: Source) -> [BusObject.Property] {
        [
            .constant("Category", "s", .string("ApplicationStatus")),
            .constant("Id", "s", .string(PopupIcon.program)),
            .constant("Title", "s", .string("Suntracker")),
            .constant("Status", "s", .string("Active")),
            .constant("WindowId", "i", .signed(0)),
            .constant("ItemIsMenu", "b", .boolean(false)),
            .constant("Menu", "o", .objectPath(menuPath)),
            .constant("IconThemePath", "s", .string(source.iconFolder)),
            .init("IconName", "s") { .string(source.content().picture.iconName) },
            .init("ToolTip", "(sa(iiay)ss)") { source.content().toolTip },
        ]
    }

    /// A click opens the page, as on a popup. The other buttons and the wheel do nothing; panels open the menu themselves.
    private static func iconMethods(_ source: Source) -> [BusObject.Method] {
        let token = Token()
        func click(_ name: StaticString, does action: PanelAction?) -> BusObject.Method {
            .init(name, "ii", "x\0y\0") { _, reply in
                if let action { source.perform(action, token.take()) }
                reply(.success([]))
            }
        }
        return [
            click("Activate", does: .showDaylight), click("SecondaryActivate", does: nil),
            click("ContextMenu", does: nil),
            .init("Scroll", "is", "delta\0orientation\0") { _, reply in reply(.success([])) },
            .init("ProvideXdgActivationToken", "s", "token\0") { arguments, reply in
                if case .string(let text) = arguments.first { token.text = text }
                reply(.success([]))
            },
        ]
    }

    /// The token for the next click, which a panel under Wayland sends before it.
    @MainActor
    private final class Token {
        var text: String?

        func take() -> String? {
            defer { text = nil }
            return text.flatMap { $0.isEmpty || $0.hasControlCharacter ? nil : $0 }
        }
    }

    private static func menuMethods(_ source: Source) -> [BusObject.Method] {
        func calls() -> PanelMenuCalls { PanelMenuCalls(source.content().menu) }
        return [
            .init(
                "GetLayout", "iias", returns: "u(ia{sv}av)",
                "parentId\0recursionDepth\0propertyNames\0revision\0layout\0"
            ) { arguments, reply in
                let menu = source.refreshMenu()
                reply(menu.calls.layout(arguments, revision: menu.revision))
            },
            .init("GetGroupProperties", "aias", returns: "a(ia{sv})", "ids\0propertyNames\0properties\0") {
                arguments, reply in
                reply(calls().groupProperties(arguments))
            },
            .init("GetProperty", "is", returns: "v", "id\0name\0value\0") { arguments, reply in
                reply(calls().property(arguments))
            },
            .init("Event", "isvu", "id\0eventId\0data\0timestamp\0") { arguments, reply in
                let action = calls().action(of: arguments)
                if case .success(let action?) = action { source.perform(action, nil) }
                reply(action.map { _ in [] })
            },
            .init("EventGroup", "a(isvu)", returns: "ai", "events\0idErrors\0") { arguments, reply in
                let (actions, missing) = calls().actions(of: arguments)
                for action in actions { source.perform(action, nil) }
                reply(.success([.array(of: "i", missing.map { .signed($0) })]))
            },
            .init("AboutToShow", "i", returns: "b", "id\0needUpdate\0") { arguments, reply in
                let isNews = arguments.first == .signed(PanelMenuCalls.root) && source.refreshMenu().isNews
                reply(.success([.boolean(isNews)]))
            },
            .init("AboutToShowGroup", "ai", returns: "aiai", "ids\0updatesNeeded\0idErrors\0") { arguments, reply in
                let menu = source.refreshMenu()
                let updated: [BusValue] = menu.isNews ? [.signed(PanelMenuCalls.root)] : []
                let missing = menu.calls.missing(among: arguments).map { BusValue.signed($0) }
                reply(.success([.array(of: "i", updated), .array(of: "i", missing)]))
            },
        ]
    }
}

/// The pictures of the status icon, which `etc/install` installs in the theme hicolor, and for panels that color their
/// icons, symbolic ones of the same names.
enum PanelIcon {
    /// The folder of the icons beside the program, if no theme has them; nil if a theme has them, or no folder does.
    ///
    /// - Parameter program: the path of the program, whose `../share/icons` is searched; nil if it is unknown.
    static func folderBesideTheme(environment: Environment, program: String?) -> String? {
        let icon = "/icons/hicolor/scalable/apps/\(PanelContent.Picture.day.iconName).svg"
        let standard = [environment.dataHome] + environment.dataFolders
        guard let program, !standard.contains(where: { access($0 + icon, R_OK) == 0 }) else { return nil }
        let share = Environment.dataFolder(beside: program)
        return access(share + icon, R_OK) == 0 ? "\(share)/icons" : nil
    }
}

extension PanelContent.Picture {
    /// The name of the icon.
    var iconName: String {
        switch self {
        case .day: "\(PopupIcon.program)-day"
        case .night: "\(PopupIcon.program)-night"
        case .unknown: PopupIcon.program
        }
    }
}
