import Systemd

/// A transient service of the user manager (org.freedesktop.systemd1(5), StartTransientUnit).
///
/// A child of this process would inherit its sandbox. The manager's child does not, and it has the environment of the
/// session.
struct TransientUnit: Hashable {
    /// The unit's name, with its suffix `.service`.
    let name: String
    let description: String
    /// The absolute path of the program.
    let program: String
    /// The program's arguments, without argument 0.
    let arguments: [String]
    /// Assignments `NAME=value` on top of the manager's environment.
    let environment: [String]
    /// The properties of the service besides those that follow from the above and those that all units have.
    var properties: [Property]

    struct Property: Hashable {
        let name: String
        let value: BusValue

        init(_ name: String, _ value: BusValue) { (self.name, self.value) = (name, value) }
    }

    /// The arguments of StartTransientUnit. The manager refuses a unit whose name exists.
    var startArguments: [BusValue] {
        let execution = BusValue.structure([
            .string(program), .array(of: "s", ([program] + arguments).map(BusValue.string)),
            // Otherwise, the manager would expand a $ in an argument.
            .array(of: "s", [.string("no-env-expand")]),
        ])
        let common = [
            Property("Description", .string(description)),
            Property("ExecStartEx", .array(of: "(sasas)", [execution])),
            Property("Environment", .array(of: "s", environment.map(BusValue.string))),
            // Not background.slice, whose CPU share is small: the user waits for the result.
            Property("Slice", .string("app.slice")),
            // A unit that has failed is unloaded too: it does not stay in "systemctl --failed".
            Property("CollectMode", .string("inactive-or-failed")),
        ]
        return [
            .string(name), .string("fail"),
            .array(of: "(sv)", (common + properties).map { .structure([.string($0.name), .variant($0.value)]) }),
            .array(of: "(sa(sv))", []),
        ]
    }
}
