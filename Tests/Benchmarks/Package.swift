// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who builds or tests Suntracker builds it.
let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "suntracker", path: "../..")],
    targets: [
        .target(name: "Yardstick", cSettings: [.unsafeFlags(["-O2"])], linkerSettings: [.linkedLibrary("m")]),
        .target(name: "AllocationCount"),
        .executableTarget(
            name: "SolarBenchmark",
            dependencies: ["Yardstick", "AllocationCount", .product(name: "Solar", package: "suntracker")]),
        .executableTarget(
            name: "AgendaBenchmark",
            dependencies: [
                .product(name: "Tracker", package: "suntracker"), .product(name: "Solar", package: "suntracker"),
            ]),
        .executableTarget(
            name: "GazetteerBenchmark",
            dependencies: [
                .product(name: "Gazetteer", package: "suntracker"), .product(name: "Solar", package: "suntracker"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
