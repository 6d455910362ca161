import Systemd

/// The transient unit of the user manager that opens the daylight in a browser (org.freedesktop.systemd1(5)).
///
/// A browser that the service started would inherit its sandbox, in which no browser runs: no new privileges, no memory
/// that is written and executed, no network. The manager's child has none of that, and the environment of the session.
/// The other ways to get out are there on some desktops only: the portal OpenURI, and org.freedesktop.Application, which
/// would start this service.
struct DaylightUnit: Hashable {
    /// The program `suntracker`, by its path.
    let program: String
    /// The options of the service that the chart has to know: `--config`, `--location`.
    let options: [String]
    /// The token by which its window may come to the front; nil for none.
    let token: String?
    /// Tells units of the same name apart.
    let number: UInt64
    /// Whether the manager knows `ExitType=`, which came with systemd 250.
    var managerKnowsExitType = true

    /// `app-ApplicationID@RANDOM.service` (systemd's "Desktop Environment Integration").
    var name: String { "app-io.github.suntracker.Suntracker@\(String(number, radix: 16)).service" }

    /// The arguments of StartTransientUnit.
    var arguments: [BusValue] {
        let execution = BusValue.structure([
            .string(program), .array(of: "s", ([program, "chart", "--open"] + options).map(BusValue.string)),
            // The arguments are as they are given: a $ in them is nothing that the manager replaces.
            .array(of: "s", [.string("no-env-expand")]),
        ])
        // X11's programs know the token by its older name (Startup Notification Protocol).
        let variables = token.map { ["XDG_ACTIVATION_TOKEN=\($0)", "DESKTOP_STARTUP_ID=\($0)"] } ?? []
        let properties: [(String, BusValue)] = [
            ("Description", .string("Suntracker's chart of the daylight")),
            ("Type", .string("exec")),
            // The browser is left behind by what opens it, and lives on in the unit's control group; or, with an older
            // manager, in that of a unit that is no more.
            managerKnowsExitType ? ("ExitType", .string("cgroup")) : ("KillMode", .string("process")),
            ("ExecStartEx", .array(of: "(sasas)", [execution])),
            ("Environment", .array(of: "s", variables.map(BusValue.string))),
            ("Slice", .string("app.slice")),
            ("CollectMode", .string("inactive-or-failed")),
        ]
        return [
            .string(name), .string("fail"),
            .array(of: "(sv)", properties.map { .structure([.string($0.0), .variant($0.1)]) }),
            .array(of: "(sa(sv))", []),
        ]
    }

    /// The unit for a manager that has refused this one because it does not know `ExitType=`; nil where that was not the
    /// reason. It answers "Cannot set property ExitType, or unknown property." (PropertyReadOnly).
    func unit(after refusal: BusError) -> DaylightUnit? {
        guard managerKnowsExitType, refusal.message.contains("ExitType") else { return nil }
        var unit = self
        unit.managerKnowsExitType = false
        return unit
    }
}
