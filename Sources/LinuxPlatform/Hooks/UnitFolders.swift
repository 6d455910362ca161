import Glibc

/// The folders in which the user manager looks for units (systemd.unit(5), "User Unit Search Path").
struct UnitFolders: Sendable {
    private let paths: [String]

    init(environment: Environment) {
        let runtime = environment["XDG_RUNTIME_DIR"].map { "\($0)/systemd" } ?? "/run/systemd"
        let shared =
            [environment.configurationHome, environment.dataHome] + environment.configurationFolders
            + environment.dataFolders
            + ["/etc", "/run", "/usr/local/lib", "/usr/lib"]
        paths =
            shared.map { "\($0)/systemd/user" }
            + ["user", "transient", "generator.early", "generator", "generator.late"].map { "\(runtime)/\($0)" }
    }

    /// Whether there is a file for the unit, or for its template. A slice needs none.
    func contains(_ unit: String) -> Bool {
        guard !unit.hasSuffix(".slice") else { return true }
        let template = unit.firstIndex(of: "@").flatMap { at in
            unit.lastIndex(of: ".").map { String(unit[...at] + unit[$0...]) }
        }
        return [unit, template].compactMap(\.self).contains { name in
            paths.contains { access("\($0)/\(name)", F_OK) == 0 }
        }
    }
}
