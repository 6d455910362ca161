import Systemd
import Testing

@testable import LinuxPlatform

@Suite("The unit that opens the daylight") struct DaylightUnitTests {
    private func properties(_ unit: DaylightUnit) -> [String: BusValue] {
        guard unit.arguments.count == 4, case .array(of: "(sv)", let properties) = unit.arguments[2] else { return [:] }
        var named: [String: BusValue] = [:]
        for case .structure(let pair) in properties where pair.count == 2 {
            if case .string(let name) = pair[0], case .variant(let value) = pair[1] { named[name] = value }
        }
        return named
    }

    @Test("runs the command with the service's options, and the token in the environment")
    func command() {
        let unit = DaylightUnit(
            program: "/p/suntracker", options: ["--config", "/c"], token: "t", number: 255)
        #expect(unit.name == "app-io.github.suntracker.Suntracker@ff.service")
        #expect(unit.arguments.first == .string(unit.name))
        #expect(unit.arguments[1] == .string("fail"))
        let properties = properties(unit)
        let words = ["/p/suntracker", "chart", "--open", "--config", "/c"].map(BusValue.string)
        #expect(
            properties["ExecStartEx"]
                == .array(
                    of: "(sasas)",
                    [
                        .structure([
                            .string("/p/suntracker"), .array(of: "s", words),
                            .array(of: "s", [.string("no-env-expand")]),
                        ])
                    ]))
        #expect(
            properties["Environment"]
                == .array(of: "s", [.string("XDG_ACTIVATION_TOKEN=t"), .string("DESKTOP_STARTUP_ID=t")]))
        // Else the browser would be ended together with what has opened it.
        #expect(properties["ExitType"] == .string("cgroup"))
    }

    @Test("has no token where none was given")
    func noToken() {
        let unit = DaylightUnit(program: "/p/suntracker", options: [], token: nil, number: 1)
        #expect(properties(unit)["Environment"] == .array(of: "s", []))
    }

    /// The answers of src/core/dbus-unit.c: systemd 249 does not know the property, which came with 250.
    @Test(
        "is asked for again without ExitType= where the manager does not know that, and the browser lives on all the same",
        arguments: [
            ("PropertyReadOnly", "Cannot set property ExitType, or unknown property.", true),
            ("PropertyReadOnly", "Cannot set property Slice, or unknown property.", false),
            ("AccessDenied", "no", false),
        ])
    func olderManager(name: String, message: String, isAskedAgain: Bool) throws {
        let unit = DaylightUnit(program: "/p/suntracker", options: ["--config", "/c"], token: "t", number: 255)
        let refusal = BusError(name: "org.freedesktop.DBus.Error.\(name)", message: message)
        let next = unit.unit(after: refusal)
        #expect((next != nil) == isAskedAgain)
        guard let next else { return }
        let (first, second) = (properties(unit), properties(next))
        #expect(second["ExitType"] == nil)
        #expect(second["KillMode"] == .string("process"))
        #expect(first["KillMode"] == nil)
        for name in first.keys where name != "ExitType" { #expect(second[name] == first[name], "\(name)") }
        // Once, whatever it answers.
        #expect(next.unit(after: refusal) == nil)
    }
}
