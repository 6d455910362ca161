import FoundationEssentials
import GazetteerCompiler
import Glibc

// swift run make-gazetteer [CHECKOUT]: compiles etc/gazetteer of a checkout, by default the working directory, into
// Sources/CGazetteer/places.gazetteer.
do {
    let checkout = CommandLine.arguments.dropFirst().first ?? "."
    func table(_ name: String) throws -> String {
        try String(contentsOfFile: "\(checkout)/etc/gazetteer/\(name)", encoding: .utf8)
    }
    let source = try GazetteerSource(
        places: table("places.tsv"), zonePlaces: table("zone-places.tsv"), countries: table("countries.tsv"),
        divisions: table("divisions.tsv"), otherNames: table("other-names.tsv"))
    let gazetteer = try source.compiled()
    try Data(gazetteer).write(to: URL(filePath: "\(checkout)/Sources/CGazetteer/places.gazetteer"), options: .atomic)
    print("\(gazetteer.count) bytes")
} catch {
    let message = Array("make-gazetteer: \(error)\n".utf8)
    write(STDERR_FILENO, message, message.count)
    exit(EX_DATAERR)
}
