import Tracker

/// How a program was installed, which decides what to do if a part of the installation is missing.
enum Installation: Hashable, Sendable {
    /// By the distribution's package manager, in `/usr`.
    case package
    /// By `etc/install --system` or `--prefix`, for all users, in this directory: `/usr/local`.
    case prefix(String)
    /// By `etc/install`, in the user's home.
    case own
    /// Not at all: the program is that of a build in a checkout.
    case checkout

    /// - Parameter program: the absolute path of the program, without symbolic links (`/proc/self/exe`).
    init(program: String) {
        let folders = program.split(separator: "/").dropLast()
        let prefix = folders.dropLast()
        if folders.contains(".build") {
            self = .checkout
        } else if folders.last != "bin" || prefix.last == ".local" {
            self = .own
        } else if prefix.isEmpty || prefix == ["usr"] || prefix.starts(with: ["nix", "store"])
            || prefix.starts(with: ["gnu", "store"])
        {
            self = .package
        } else {
            self = .prefix("/" + prefix.joined(separator: "/"))
        }
    }

    /// What to do if there is no unit.
    func remedyOfMissingUnit(in words: Localizer = .english) -> String {
        let enable = "systemctl --user enable --now suntrackerd"
        guard let installer else {
            return words(
                "{command}; if that finds no unit, reinstall the package {package}",
                ["command": "systemctl --user daemon-reload && \(enable)", "package": "suntracker"])
        }
        var command = "etc/install --enable"
        if case .prefix = self { command = "\(installer) && \(enable)" }
        // TRANSLATORS: where to run a command: the folder with the sources
        return words("in a checkout of Suntracker: {command}", ["command": command])
    }

    /// What to do if the program of the unit is missing.
    func remedyOfMissingProgram(in words: Localizer) -> String {
        installer.map { words("install again, in a checkout of Suntracker: {command}", ["command": $0]) }
            ?? words("reinstall the package {package}", ["package": "suntracker"])
    }

    /// What to do if the program of the unit is older than a build in a checkout.
    func remedyOfOldProgram(in words: Localizer) -> String {
        self == .package
            ? words("upgrade the package {package}", ["package": "suntracker"]) : remedyOfMissingProgram(in: words)
    }

    /// How the entries in the journal get their explanations.
    func sourceOfCatalog(in words: Localizer) -> String {
        switch self {
        case .package, .prefix:
            words(
                "{command} adds the explanations for {journal}",
                ["command": "sudo journalctl --update-catalog", "journal": "journalctl -x"])
        case .own, .checkout:
            words(
                // TRANSLATORS: a file with explanations of the entries of the journal
                "{command} installs the catalog for {journal}",
                ["command": "etc/install --system", "journal": "journalctl -x"])
        }
    }

    /// How to remove it.
    func removal(in words: Localizer) -> String {
        installer.map { words("in a checkout of Suntracker: {command}", ["command": "\($0) --remove"]) }
            ?? words("remove the package {package}", ["package": "suntracker"])
    }

    /// The command that installs it, in a checkout; nil for a package.
    private var installer: String? {
        switch self {
        case .package: nil
        case .prefix("/usr/local"): "etc/install --system"
        case .prefix(let prefix): "etc/install --prefix \(prefix)"
        case .own, .checkout: "etc/install"
        }
    }
}
