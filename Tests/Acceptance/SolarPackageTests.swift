// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The module Solar in another package, whose main.swift contains the examples of the documentation.
struct SolarPackageTests {
    @Test(
        "The examples of the documentation compile without warnings in a package with Solar by its URL, and print results"
    )
    func examples() async throws {
        let article = try String(
            contentsOfFile: Checkout.path("Sources/Solar/Solar.docc/FindingSunriseAndSunset.md"), encoding: .utf8)
        let examples = article.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(examples.count == 3)

        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let (release, package) = (folder.path("suntracker"), folder.path("sun"))
        // Before the tools version 6.2, SwiftPM refuses unsafe flags in a package that comes from a repository.
        // The checkout may belong to another user, which only git's other side checks.
        let git = [
            "git clone --quiet --upload-pack \"git -c safe.directory='*' upload-pack\" \"$0\" \"$1\"",
            "git -C \"$1\" tag 1.0.0",
        ]
        let tag = try await TestProgram(
            "sh", ["-ec", git.joined(separator: "\n"), Checkout.root.path, release]
        ).result()
        try #require(tag.status == 0, "\(tag.errors)")

        try folder.write(examples.joined(), to: "sun/Sources/sun/main.swift")
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "sun",
                dependencies: [.package(url: "file://\(release)", exact: "1.0.0", traits: [])],
                targets: [
                    .executableTarget(
                        name: "sun",
                        dependencies: [.product(name: "Solar", package: "suntracker")])
                ])
            """
        try folder.write(manifest, to: "sun/Package.swift")

        let build = try await TestProgram("swift", ["build", "--package-path", package]).result()
        try #require(build.status == 0, "\(build.output)\(build.errors)")
        #expect(!build.output.contains(".swift:"), "\(build.output)")
        // No other package was resolved.
        let resolved = try #require(folder.read("sun/Package.resolved"))
        #expect(resolved.matches(of: /"identity" : "([a-z-]+)"/).map(\.1) == ["suntracker"])

        let run = try await TestProgram(folder.path("sun/.build/debug/sun"), []).result()
        let lines = run.output.split(separator: "\n")
        #expect(run.status == 0 && lines.count == 13)
        #expect(lines.first == "2026-11-21T16:40:00-07:00")
        #expect(lines.dropFirst().first?.hasPrefix("Next: sunset at 2026-11-21T23:40:00") == true)
        #expect(lines.last == "The Sun stays below the horizon all day.")
    }
}
