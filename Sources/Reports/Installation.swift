import Tracker

/// How a program was installed, which decides what to do if a part of the installation is missing.
package enum Installation: Hashable, Sendable {
    /// By the distribution's package manager, in `/usr`.
    case package
    /// By `etc/install --system` or `--prefix`, for all users, in this directory: `/usr/local`.
    case prefix(String)
    /// By `etc/install`, in the user's home.
    case own
    /// Not at all: the program is that of a build in a checkout.
    case checkout

    /// - Parameter program: the absolute path of the program, without symbolic links (`/proc/self/exe`).
    package init(program: String) {
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
    func remedyOfMissingUnit(in words: Words = .english) -> String {
        switch self {
        case .package:
            words(
                "{command}; if that finds no unit, reinstall the package {package}",
                ["command": "systemctl --user daemon-reload && \(Self.enable)", "package": "suntracker"])
        case .prefix(let prefix):
            words(
                "in a checkout of Suntracker: {command}",
                ["command": "\(Self.installer(for: prefix)) && \(Self.enable)"])
        case .own, .checkout:
            words("in a checkout of Suntracker: {command}", ["command": "etc/install --enable"])
        }
    }

    /// What to do if the program of the unit is missing.
    func remedyOfMissingProgram(in words: Words) -> String {
        switch self {
        case .package: words("reinstall the package {package}", ["package": "suntracker"])
        case .prefix(let prefix):
            words("install again, in a checkout of Suntracker: {command}", ["command": Self.installer(for: prefix)])
        case .own, .checkout:
            words("install again, in a checkout of Suntracker: {command}", ["command": "etc/install"])
        }
    }

    /// What to do if the program of the unit is older than a build in a checkout.
    func remedyOfOldProgram(in words: Words) -> String {
        switch self {
        case .package: words("upgrade the package {package}", ["package": "suntracker"])
        case .prefix, .own, .checkout: remedyOfMissingProgram(in: words)
        }
    }

    /// How the entries in the journal get their explanations.
    func sourceOfCatalog(in words: Words) -> String {
        switch self {
        case .package, .prefix:
            words(
                "{command} adds the explanations for {journal}",
                ["command": "sudo journalctl --update-catalog", "journal": "journalctl -x"])
        case .own, .checkout:
            words(
                "{command} installs the catalog for {journal}",
                ["command": "etc/install --system", "journal": "journalctl -x"])
        }
    }

    /// How to remove it.
    func removal(in words: Words) -> String {
        switch self {
        case .package: words("remove the package {package}", ["package": "suntracker"])
        case .prefix(let prefix):
            words("in a checkout of Suntracker: {command}", ["command": "\(Self.installer(for: prefix)) --remove"])
        case .own, .checkout:
            words("in a checkout of Suntracker: {command}", ["command": "etc/install --remove"])
        }
    }

    private static func installer(for prefix: String) -> String {
        "etc/install \(prefix == "/usr/local" ? "--system" : "--prefix \(prefix)")"
    }

    private static let enable = "systemctl --user enable --now suntrackerd"
}
