// SPDX-License-Identifier: MIT
import Glibc

/// The extent of the tests: the suites of which `swift test` runs only a part. They are cases, so that no suite can ask
/// without being in this list, from which `.ci/run` takes the suites that it runs in full.
package enum Scope: String, CaseIterable {
    case calendarFile = "CommandTests.CalendarFileTests"
    case calendars = "ReportsTests.CalendarTests"
    case crashedDisk = "LinuxPlatformTests.CrashedDiskTests"
    case damagedCatalogs = "LinuxPlatformTests.DamagedCatalogTests"
    case daylightChart = "ReportsTests.DaylightChartTests"
    case desktopFiles = "CommandTests.DesktopFilesTests"
    case editingAtOnce = "CommandTests.EditingAtOnceTests"
    case fuzz = "FuzzTests.FuzzTests"
    case hookSuccession = "LinuxPlatformTests.HookSuccessionTests"
    case narrowWindows = "ReportsTests.NarrowWindowTests"
    case nearbyPlaces = "GazetteerTests.NearbyTests"
    case newsFirst = "WordingTests.NewsFirstTests"
    case phaseCourses = "TrackerTests.PhaseCourseTests"
    case simulator = "TrackerTests.SimulatorTests"
    case specialDays = "TrackerTests.SpecialDayTests"
    case todayWatch = "ReportsTests.TodayWatchTests"
    case translatedChart = "ReportsTests.TranslatedChartTests"

    /// Whether the environment contains `SUNTRACKER_TESTS=all`, which adds the rest of long tables and tests that are
    /// too large for a developer's machine. Without it, `swift test` ends within minutes, and still tests each promise.
    package var isFull: Bool { Self.isAll }

    private static let isAll = getenv("SUNTRACKER_TESTS").map { String(cString: $0) } == "all"

    /// The seeds of random inputs to generate again, from `SUNTRACKER_SEED`, such as `17` or `1000-1999`; nil without
    /// it.
    package static let seeds: ClosedRange<UInt64>? = getenv("SUNTRACKER_SEED").flatMap {
        let numbers = String(cString: $0).split(separator: "-").compactMap { UInt64($0) }
        guard let first = numbers.first, let last = numbers.last, first <= last else { return nil }
        return first...last
    }

    /// The number of faults in the walks of `ExplorationTests`, from `SUNTRACKER_FAULTS`, by default one.
    /// Tests/Mutants/run uses three, which takes minutes in a release build.
    package static let faults = getenv("SUNTRACKER_FAULTS").flatMap { Int(String(cString: $0)) } ?? 1
}
