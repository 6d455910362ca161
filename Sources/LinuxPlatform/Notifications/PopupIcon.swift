import Glibc

/// Which pictures a popup is sent with, so that each server shows one.
///
/// dunst and mako find no icon by its name that was installed in a home; every server shows a file (`image-path`). Where
/// both are sent, some show both. Plasma shows the icon of the desktop entry above each popup already.
struct PopupIcon: Hashable {
    /// The icon's name ("app_icon"); nil for none.
    var name: String?
    /// The picture's path (the hint `image-path`, where it is a URI); nil for none.
    var file: String?

    /// The name of the program's icon, and of its desktop entry.
    static let program = "io.github.suntracker.Suntracker"

    /// What is sent.
    ///
    /// - Parameters:
    ///   - own: the popup's own picture, a name or an absolute path; nil for the program's icon.
    ///   - installed: the file of the program's icon; nil where it is not installed.
    ///   - server: the name that the server gives itself ("GetServerInformation").
    init(own: String?, installed: String?, server: String?) {
        if let own {
            self = own.hasPrefix("/") ? PopupIcon(file: own) : PopupIcon(name: own)
        } else if installed != nil, server == "Plasma" {
            self.init()
        } else if let installed {
            self.init(file: installed)
        } else {
            self.init(name: Self.program)
        }
    }

    private init(name: String? = nil, file: String? = nil) { (self.name, self.file) = (name, file) }

    /// The file of the program's icon where the program or its environment finds it; nil where it is not installed.
    ///
    /// - Parameter program: the path of the program, whose `../share` is looked into as well; nil where it is not known.
    static func installedFile(environment: Environment, program: String?) -> String? {
        var folders = [environment.dataHome] + environment.dataFolders
        if let program {
            // `prefix/bin/suntracker` has its data in `prefix/share`.
            folders.append(program.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/share")
        }
        // A picture of points first: not every server draws SVG, or all that may be in one. dunst shows it in its own size,
        // in which 128 points would be half the popup.
        return ["64x64/apps/\(Self.program).png", "scalable/apps/\(Self.program).svg"].lazy.flatMap { icon in
            folders.lazy.map { "\($0)/icons/hicolor/\(icon)" }
        }.first { access($0, R_OK) == 0 }
    }
}
