// SPDX-License-Identifier: MIT
import Systemd

/// A transient service of the user manager (org.freedesktop.systemd1(5), StartTransientUnit).
///
/// A child of this process would inherit its sandbox. A child of the manager does not, and it has the environment of
/// the session.
struct TransientUnit {
    let name: String
    let description: String
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
        let common: [Property] = [
            ("Description", .string(description)),
            command,
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
    /// The program with its arguments. The manager expands a `$`, unless the property is ExecStartEx. systemd 252 writes that
    /// one to the unit's file under a name that it does not read, and a reload before the start would lose the command.
    private var command: Property {
        let words = [program] + arguments
        let isLiteral = words.contains { $0.contains("$") }
        let flags: BusValue = isLiteral ? .array(of: "s", [.string("no-env-expand")]) : .boolean(false)
        let execution = BusValue.structure([.string(program), .array(of: "s", words.map(BusValue.string)), flags])
        return isLiteral
            ? ("ExecStartEx", .array(of: "(sasas)", [execution])) : ("ExecStart", .array(of: "(sasb)", [execution]))
    }
}
