import Glibc
import LibFuzzer

/// Searches for an input for which a property does not hold.
///
/// `SUNTRACKER_PROPERTY` names the property, since libFuzzer restarts the program with its own arguments. With `--seeds
/// FOLDER` as the only arguments, the program writes the property's valid inputs there, and its dictionary as
/// `FOLDER.words`.
@main enum Hunt {
    static func main() {
        let name = getenv("SUNTRACKER_PROPERTY").map { String(cString: $0) } ?? ""
        guard let property = Property.all.first(where: { $0.name == name }) else {
            print("\"\(name)\" is not a property; SUNTRACKER_PROPERTY is one of")
            for property in Property.all { print("  \(property.name)") }
            exit(EX_USAGE)
        }
        let arguments = CommandLine.arguments
        if arguments.count == 3, arguments[1] == "--seeds" {
            property.writeSeeds(to: arguments[2])
            return
        }
        var count = CommandLine.argc
        var values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(LLVMFuzzerRunDriver(&count, &values, hunt))
    }

    fileprivate static let property: Property? = {
        let name = getenv("SUNTRACKER_PROPERTY").map { String(cString: $0) }
        return Property.all.first { $0.name == name }
    }()
}

/// Reads one input. libFuzzer calls this function by its name.
@_cdecl("LLVMFuzzerTestOneInput")
func hunt(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do { try Hunt.property?.check(bytes) } catch {
        print("\(Hunt.property?.name ?? ""): \(error)")
        // Printed before libFuzzer's message with the file of the input.
        fflush(nil)
        abort()
    }
    return 0
}

extension Property {
    /// Writes the initial inputs for libFuzzer.
    fileprivate func writeSeeds(to folder: String) {
        mkdir(folder, 0o755)
        for (number, seed) in seeds.enumerated() { write(Array(seed.utf8), to: "\(folder)/seed-\(number)") }
        let entries = words.map { word in
            // The syntax of libFuzzer's dictionaries: strings as in C.
            "\"" + word.utf8.map { "\\x" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "\"\n"
        }
        write(Array(entries.joined().utf8), to: folder + ".words")
    }

    private func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "w") else { return perror(path) }
        defer { fclose(file) }
        fwrite(bytes, 1, bytes.count, file)
    }
}
