// SPDX-License-Identifier: MIT
import Systemd
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

@Suite("The unit that opens the chart") struct ChartUnitTests {
    @Test("runs the command with the service's options, and the token in the environment")
    func command() {
        let unit = TransientUnit.chart(program: "/p/suntracker", options: ["--config", "/c"], token: "t")
        #expect(unit.name.hasPrefix("app-io.github.suntracker.Suntracker@") && unit.name.hasSuffix(".service"))
        #expect(unit.name != TransientUnit.chart(program: "/p/suntracker", options: [], token: nil).name)
        #expect(unit.startArguments.first == .string(unit.name))
        #expect(unit.startArguments[1] == .string("fail"))
        let properties = unit.sentProperties
        #expect(properties["ExecStart"] == .commandLine("/p/suntracker", "chart", "--open", "--config", "/c"))
        #expect(
            properties["Environment"]
                == .array(of: "s", [.string("XDG_ACTIVATION_TOKEN=t"), .string("DESKTOP_STARTUP_ID=t")]))
        // Otherwise, the browser would end together with the program that opens it.
        #expect(properties["ExitType"] == .string("cgroup"))
    }

    @Test(
        "contains no token if the notification server or the panel gave none, or an invalid one",
        arguments: [nil, "", "a\nb", "a\u{1B}[2J", "\u{85}", String(repeating: "a", count: 5000)])
    func withoutToken(token: String?) {
        let unit = TransientUnit.chart(program: "/p/suntracker", options: ["--config", "/c"], token: token)
        #expect(unit.sentProperties["Environment"] == .array(of: "s", []))
    }

    @Test("is requested ten times in a minute at most, however many clicks are reported")
    @MainActor
    func limit() throws {
        let folder = try TemporaryFolder()
        // No bus listens at this socket.
        try folder.write("", to: "bus")
        var failures: [String] = []
        let page = DaylightPage(options: [], environment: Environment(["XDG_RUNTIME_DIR": folder.path])) {
            failures.append($0)
        }
        for _ in 1...1000 { page.openDaylight(token: nil) }
        #expect(failures.count == 11)
        #expect(
            failures.last
                == "More than 10 clicks were reported within a minute; further clicks are ignored for now")
    }

    /// The errors of src/core/dbus-unit.c: systemd 249 does not support ExitType=, which came with 250.
    @Test(
        "is requested again without ExitType= if the manager does not support that, and the browser still outlives it",
        arguments: [
            ("PropertyReadOnly", "Cannot set property ExitType, or unknown property.", true),
            ("PropertyReadOnly", "Cannot set property Slice, or unknown property.", false),
            ("AccessDenied", "no", false),
        ])
    func olderManager(name: String, message: String, isAskedAgain: Bool) throws {
        let unit = TransientUnit.chart(program: "/p/suntracker", options: ["--config", "/c"], token: "t")
        let refusal = BusError(name: "org.freedesktop.DBus.Error.\(name)", message: message)
        let next = unit.withoutExitType(after: refusal)
        #expect((next != nil) == isAskedAgain)
        guard let next else { return }
        let (first, second) = (unit.sentProperties, next.sentProperties)
        #expect(second["ExitType"] == nil)
        #expect(second["KillMode"] == .string("process"))
        #expect(first["KillMode"] == nil)
        for name in first.keys where name != "ExitType" { #expect(second[name] == first[name], "\(name)") }
        // There is no third request, whatever the reply.
        #expect(next.withoutExitType(after: refusal) == nil)
    }
}
