import Testing

@testable import suntracker

extension SandboxFacts {
    /// All options of the unit, on a version of systemd that supports them.
    static let full = SandboxFacts(
        hasNoNewPrivileges: true, filtersSystemCalls: true, fileSystem: .readOnly, systemd: 257,
        refusesUserNamespaces: false)

    /// A sandbox like `full`, except for one property.
    fileprivate static func with(_ change: (inout SandboxFacts) -> Void) -> SandboxFacts {
        var facts = full
        change(&facts)
        return facts
    }
}

@Suite("A diagnosis of the sandbox") struct SandboxDiagnosisTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let sandbox: SandboxFacts?
        let finding: String
        let verdict: Check.Verdict

        init(_ name: String, _ finding: String, _ sandbox: SandboxFacts?, _ verdict: Check.Verdict = .sound) {
            (testDescription, self.sandbox, self.finding, self.verdict) = (name, sandbox, finding, verdict)
        }
    }

    private static let filtered = "system call filter, no new privileges; "
    private static let unprotected = "\(filtered)the file system is not protected, because "

    @Test(
        "shows what is in force and why the rest is not, and never reports a failure",
        arguments: [
            Row("all", "\(filtered)the file system is read-only except for the home directory", .full),
            Row(
                "a version of systemd without user namespaces",
                "\(unprotected)systemd 252 does not support that for user services (254 and later do)",
                .with { ($0.fileSystem, $0.systemd) = (.shared, 252) }),
            Row(
                "user namespaces are refused", "\(unprotected)this machine forbids user namespaces",
                .with { ($0.fileSystem, $0.refusesUserNamespaces) = (.shared, true) }),
            Row(
                "both, of which the version is reported",
                "\(unprotected)systemd 252 does not support that for user services (254 and later do)",
                .with { ($0.fileSystem, $0.systemd, $0.refusesUserNamespaces) = (.shared, 252, true) }),
            Row(
                "a drop-in makes the file system writable",
                "\(unprotected)the unit does not request it, or systemd could not create a user namespace",
                .with { $0.fileSystem = .writable }),
            Row(
                "the version of systemd is unknown",
                "\(unprotected)the unit does not request it, or systemd could not create a user namespace",
                .with { ($0.fileSystem, $0.systemd) = (.shared, nil) }),
            Row(
                "the mounts cannot be read", "\(filtered)its view of the file system cannot be read",
                .with { $0.fileSystem = nil }),
            Row(
                "no protection",
                "no system call filter, new privileges can be gained; the file system is not protected, "
                    + "because this machine forbids user namespaces",
                SandboxFacts(
                    hasNoNewPrivileges: false, filtersSystemCalls: false, fileSystem: .shared, systemd: 257,
                    refusesUserNamespaces: true), .notApplicable),
            Row("no process", "the unit is not running", nil, .notApplicable),
        ])
    func says(_ row: Row) {
        let facts = soundMachine { $0.sandbox = row.sandbox }
        expectTranslated(facts)
        let diagnosis = Diagnosis(facts: facts, hasSymbols: true)
        let check = diagnosis.checks.first { $0.subject == "Sandbox" }
        #expect(check?.finding == row.finding)
        #expect(check?.verdict == row.verdict)
        #expect(diagnosis.isSound)
    }

    private static let status =
        "Name:\tsuntrackerd\nNoNewPrivs:\t1\nSeccomp:\t2\nSeccomp_filters:\t19\nGroups:\t 4 24\n"
    private static let root = "25 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw\n"
    private static let readOnlyRoot = "361 360 254:0 / / ro,relatime shared:1 - ext4 /dev/vda rw\n"

    @Test(
        "reads proc(5)",
        arguments: [
            ("another namespace, read-only", readOnlyRoot, "mnt:[2]", SandboxFacts.FileSystem.readOnly),
            ("another mount over it", root + readOnlyRoot, "mnt:[2]", .readOnly),
            ("another namespace, writable", root, "mnt:[2]", .writable),
            ("the user's namespace, which is read-only", readOnlyRoot, "mnt:[1]", .shared),
            ("the mounts may not be read", nil, "mnt:[2]", nil),
            ("the namespace may not be read", root, nil, nil),
            ("there is no root", "361 360 254:0 / /home ro\n", "mnt:[2]", nil),
            ("invalid lines", "361 360\n\n", "mnt:[2]", nil),
        ] as [(String, String?, String?, SandboxFacts.FileSystem?)])
    func reads(_ name: String, mountinfo: String?, namespace: String?, fileSystem: SandboxFacts.FileSystem?) {
        let facts = SandboxFacts(
            status: Self.status, mountinfo: mountinfo, mountNamespaces: (namespace, "mnt:[1]"), systemd: 257,
            refusesUserNamespaces: false)
        #expect(facts == .with { $0.fileSystem = fileSystem })
    }

    @Test(
        "reads from proc(5) which options are not in force",
        arguments: ["", "NoNewPrivs:\t0\nSeccomp:\t0\n", "NoNewPrivs\nSeccomp:\n", "Seccomp:\t1\n"])
    func readsNothing(_ status: String) {
        let facts = SandboxFacts(
            status: status, mountinfo: nil, mountNamespaces: (nil, nil), systemd: nil, refusesUserNamespaces: false)
        #expect(!facts.hasNoNewPrivileges && !facts.filtersSystemCalls && facts.fileSystem == nil)
    }
}
