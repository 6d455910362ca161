import LinuxPlatform

extension StateFile {
    /// The page that `suntracker chart --open` writes: in the state folder, or where the browser is a snap, in the snap's
    /// own folder.
    ///
    /// snapd keeps a snap out of the hidden folders of the home. A browser from a flatpak needs nothing: its desktop entry
    /// has the file passed on (flatpak-run(1), `--file-forwarding`).
    ///
    /// - Parameter browser: the command line of the browser; nil for none.
    static func page(openedBy browser: String?, environment: Environment) -> StateFile {
        guard let snap = browser.flatMap(snap), let home = environment["HOME"] else {
            return StateFile("chart.html", environment: environment)
        }
        return StateFile("suntracker-chart.html", folder: "\(home)/snap/\(snap)/common")
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
