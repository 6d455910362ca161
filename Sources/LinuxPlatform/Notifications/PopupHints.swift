import Glibc
package import Tracker

/// The icon or picture that a popup is sent with, so that each server shows exactly one.
///
/// dunst and mako do not find an icon by name that is installed in a home folder. Every server shows a file (`image-path`),
/// except naughty (awesome) and Cinnamon, which show one in place of the name. If both are sent, some servers show both.
/// Plasma already shows the icon of the desktop entry above each popup.
struct PopupIcon: Equatable {
    /// The icon's name, or its path ("app_icon"); nil for none.
    var name: String?
    /// The picture's path (the hint `image-path`, where it is a URI); nil for none.
    var file: String?

    /// The name of the program's icon, and of its desktop entry.
    static let program = "io.github.suntracker.Suntracker"

    /// Plasma's name for itself.
    static let plasma = "Plasma"

    /// - Parameters:
    ///   - own: the popup's own picture, a name or an absolute path; nil for the program's icon.
    ///   - installed: the file of the program's icon; nil if it is not installed.
    ///   - server: the server's name for itself ("GetServerInformation").
    init(own: String?, installed: String?, server: String?) {
        if let own, !own.hasPrefix("/") {
            self.init(name: own)
        } else if own == nil, installed != nil, server == Self.plasma {
            self.init()
        } else if let file = own ?? installed {
            self = server == "naughty" || server == "cinnamon" ? PopupIcon(name: file) : PopupIcon(file: file)
        } else {
            self.init(name: Self.program)
        }
    }

    private init(name: String? = nil, file: String? = nil) { (self.name, self.file) = (name, file) }

    /// The file of the program's icon in the XDG data folders or in the program's own; nil if it is not installed.
    ///
    /// - Parameter program: the path of the program, whose `../share` is searched too; nil if it is unknown.
    static func installedFile(environment: Environment, program: String?) -> String? {
        let folders =
            [environment.dataHome] + environment.dataFolders
            + (program.map { [Environment.dataFolder(beside: $0)] } ?? [])
        // PNG first: not every server renders SVG. dunst shows a picture in its own size, so 128 pixels would fill half the
        // popup.
        return ["64x64/apps/\(Self.program).png", "scalable/apps/\(Self.program).svg"].lazy.flatMap { icon in
            folders.lazy.map { "\($0)/icons/hicolor/\(icon)" }
        }.first { access($0, R_OK) == 0 }
    }
}

/// The program's icons, as they are installed.
package struct InstalledIcons: Sendable {
    /// The file of the icon of popups; nil if it is not installed.
    package let popup: String?
    /// The folder of those of the panel, if no theme has them; empty if one has.
    package let panelFolder: String

    /// Looks for them. This can take as long as the disk does.
    package init(environment: Environment, program: String?) {
        popup = PopupIcon.installedFile(environment: environment, program: program)
        panelFolder = PanelIcon.folderBesideTheme(environment: environment, program: program) ?? ""
    }
}

/// What a notification server gets about the sound of a popup (Desktop Notifications Specification 1.2, section
/// "Hints").
package enum SoundHint: Equatable {
    /// `sound-name`.
    case name(String)
    /// `sound-file`.
    case file(String)
    /// `suppress-sound`.
    case suppress

    /// The hint for a server with these capabilities; nil if it gets none, because it plays no sounds or decides by itself.
    package init?(_ sound: Popup.Sound, capabilities: some Collection<String>) {
        guard capabilities.contains(Self.capability) else { return nil }
        switch sound {
        case .standard: return nil
        case .named(let name): self = .name(name)
        case .file(let path): self = .file(path)
        case .silent: self = .suppress
        }
    }

    /// Whether the server plays something.
    var isHeard: Bool { self != .suppress }

    /// What a server that plays sounds lists among its capabilities.
    package static let capability = "sound"
}
