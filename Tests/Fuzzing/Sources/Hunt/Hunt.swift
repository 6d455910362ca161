import Glibc
import LibFuzzer

/// Hunts for an input of which a property does not hold.
///
/// `SUNTRACKER_PROPERTY` names the property, since libFuzzer starts the program again with arguments of its own. With
/// `--seeds FOLDER` as the only arguments it writes the property's good inputs there, and its words as `FOLDER.words`.
@main enum Hunt {
    static func main() {
        let name = getenv("SUNTRACKER_PROPERTY").map { String(cString: $0) } ?? ""
        guard let property = Property.all.first(where: { $0.name == name }) else {
            print("\"\(name)\" is no property; SUNTRACKER_PROPERTY is one of")
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

/// Reads one input. By this name libFuzzer's own `main`, which is linked and not used, knows it.
@_cdecl("LLVMFuzzerTestOneInput")
func hunt(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do { try Hunt.property?.check(bytes) } catch {
        print("\(Hunt.property?.name ?? ""): \(error)")
        // Before libFuzzer says where it has put the input.
        fflush(nil)
        abort()
    }
    return 0
}

extension Property {
    /// Writes what libFuzzer begins with.
    fileprivate func writeSeeds(to folder: String) {
        mkdir(folder, 0o755)
        for (number, seed) in seeds.enumerated() { write(Array(seed.utf8), to: "\(folder)/seed-\(number)") }
        let entries = words.map { word in
            // The syntax of libFuzzer's dictionaries: a string as in C.
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
