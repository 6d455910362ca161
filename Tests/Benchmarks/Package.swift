// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// A separate package, so that it is not built with Suntracker or its tests.
let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "suntracker", path: "../..", traits: [])],
    targets: [
        .target(name: "Yardstick", cSettings: [.unsafeFlags(["-O2"])], linkerSettings: [.linkedLibrary("m")]),
        .target(name: "AllocationCount"),
        .executableTarget(
            name: "SolarBenchmark",
            dependencies: ["Yardstick", "AllocationCount", .product(name: "Solar", package: "suntracker")]),
    ],
    swiftLanguageModes: [.v6]
)
