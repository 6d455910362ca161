// SPDX-License-Identifier: MIT
import Glibc
import Wording

/// The icon or picture of a popup, chosen so that each server shows exactly one.
///
/// dunst and mako do not find an icon by its name if it is installed in a home directory. Every server shows a file
/// that is given as `image-path`, except naughty (awesome) and Cinnamon, which show a file only if it is given as the
/// icon's name. If both are sent, some servers show both. Plasma already shows the icon of the desktop entry above each
/// popup.
struct PopupIcon: Equatable {
    /// The icon's name, or its path ("app_icon"); nil for none.
    var name: String?
    /// The picture's path (as a URI in the hint `image-path`); nil for none.
    var file: String?

    /// The name of the program's icon and of its desktop entry.
    static let program = "io.github.suntracker.Suntracker"

    /// The name that Plasma reports.
    static let plasma = "Plasma"

    init(own: String?, picture: WrittenPopup.Picture? = nil, installed: String?, server: String?) {
        let own = own ?? picture.flatMap { $0.file(beside: installed) }
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

    /// Finds the file of the program's icon in the XDG data directories or next to the program; nil if it is not
    /// installed.
    static func installedFile(environment: Environment, program: String?) -> String? {
        let folders =
            [environment.dataHome] + environment.dataFolders
            + (program.map { [Environment.dataFolder(beside: $0)] } ?? [])
        // PNG first, because not every server renders SVG. dunst shows a picture in its original size, so 128 pixels
        // would fill half of the popup.
        return ["64x64/apps/\(Self.program).png", "scalable/apps/\(Self.program).svg"].lazy.flatMap { icon in
            folders.lazy.map { "\($0)/icons/hicolor/\(icon)" }
        }.first { access($0, R_OK) == 0 }
    }
}

extension WrittenPopup.Picture {
    /// The file of the picture, which is installed together with the PNG file of the program's icon; nil without it.
    fileprivate func file(beside icon: String?) -> String? {
        guard let icon, icon.hasSuffix(".png") else { return nil }
        return "\(icon.dropLast(4))-\(rawValue).png"
    }
}

package struct InstalledIcons: Sendable {
    /// The file of the icon for popups; nil if it is not installed.
    package let popup: String?
    /// The directory of the icons for the panel, if they are in no theme; otherwise empty.
    package let panelFolder: String

    /// Searches for the icons, which can take as long as the disk takes.
    package init(environment: Environment, program: String?) {
        popup = PopupIcon.installedFile(environment: environment, program: program)
        panelFolder = PanelIcon.folderOutsideTheme(environment: environment, program: program) ?? ""
    }
}
