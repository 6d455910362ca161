// SPDX-License-Identifier: MIT
import Foundation
import Solar
import TestSupport
import Testing

/// The version is defined in Sources/Tracker/Version.swift. etc/package derives from it what it can; these tests
/// compare the rest.
struct ReleaseTests {
    private static func version() throws -> String {
        String(try Command(["--version"]).output.trimmingPrefix("suntracker ").trimmingCharacters(in: .newlines))
    }

    @Test(
        "The version is the same everywhere",
        arguments: [
            ("etc/packaging/suntracker.spec", "\nVersion:        VERSION\n"),
            ("etc/packaging/PKGBUILD", "\npkgver=VERSION\n"),
            ("etc/man/suntracker.1", "\n.Os Suntracker VERSION\n"),
            ("etc/man/suntrackerd.1", "\n.Os Suntracker VERSION\n"),
            ("etc/man/suntracker.conf.5", "\n.Os Suntracker VERSION\n"),
            ("etc/man/suntracker-hooks.7", "\n.Os Suntracker VERSION\n"),
        ])
    func versions(file: String, line: String) throws {
        let line = line.replacing("VERSION", with: try Self.version())
        #expect(try Checkout.text(of: file).contains(line), "\(file) has no line \(line)")
    }

    @Test(
        "The oldest Swift is the same everywhere",
        arguments: [
            ("README.md", "Swift VERSION or later"), (".github/CONTRIBUTING.md", "Swift VERSION or later"),
            ("etc/doc/packaging.md", "Swift VERSION or later"), ("etc/packaging/PKGBUILD", "Swift VERSION or later"),
            ("etc/packaging/debian/control", "\n swiftlang (>= VERSION) <"),
            ("etc/packaging/suntracker.spec", "\nBuildRequires:  swift-lang >= VERSION\n"),
        ])
    func oldestSwift(file: String, requirement: String) throws {
        let manifest = try Checkout.text(of: "Package.swift")
        let oldest = try #require(manifest.prefixMatch(of: /\/\/ swift-tools-version: (.+)\n/)?.output.1)
        #expect(try Checkout.text(of: file).contains(requirement.replacing("VERSION", with: oldest)))
    }

    /// PackageTests upgrades the Debian package; nothing runs the others.
    @Test(
        "An upgrade restarts the service only where it is running",
        arguments: [
            ("debian/postinst", " each_manager try-restart suntrackerd.service;"),
            ("suntracker.install", "\n    each_manager try-restart suntrackerd.service\n"),
            ("suntracker.spec", "\n%systemd_user_postun_with_restart suntrackerd.service\n"),
        ])
    func restart(recipe: String, line: String) throws {
        #expect(try Checkout.text(of: "etc/packaging/\(recipe)").contains(line))
    }

    @Test("The changelog starts with this version; it and no other one may be unreleased")
    func changelog() throws {
        let text = try Checkout.text(of: "etc/CHANGELOG.md")
        let headings = text.matches(of: /\n## \[(.+)\] - (\d{4}-\d\d-\d\d|unreleased)\n/)
        #expect(headings.count == text.ranges(of: "\n## ").count)
        #expect(try headings.first.map { String($0.1) } == Self.version())
        #expect(headings.dropFirst().allSatisfy { $0.2 != "unreleased" })
        // Each heading is a link, whose target is at the end.
        for heading in headings { #expect(text.contains("\n[\(heading.output.1)]: https://")) }
    }

    @Test("etc/package reads the version that the command prints")
    func package() throws {
        let source = try Checkout.text(of: "Sources/Tracker/Version.swift")
        let version = try Self.version()
        #expect(source.contains("\n    package static let version = \"\(version)\"\n"))
    }

    @Test(
        "etc/package rejects what it cannot do",
        arguments: [
            ([], "which one: tarball, source, deb, rpm or arch?", 64),
            (["snap"], "unknown argument snap", 64),
            (["deb", "rpm"], "one kind at a time: deb or rpm", 64),
            (["deb", "--revision", "0"], "--revision 0: not a number from 1", 64),
            (["deb", "--tarball", "/nowhere.tar.xz"], "--tarball /nowhere.tar.xz: no such file", 66),
            (["deb", "--programs", "/nowhere"], "--programs /nowhere: no such directory", 66),
        ])
    func refused(arguments: [String], message: String, status: Int32) throws {
        let script = "'\(Checkout.root.path)/etc/package' \(arguments.joined(separator: " "))"
        let command = try Command(script: script)
        #expect(command.status == status)
        #expect(command.output == "")
        #expect(command.errors.hasPrefix("etc/package: \(message)"))
    }

    @Test("The eclipses are known for at least ten years from now")
    func eclipses() throws {
        let year = Calendar(identifier: .gregorian).component(.year, from: Date())
        #expect(SolarEclipse.years.upperBound >= year + 10, "compute more: Tests/SolarTests/Fixtures/generate-eclipses")
    }
}
