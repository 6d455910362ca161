import ArgumentParser
import Gazetteer
import LinuxPlatform

extension CompletionKind {
    /// The names of places that begin with the word at the cursor, each in a form that means one place.
    static var places: CompletionKind {
        .custom { words, index, cursorPrefix in
            // Shells differ in whether they give the part of the word before the cursor.
            let prefix = cursorPrefix.isEmpty && words.indices.contains(index) ? words[index] : cursorPrefix
            return PlaceCompletion.names(beginningWith: prefix)
        }
    }
}

/// The completion of the name of a place in a shell.
enum PlaceCompletion {
    /// The most names: those of the largest places.
    private static let most = 100
    /// The shortest beginning. A shorter one has thousands of names.
    private static let shortest = 2

    /// The names that begin with a text, of the largest places.
    static func names(beginningWith text: String) -> [String] {
        guard text.count >= shortest, var index = try? PlaceIndex(Gazetteer.ofProgram()),
            let matches = try? index.matches(text)
        else { return [] }
        let lowercased = text.lowercased()
        var names: [String] = []
        for match in matches where names.count < most {
            guard let place = try? index.place(of: match).place, place.name.lowercased().hasPrefix(lowercased) else {
                continue
            }
            if let name = ProgramPlaces().shortestName(of: place) { names.append(name) }
        }
        return names
    }
}
