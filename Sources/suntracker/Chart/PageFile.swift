import LinuxPlatform
import Systemd

/// The page that `suntracker chart --open` writes: in the state folder, or where the browser is a snap, in the snap's own
/// folder.
///
/// snapd keeps a snap out of the hidden folders of the home. A browser from a flatpak needs nothing: its desktop entry
/// has the file passed on (flatpak-run(1), `--file-forwarding`).
struct PageFile {
    private let folder: String
    let path: String

    /// - Parameter browser: the command line of the browser; nil for none.
    init(openedBy browser: String?, environment: Environment) {
        let name: String
        if let snap = browser.flatMap(Self.snap), let home = environment["HOME"] {
            (folder, name) = ("\(home)/snap/\(snap)/common", "suntracker-chart.html")
        } else {
            (folder, name) = (environment.stateFolder, "chart.html")
        }
        path = folder + "/" + name
    }

    /// Replaces the page, readable for its owner alone; makes the folder if it is missing.
    func write(_ page: String) throws(SystemError) {
        try makeFolders(folder)
        try writeAtomically(page, to: path)
    }

    /// The snap whose program a command line starts: `firefox` for `env A=b /snap/bin/firefox %u`, and `chromium` for
    /// `/var/lib/snapd/snap/bin/chromium.beta`.
    private static func snap(startedBy command: String) -> Substring? {
        command.split(separator: " ").lazy.compactMap { word in
            let parts = word.split(separator: "/").suffix(3)
            guard word.hasPrefix("/"), parts.count == 3, parts.dropLast().elementsEqual(["snap", "bin"]) else {
                return nil
            }
            return parts.last?.prefix { $0 != "." }
        }.first
    }
}
