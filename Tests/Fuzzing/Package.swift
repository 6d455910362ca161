// swift-tools-version: 6.2
import PackageDescription

// A separate package. It builds Suntracker's modules again from the same sources (`Modules`, a link that `run`
// creates), with libFuzzer's coverage counters, optimized, and with access to internal declarations.
let counted: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .unsafeFlags(["-sanitize=fuzzer", "-enable-testing", "-O"]),
]

func module(_ name: String, _ dependencies: [Target.Dependency], libraries: [LinkerSetting] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Modules/\(name)", swiftSettings: counted,
        linkerSettings: libraries)
}

let package = Package(
    name: "fuzzing",
    targets: [
        .systemLibrary(name: "CSystemd", path: "Modules/CSystemd", pkgConfig: "libsystemd"),
        .systemLibrary(name: "CLibnotify", path: "Modules/CLibnotify", pkgConfig: "libnotify"),
        .systemLibrary(name: "CLinux", path: "Modules/CLinux"),
        .target(name: "CGazetteer", path: "Modules/CGazetteer", exclude: ["places.gazetteer"]),
        module("Solar", [], libraries: [.linkedLibrary("m")]),
        module("Tracker", ["Solar"]),
        module("Gazetteer", ["Solar"], libraries: [.linkedLibrary("m")]),
        module("Systemd", ["CSystemd", "CLinux"]),
        module(
            "LinuxPlatform",
            ["Tracker", "Solar", "Gazetteer", "CGazetteer", "Systemd", "CLibnotify", "CLinux"]),
        module("CommandPlatform", ["LinuxPlatform", "Systemd", "Tracker", "Solar", "CSystemd", "CLinux"]),
        module("Terminal", ["Systemd", "CLinux"]),
        module("Reports", ["Solar", "Tracker", "Gazetteer", "Terminal"]),

        .target(name: "LibFuzzer"),
        .executableTarget(
            name: "Hunt",
            dependencies: [
                "LibFuzzer", "CommandPlatform", "LinuxPlatform", "Reports", "Systemd", "CSystemd", "Tracker", "Solar",
            ],
            swiftSettings: counted,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
    ],
    swiftLanguageModes: [.v6]
)
