// SPDX-License-Identifier: MIT
import Systemd

/// A transient service of the user manager (org.freedesktop.systemd1(5), StartTransientUnit).
///
/// A child of this process would inherit its sandbox. A child of the manager does not, and it has the environment of
/// the session.
struct TransientUnit {
    /// The unit's name, with its suffix `.service`.
    let name: String
    let description: String
    /// The absolute path of the program.
    let program: String
    /// The program's arguments, without argument 0.
    let arguments: [String]
    /// Assignments `NAME=value` on top of the manager's environment.
    let environment: [String]
    /// The slice; nil for the default one, app.slice. It is not background.slice, which gets a small share of the CPU,
    /// because the user is waiting for the result.
    var slice: String?
    /// The properties that only this service has, in addition to the properties of every unit.
    var properties: [Property]

    typealias Property = (name: String, value: BusValue)

    /// The arguments of StartTransientUnit. The manager refuses a unit if its name already exists.
    var startArguments: [BusValue] {
        let execution = BusValue.structure([
            .string(program), .array(of: "s", ([program] + arguments).map(BusValue.string)),
            // Otherwise, the manager would expand a $ in an argument.
            .array(of: "s", [.string("no-env-expand")]),
        ])
        let common: [Property] = [
            ("Description", .string(description)),
            ("ExecStartEx", .array(of: "(sasas)", [execution])),
            ("Environment", .array(of: "s", environment.map(BusValue.string))),
            ("Slice", .string(slice ?? "app.slice")),
            // A failed unit is unloaded, too, so it does not stay in "systemctl --failed".
            ("CollectMode", .string("inactive-or-failed")),
        ]
        return [
            .string(name), .string("fail"),
            .array(of: "(sv)", (common + properties).map { .structure([.string($0.name), .variant($0.value)]) }),
            .array(of: "(sa(sv))", []),
        ]
    }
}
