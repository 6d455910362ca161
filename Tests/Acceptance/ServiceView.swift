// SPDX-License-Identifier: MIT
/// The running service's view of its machine, as scenarios/view.bash saves it.
struct ServiceView {
    /// The values by kind and name, such as "status CapBnd".
    let facts: [String: String]

    /// - Parameter text: lines in the form "KIND NAME=VALUE".
    init(_ text: String) {
        let pairs = text.split(separator: "\n").map { line in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
        facts = Dictionary(pairs) { $0 + ", " + $1 }
    }

    /// A known, intended difference between a test bed and a machine.
    struct KnownDifference {
        /// The hosts on which the difference occurs.
        enum Presence {
            case always
            /// It depends on the host of the tests, because a bed shares its kernel.
            case byHost
        }

        /// The names of the facts that differ; a "*" at the end stands for any ending.
        let names: [String]
        let presence: Presence
        let reason: String

        init(_ names: String..., presence: Presence = .always, because reason: String) {
            (self.names, self.presence, self.reason) = (names, presence, reason)
        }
    }

    /// The differences that are not listed, and the listed differences that do not occur.
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
