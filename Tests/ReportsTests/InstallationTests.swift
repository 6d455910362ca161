// SPDX-License-Identifier: MIT
import TestSupport
import Testing
import Tracker

@testable import suntracker

/// CheckTests has an installation in the home.
@Suite("The way in which the program was installed") struct InstallationTests {
    @Test(
        "is derived from its path",
        arguments: [
            ("a package", "/usr/bin/suntracker", .package),
            ("a package where /bin is a separate directory", "/bin/suntracker", .package),
            ("Nix", "/nix/store/0c1-suntracker-1.0.0/bin/suntracker", .package),
            ("Guix", "/gnu/store/0c1-suntracker-1.0.0/bin/suntracker", .package),
            ("etc/install --system", "/usr/local/bin/suntracker", .prefix("/usr/local")),
            ("etc/install", "/home/ada/.local/bin/suntracker", .own),
            ("programs in a directory", "/opt/suntracker/programs/suntracker", .own),
            ("swift run", "/home/ada/suntracker/.build/x86_64-unknown-linux-gnu/debug/suntracker", .checkout),
            ("an unknown path", "", .own),
        ] as [(String, String, Installation)])
    func path(name: String, program: String, installation: Installation) {
        #expect(Installation(program: program) == installation)
    }

    private static let enable = "systemctl --user enable --now suntrackerd"

    @Test(
        "decides what status advises if the unit is missing",
        arguments: [
            (
                "/usr/bin",
                "to start it, and if that finds no unit, reinstall the package suntracker: "
                    + "systemctl --user daemon-reload && \(enable)"
            ),
            ("/usr/local/bin", "in a checkout of Suntracker: etc/install --system && \(enable)"),
            ("/var/usrlocal/bin", "in a checkout of Suntracker: etc/install --system && \(enable)"),
            ("/home/a/suntracker/.build/debug", "in a checkout of Suntracker: etc/install --enable"),
        ])
    func missingUnit(folder: String, remedy: String) {
        let program = folder + "/suntracker"
        let unit = UnitState(load: "not-found", active: "inactive")
        let facts = soundMachine {
            $0.service = ServiceFacts(answer: .absent, manager: .success(unit), program: program)
        }
        #expect(facts.remedyOfService == remedy)
    }

    @Test(
        "of the unit's program, not of the command, decides what status advises if this program is missing",
        arguments: [
            ("/usr/bin", "reinstall the package suntracker"),
            ("/usr/local/bin", "reinstall it, from a checkout of Suntracker: etc/install --system"),
            ("/opt/sun/bin", "reinstall it, from a checkout of Suntracker: etc/install --prefix /opt/sun"),
        ])
    func missingProgram(folder: String, remedy: String) {
        let unit = UnitState(
            load: "loaded", active: "inactive", file: "enabled", path: "/u", program: folder + "/suntrackerd")
        let facts = soundMachine {
            ($0.service.program, $0.service.manager, $0.hasProgram) = ("/x/suntracker", .success(unit), false)
        }
        #expect(facts.remedyOfService == remedy)
    }

    @Test(
        "decides what status advises if a service of another version runs",
        arguments: [
            (
                "a package over etc/install", "/usr/bin", "/home/a/.local/bin",
                "the unit runs /home/a/.local/bin/suntrackerd from another installation; keep only one: "
                    + "in a checkout of Suntracker: etc/install --remove"
            ),
            (
                "etc/install --system over a package", "/usr/local/bin", "/usr/bin",
                "the unit runs /usr/bin/suntrackerd from another installation; keep only one: remove the package suntracker"
            ),
            ("a checkout next to a package", "/s/.build/debug", "/usr/bin", "upgrade the package suntracker"),
            (
                "a checkout next to etc/install", "/s/.build/debug", "/home/a/.local/bin",
                "reinstall it, from a checkout of Suntracker: etc/install"
            ),
        ])
    func otherVersion(name: String, command: String, service: String, remedy: String) {
        let unit = UnitState(
            load: "loaded", active: "active", file: "enabled", path: "/u", program: service + "/suntrackerd")
        let facts = soundMachine {
            $0.service = ServiceFacts(
                answer: .running(RunningService(version: "0.0.9", since: checked)), manager: .success(unit),
                program: command + "/suntracker")
        }
        #expect(facts.remedyOfService == remedy)
    }
}

extension MachineFacts {
    /// The remedy for the problem of the service.
    fileprivate var remedyOfService: String? {
        if case .problem(let problem) = serviceCheck { problem.remedy.line } else { nil }
    }
}
