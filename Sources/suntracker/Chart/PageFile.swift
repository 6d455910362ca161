import LinuxPlatform
import Systemd

/// The page that `suntracker chart --open` writes: in the state folder, or in the snap's folder if the browser is a
/// snap.
///
/// snapd denies snaps access to hidden folders in the home directory. A browser from a flatpak needs no exception,
/// because its desktop entry forwards the file (flatpak-run(1), `--file-forwarding`).
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

    /// Replaces the page, which only its owner can read; creates the folder if it is missing.
    func write(_ page: String) throws(SystemError) {
        try makeFolders(folder)
        try writeAtomically(page, to: path)
    }

    /// The snap that a command line starts: `firefox` for `env A=b /snap/bin/firefox %u`, and `chromium` for
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
