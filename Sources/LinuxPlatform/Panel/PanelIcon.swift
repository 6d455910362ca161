import Glibc
import Tracker

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
        let share = program.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/share"
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
