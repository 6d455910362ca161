// SPDX-License-Identifier: MIT
import Foundation
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

        let folder = FileManager.default.temporaryDirectory.appending(path: "solar-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (release, package) = (folder.appending(path: "suntracker"), folder.appending(path: "sun"))
        // Before the tools version 6.2, SwiftPM refuses unsafe flags in a package that comes from a repository.
        let git = ["git -c safe.directory='*' clone --quiet \"$0\" \"$1\"", "git -C \"$1\" tag 1.0.0"]
        let tag = try await Subprocess.run(
            "sh", ["-ec", git.joined(separator: "\n"), Checkout.root.path, release.path])
        try #require(tag.status == 0, "\(tag.errors)")

        let sources = package.appending(path: "Sources/sun")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        try examples.joined().write(to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)
        try """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
            name: "sun",
            dependencies: [.package(url: "file://\(release.path)", exact: "1.0.0", traits: [])],
            targets: [
                .executableTarget(
                    name: "sun",
                    dependencies: [.product(name: "Solar", package: "suntracker")])
            ])
        """.write(to: package.appending(path: "Package.swift"), atomically: true, encoding: .utf8)

        let build = try await Subprocess.run("swift", ["build", "--package-path", package.path])
        try #require(build.status == 0, "\(build.output)\(build.errors)")
        #expect(!build.output.contains(".swift:"), "\(build.output)")
        // No other package was resolved.
        let resolved = try String(contentsOf: package.appending(path: "Package.resolved"), encoding: .utf8)
        #expect(resolved.matches(of: /"identity" : "([a-z-]+)"/).map(\.1) == ["suntracker"])

        let run = try await Subprocess.run(package.appending(path: ".build/debug/sun").path, [])
        let lines = run.output.split(separator: "\n")
        #expect(run.status == 0 && lines.count == 13)
        #expect(lines.first == "2026-11-21T16:40:00-07:00")
        #expect(lines.dropFirst().first?.hasPrefix("Next: sunset at 2026-11-21T23:40:00") == true)
        #expect(lines.last == "The Sun stays below the horizon all day.")
    }
}
