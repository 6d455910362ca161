/// What the running service sees of the machine that it is on, as scenarios/view.bash writes it down.
struct ServiceView {
    /// By kind and name, such as "status CapBnd".
    let facts: [String: String]

    /// - Parameter text: lines "KIND NAME=VALUE".
    init(_ text: String) {
        let pairs = text.split(separator: "\n").map { line in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
        facts = Dictionary(pairs) { $0 + ", " + $1 }
    }

    /// A difference between a bed and a machine that is known, and is as it has to be.
    struct KnownDifference {
        /// How often it is seen.
        enum Presence {
            case always
            /// Where the machine that the tests run on, of which a bed has its kernel, is another than the emulated one.
            case byHost
        }

        /// What differs: the name of a fact, or with a "*" in the end all whose names begin so.
        let names: [String]
        let presence: Presence
        let reason: String

        init(_ names: String..., presence: Presence = .always, because reason: String) {
            (self.names, self.presence, self.reason) = (names, presence, reason)
        }
    }

    /// What is wrong: differences that are not known, and known ones that are none. Empty where all is as listed.
    func complaints(comparedWith machine: ServiceView, known: [KnownDifference]) -> [String] {
        let names = Set(facts.keys).union(machine.facts.keys)
        let different = names.filter { facts[$0] != machine.facts[$0] }
        let listed = known.flatMap(\.names)
        let unlisted = different.filter { name in !listed.contains { Self.matches($0, name) } }
        let stale = known.filter { $0.presence == .always }.flatMap(\.names).filter { pattern in
            !different.contains { Self.matches(pattern, $0) }
        }
        return unlisted.sorted().map { name in
            "\(name) is \(facts[name] ?? "absent") in the bed, \(machine.facts[name] ?? "absent") on the machine"
        } + stale.map { "\($0) is listed as a difference, and is the same" }
    }

    private static func matches(_ pattern: String, _ name: String) -> Bool {
        pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
    }
}
