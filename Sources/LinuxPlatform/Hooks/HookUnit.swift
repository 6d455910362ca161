import Solar
import Systemd
import Tracker

/// The transient unit of the user manager that a hook runs as (org.freedesktop.systemd1(5)).
///
/// It is the manager's child, with the environment of the session and none of the service's sandbox: a hook switches
/// lamps over the network and themes in a database.
struct HookUnit: Hashable {
    /// `suntracker-hook-sunset-lamps-on-20261121T233952Z.service`: one for each hook of each occurrence, so that of two
    /// who want to start it the manager refuses the second.
    let name: String
    /// What is run.
    let command: HookCommand
    /// What it is run for.
    let call: HookCall

    init(_ command: HookCommand, for call: HookCall) {
        self.command = command
        self.call = call
        let time = call.occurrence.due.rfc3339(fractionDigits: 0).filter { $0 != "-" && $0 != ":" }
        let rule = Self.namePart(call.occurrence.rule.id)
        name = "suntracker-hook-\(rule)-\(Self.namePart(command.hook.name))-\(time).service"
    }

    /// The same unit, whose program is told that it may have been started before.
    var again: HookUnit { HookUnit(command, for: call.again) }

    /// How long a hook that is asked to end may take for it before it is killed.
    private static let timeToEnd = Duration.seconds(5)

    /// The arguments of StartTransientUnit.
    var arguments: [BusValue] {
        let path = command.hook.path
        let execution = BusValue.structure([
            .string(path), .array(of: "s", ([path] + command.arguments).map(BusValue.string)),
            // The arguments are as the settings have them: a $ in them is nothing that the manager replaces.
            .array(of: "s", [.string("no-env-expand")]),
        ])
        let variables = call.environment.sorted { $0.key < $1.key }.map { BusValue.string("\($0.key)=\($0.value)") }
        let properties: [(String, BusValue)] = [
            ("Description", .string("Suntracker's hook \(path) for \(call.occurrence.rule.id)".printable)),
            ("Type", .string("oneshot")),
            ("ExecStartEx", .array(of: "(sasas)", [execution])),
            ("Environment", .array(of: "s", variables)),
            ("TimeoutStartUSec", .microseconds(call.timeLimit)),
            ("TimeoutStopUSec", .microseconds(Self.timeToEnd)),
            ("StandardOutput", .string("journal")),
            ("StandardError", .string("inherit")),
            ("SyslogIdentifier", .string(command.hook.name.printable)),
            // Not background.slice, whose share is small: a person waits for the lamps, and sees the theme change.
            ("Slice", .string("app.slice")),
            // Nothing stays of a hook that has failed but its entries in the journal: no unit for "systemctl --failed", and
            // the next one may have the name.
            ("CollectMode", .string("inactive-or-failed")),
            // But it stays until its result is read.
            ("AddRef", .boolean(true)),
        ]
        return [
            .string(name), .string("fail"),
            .array(of: "(sv)", properties.map { .structure([.string($0.0), .variant($0.1)]) }),
            .array(of: "(sa(sv))", []),
        ]
    }

    /// A text as it can stand in the name of a unit, which has few characters and 255 bytes (systemd.unit(5)), and in a
    /// command line without quotes. Where something is lost a hash (FNV-1a) keeps two texts apart.
    private static func namePart(_ text: String) -> String {
        let kept = text.unicodeScalars.map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                || "-_.:".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
        }
        let part = String(kept.prefix(80))
        guard part != text else { return text }
        let hash = text.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return "\(part)-\(String(hash, radix: 16))"
    }
}

extension BusValue {
    /// A span of time as systemd has it.
    fileprivate static func microseconds(_ span: Duration) -> BusValue {
        let (seconds, attoseconds) = span.components
        return .unsigned64(UInt64(max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000)))
    }
}
