// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import Foundation
import PackageDescription

// Every target is held to the same rules. Warnings are errors where SUNTRACKER_STRICT is set (CI does), and only
// there, so that a newer compiler with a new warning does not keep anybody from building.
var rules: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]
if Context.environment["SUNTRACKER_STRICT"] != nil {
    rules.append(.treatAllWarnings(as: .error))
}

/// Which tests are built. all: also those that need more than a checkout: an installed service on desktops and machines,
/// a browser. computing: only those of the modules that compute, as packages are built (etc/packaging). none: only the
/// programs, for etc/install.
let tests = Context.environment["SUNTRACKER_TESTS"]

/// The modules that compute are optimised in debug builds, too, and so is what the tests share: unoptimised, they take
/// most of the time of the tests.
let optimised: [SwiftSetting] = rules + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The daemon's state lives on the main actor, which is the main queue.
let onMainActor: [SwiftSetting] = rules + [.defaultIsolation(MainActor.self)]

// The source tarball has a copy, so that it builds without a network (etc/package). The version is exact, because
// Package.resolved, which could pin it, is not in the checkout.
let argumentParser: Package.Dependency =
    FileManager.default.fileExists(atPath: Context.packageDirectory + "/vendor/swift-argument-parser")
    ? .package(path: "vendor/swift-argument-parser")
    : .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")

let package = Package(
    name: "suntracker",
    products: [
        .library(name: "Solar", targets: ["Solar"]),
        .library(name: "Gazetteer", targets: ["Gazetteer", "CGazetteer"]),
        .executable(name: "suntrackerd", targets: ["suntrackerd"]),
        .executable(name: "suntracker", targets: ["suntracker"]),
    ],
    // Whoever takes the libraries alone, with "traits: []", does not get ArgumentParser.
    traits: [.default(enabledTraits: ["Programs"]), .trait(name: "Programs", description: "The two programs")],
    dependencies: [argumentParser],
    targets: [
        // C modules: module maps, and static inline shims for macros and variadics.
        .systemLibrary(
            name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"]), .yum(["systemd-devel"])]),
        .systemLibrary(
            name: "CLibnotify", pkgConfig: "libnotify", providers: [.apt(["libnotify-dev"]), .yum(["libnotify-devel"])]),
        .systemLibrary(name: "CLinux"),

        // The pure modules: no Dispatch, no Foundation, and only libm of the C library.
        .target(name: "Solar", swiftSettings: optimised, linkerSettings: [.linkedLibrary("m")]),
        .target(name: "Configuration", dependencies: ["Solar"], swiftSettings: optimised),
        .target(name: "Tracker", dependencies: ["Configuration", "Solar"], swiftSettings: optimised),
        .target(name: "Wording", dependencies: ["Tracker", "Configuration", "Solar"], swiftSettings: rules),

        .target(
            name: "Gazetteer", dependencies: ["Solar"], swiftSettings: optimised, linkerSettings: [.linkedLibrary("m")]),

        // Its tables, as data of the programs: C embeds them.
        .target(name: "CGazetteer", exclude: ["tables"]),

        // The style sheet and the script of the chart's page, likewise.
        .target(name: "CPage", exclude: ["chart.css", "chart.js"]),

        // The machine.
        .target(name: "Systemd", dependencies: ["CSystemd", "CLinux"], swiftSettings: rules),
        .target(
            name: "LinuxPlatform",
            dependencies: [
                "Wording", "Tracker", "Configuration", "Solar", "Gazetteer", "CGazetteer", "Systemd", "CSystemd",
                "CLinux",
            ],
            swiftSettings: rules),
        // Only for the service: the command does without libnotify, GLib and Gio.
        .target(
            name: "DesktopNotifications",
            dependencies: ["LinuxPlatform", "Systemd", "Wording", "Tracker", "Solar", "CLibnotify"],
            swiftSettings: rules),

        // The programs.
        .executableTarget(
            name: "suntrackerd",
            dependencies: [
                "Wording", "Tracker", "Configuration", "Solar", "Systemd", "LinuxPlatform", "DesktopNotifications",
                "CLinux",
            ],
            swiftSettings: onMainActor),
        .executableTarget(
            name: "suntracker",
            dependencies: [
                "LinuxPlatform", "Systemd", "Wording", "Tracker", "Configuration", "Gazetteer", "Solar", "CPage",
                "CSystemd", "CLinux",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Programs"])),
            ],
            swiftSettings: rules),

        // Tests: a directory for each module, and more for the command.
        .target(
            name: "TestSupport", dependencies: ["Wording", "Tracker", "Configuration", "Solar"],
            path: "Tests/TestSupport", swiftSettings: optimised),
        .testTarget(
            name: "SolarTests", dependencies: ["Solar", "TestSupport"], exclude: ["Fixtures"], swiftSettings: rules),
        .testTarget(
            name: "GazetteerTests",
            dependencies: ["Gazetteer", "CGazetteer", "Solar", "TestSupport"],
            swiftSettings: rules),
        .testTarget(
            name: "ConfigurationTests", dependencies: ["Wording", "Tracker", "Configuration", "Solar", "TestSupport"],
            swiftSettings: rules),
        .testTarget(
            name: "TrackerTests", dependencies: ["Wording", "Tracker", "Configuration", "Solar", "TestSupport"],
            swiftSettings: rules),
        .testTarget(
            name: "WordingTests", dependencies: ["Wording", "Tracker", "Configuration", "Solar", "TestSupport"],
            swiftSettings: rules),
        .testTarget(name: "SystemdTests", dependencies: ["Systemd", "CSystemd"], swiftSettings: rules),
        .testTarget(
            name: "SuntrackerdTests",
            dependencies: [
                "suntrackerd", "suntracker", "DesktopNotifications", "LinuxPlatform", "Systemd", "CSystemd", "Wording",
                "Tracker", "Configuration", "Solar", "TestSupport",
            ],
            exclude: ["WaitingCalls.md"], swiftSettings: onMainActor),
        .testTarget(
            name: "LinuxPlatformTests",
            dependencies: [
                "suntracker", "LinuxPlatform", "Gazetteer", "CGazetteer", "Systemd", "CSystemd", "Wording", "Tracker",
                "Configuration", "Solar", "TestSupport",
            ],
            swiftSettings: rules),
        .testTarget(name: "TerminalTests", dependencies: ["suntracker"], swiftSettings: rules),
        .testTarget(
            name: "ReportsTests",
            dependencies: [
                "suntracker", "LinuxPlatform", "Wording", "Tracker", "Configuration", "Solar", "Gazetteer",
                "TestSupport",
            ],
            exclude: ["Recorded"], swiftSettings: rules),
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "suntracker", "LinuxPlatform", "Systemd", "Wording", "Tracker", "Configuration", "Solar", "TestSupport",
            ],
            swiftSettings: rules),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "suntracker", "LinuxPlatform", "Systemd", "Wording", "Tracker", "Configuration", "Gazetteer", "Solar",
                "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Transcripts"], swiftSettings: rules),
    ],
    swiftLanguageModes: [.v6]
)

if tests == "all" {
    package.targets += [
        .testTarget(
            name: "PageTests", dependencies: ["suntracker", "Wording", "Tracker", "Solar", "TestSupport"],
            swiftSettings: rules),
        .testTarget(
            name: "AcceptanceTests", dependencies: ["TestSupport"], path: "Tests/Acceptance",
            exclude: [
                "bed", "become-root.bash", "desktop-testbed", "emulated-machine", "machine", "measure", "scenarios",
                "servers",
            ], swiftSettings: rules),
    ]
}

if tests == "computing" {
    let computing = ["Solar", "Configuration", "Tracker", "Wording", "Gazetteer", "CGazetteer"]
    let testing = ["TestSupport", "SolarTests", "ConfigurationTests", "TrackerTests", "WordingTests", "GazetteerTests"]
    package.targets.removeAll { !(computing + testing).contains($0.name) }
    package.products.removeAll { !computing.contains($0.name) }
    package.dependencies = []
}

if tests == "none" {
    package.targets.removeAll { $0.type == .test || $0.name == "TestSupport" }
    // Each map says which libraries are in that program (Tests/Packages/licences).
    for program in package.targets where program.type == .executable {
        let map = "-Map=\(Context.packageDirectory)/.build/static/\(program.name).map"
        program.linkerSettings = [.unsafeFlags(["-Xlinker", map])]
    }
}
