/// The way in which a program was installed. It determines the remedy if a part of the installation is missing.
enum Installation: Hashable, Sendable {
    /// By the distribution's package manager, in `/usr`.
    case package
    /// By `etc/install --system` or `--prefix`, for all users, in this directory: `/usr/local`.
    case prefix(String)
    /// By `etc/install`, in the home directory.
    case own
    /// Not installed: a build in a checkout.
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

    /// The remedy if there is no unit.
    var remedyOfMissingUnit: Remedy {
        let enable = "systemctl --user enable --now suntrackerd"
        guard let installer else {
            return Remedy(
                "to start it, and if that finds no unit, reinstall the package suntracker",
                "systemctl --user daemon-reload && \(enable)")
        }
        if case .prefix = self { return Remedy(Self.inCheckout, "\(installer) && \(enable)") }
        return Remedy(Self.inCheckout, "etc/install --enable")
    }

    /// The remedy if the program of the unit is missing.
    var remedyOfMissingProgram: Remedy {
        installer.map { Remedy("reinstall it, from a checkout of Suntracker", $0) }
            ?? Remedy("reinstall the package suntracker")
    }

    /// The remedy if the program of the unit is older than a build in a checkout.
    var remedyOfOldProgram: Remedy {
        self == .package ? Remedy("upgrade the package suntracker") : remedyOfMissingProgram
    }

    /// The way to add explanations to the journal entries.
    var sourceOfCatalog: String {
        switch self {
        case .package, .prefix: "sudo journalctl --update-catalog adds the explanations for journalctl -x"
        case .own, .checkout: "etc/install --system installs the catalog for journalctl -x"
        }
    }

    /// The way to remove the installation.
    var removal: Remedy {
        installer.map { Remedy(Self.inCheckout, "\($0) --remove") } ?? Remedy("remove the package suntracker")
    }

    private static let inCheckout = "in a checkout of Suntracker"

    /// The command that reinstalls it from a checkout; nil for a package.
    private var installer: String? {
        switch self {
        case .package: nil
        case .prefix("/usr/local"): "etc/install --system"
        case .prefix(let prefix): "etc/install --prefix \(prefix)"
        case .own, .checkout: "etc/install"
        }
    }
}
