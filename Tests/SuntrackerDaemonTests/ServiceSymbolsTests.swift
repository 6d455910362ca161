import Foundation
import Testing

@Suite("The symbols of the service") nonisolated struct ServiceSymbolsTests {
    @Test(
        "include none of the modules that only the command uses", arguments: ["suntracker", "ArgumentParser"])
    func commandModules(module: String) throws {
        #expect(try !hasSymbols(of: module))
    }

    @Test("include the symbols of its modules", arguments: ["LinuxPlatform", "Tracker"])
    func ownModules(module: String) throws {
        #expect(try hasSymbols(of: module))
    }

    /// Whether the program contains a mangled name of the module (swift/docs/ABI/Mangling.rst), such as
    /// `$s13LinuxPlatform`.
    private func hasSymbols(of module: String) throws -> Bool {
        let program = try Data(contentsOf: RunningService.program, options: .alwaysMapped)
        return program.range(of: Data("$s\(module.utf8.count)\(module)".utf8)) != nil
    }
}
