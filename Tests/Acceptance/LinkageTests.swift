// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The installed programs contain nothing that they do not use. LibrariesTests checks what the dynamic build loads.
@Suite(.timeLimit(ConcurrencyLimit.timeLimit))
struct LinkageTests {
    @Test("The static release of the service needs no Swift runtime, and contains nothing that only the command uses")
    func staticRelease() async throws {
        let programs = try await Checkout.stage + "/programs"
        let service = try await libraries(of: programs + "/suntrackerd")
        #expect(service.isSuperset(of: ["libsystemd.so.0", "libnotify.so.4"]))
        let runtime = ["Foundation", "swift", "dispatch"]
        #expect(service.filter { library in runtime.contains { library.contains($0) } }.isEmpty)
        for name in Self.onlyInTheCommand {
            #expect(try await !carries(name, programs + "/suntrackerd"), "\(name)")
            // The command contains the name, which shows that this check can find it.
            #expect(try await carries(name, programs + "/suntracker"), "\(name)")
        }
    }

    @Test(
        "The installed service has at most 11 MB, exports none of its functions, and is read-only where it is relocated"
    )
    func staticReleaseIsSmall() async throws {
        let service = try await Checkout.stage + "/programs/suntrackerd"
        let size = try #require(try FileManager.default.attributesOfItem(atPath: service)[.size] as? Int)
        // For a library that nobody named above, which takes megabytes. A feature takes kilobytes.
        #expect(Double(size) / 1024 / 1024 <= 11)
        #expect(try await !output(of: "nm", "--dynamic", "--defined-only", service).contains(" T "))
        let headers = try await output(of: "readelf", "--wide", "--dynamic", "--segments", service)
        // Together, the two are full RELRO.
        #expect(headers.contains("GNU_RELRO") && headers.contains("BIND_NOW"))
        #expect(headers.contains("GNU_EH_FRAME"), "core dumps are unwound with it")
    }

    @Test(
        "The symbols of the installed service are in the program that was built, and can be kept in a separate file"
    )
    func symbols() async throws {
        let service = try await Checkout.stage + "/programs/suntrackerd"
        let built = Checkout.path(".build/static/release/suntrackerd")
        let symbols = try await Checkout.stage + "/suntrackerd.debug"
        #expect(try await TestProgram("nm", [service]).result().output == "")
        #expect(try await output(of: "objcopy", "--only-keep-debug", built, symbols) == "")
        #expect(try await output(of: "nm", symbols).contains(" T main\n"))
        #expect(try await output(of: "readelf", "--section-headers", "--wide", symbols).contains(".debug_info"))
        #expect(try await buildID(of: service) == buildID(of: symbols))
        // With the path of the build directory in it, the program would differ in another directory.
        #expect(
            try await TestProgram("grep", ["--quiet", "--fixed-strings", Checkout.root.path, built]).result().status
                == 1)
    }

    /// The build ID, by which a debugger finds the symbols.
    private func buildID(of program: String) async throws -> Substring {
        let lines = try await output(of: "readelf", "--notes", program).split(separator: "\n")
        return try #require(lines.first { $0.contains("Build ID: ") })
    }

    /// The output of a program, which must succeed.
    private func output(of program: String, _ arguments: String...) async throws -> String {
        let run = try await TestProgram(program, arguments).result()
        #expect(run.status == 0, "\(run.errors)")
        return run.output
    }

    /// Modules and types that the service does not need. A call of a function such as `contains(_:)` or
    /// `replacing(_:with:)` of a string links _StringProcessing, and with it _RegexParser.
    private static let onlyInTheCommand = [
        "FoundationEssentials", "_StringProcessing", "_RegexParser", "ArgumentParser", "TodayCommand", "WatchSession",
    ]

    /// The shared libraries that the program loads, by name.
    private func libraries(of program: String) async throws -> Set<String> {
        let ldd = try await TestProgram("ldd", [program]).result()
        #expect(ldd.status == 0, "\(ldd.errors)")
        return Set(
            ldd.output.split(separator: "\n").compactMap { line in
                line.split(separator: " ").first.map { $0.trimmingPrefix("\t") }.map { String($0) }
            })
    }

    /// Whether the program contains the type metadata of the module or type. Its descriptor contains the name as a C
    /// string, which stripping keeps ("Swift ABI: Type Metadata", Context Descriptors).
    private func carries(_ name: String, _ program: String) async throws -> Bool {
        let pattern = #"(?<![[:alnum:]_])\#(name)\x00"#
        return try await TestProgram("grep", ["--quiet", "--text", "--perl-regexp", pattern, program]).result().status
            == 0
    }
}
