// SPDX-License-Identifier: MIT
import Configuration
import Glibc

/// Why libc cannot read the time zone, so that times are in UTC, and what to do. libc itself is silent about it.
package struct ZoneProblem: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong: `times are in UTC, because /etc/localtime is a link to …, which does not exist`.
    package let summary: String
    /// What to do: `install tzdata-legacy`.
    package let remedy: String

    /// Both in a sentence, without a full stop.
    package var description: String { "\(summary); \(remedy)" }

    package init(_ reason: String, _ remedy: String) {
        (summary, self.remedy) = ("times are in UTC, because \(reason)", remedy)
    }
}

extension ZoneinfoTree {
    /// The problem with the zone; nil if libc can read it, or if `TZ` is a rule, or without `/etc/localtime`, which means
    /// UTC. Reading the file can take as long as the disk takes.
    func problem(environment: [String: String], localtimePath: String) -> ZoneProblem? {
        let setting = environment["TZ"]
        guard let path = setting == nil ? localtimePath : file(inSettings: environment) else { return nil }
        let subject = setting.map { "TZ=\($0.printable)" } ?? path
        let zone = namedZone(environment: environment, localtimePath: localtimePath)
        let repair = zone.map { _ in "reinstall tzdata" }
        do {
            guard let bytes = try readBytes(path, atMost: Self.sizeLimit) else {
                let target = linkTarget(path)
                guard setting != nil || target != nil, !(zone.map(Self.meansUTC) ?? false) else { return nil }
                let reason =
                    setting == nil ? "is a link to \(target ?? ""), which does not exist" : "is not a time zone"
                return ZoneProblem("\(subject) \(reason)", remedy(setting, zone.flatMap(packageOfMissing)))
            }
            if bytes.isEmpty { return ZoneProblem("\(subject) is empty", remedy(setting, repair)) }
            return Self.isWholeZone(bytes)
                ? nil : ZoneProblem("\(subject) is not a complete time zone file", remedy(setting, repair))
        } catch {
            return ZoneProblem("\(subject): \(error)", remedy(setting, nil))
        }
    }

    private func remedy(_ setting: String?, _ repair: String?) -> String {
        if let repair { return repair }
        return setting == nil
            ? "set the time zone again: sudo timedatectl set-timezone ZONE"
            : "set TZ to a time zone such as Europe/Berlin, or unset it to use the system's"
    }

    /// What to install, so that the tree contains this zone; nil if no package is known to contain it. Debian and Ubuntu
    /// have the older names of zones in a separate package.
    private func packageOfMissing(_ zone: String) -> String? {
        if access(path, F_OK) != 0 { return "install tzdata" }
        return zoneMeant(byAlias: zone).map { "install tzdata-legacy, or use the name \($0)" }
    }

    /// The zone that an older name means, according to the list of links in the tree; nil if it lists none.
    func zoneMeant(byAlias name: String) -> String? {
        guard let text = try? readText("\(path)/tzdata.zi", atMost: Self.sizeLimit) else { return nil }
        for line in text.split(separator: "\n") {
            // zic(8): `L America/Los_Angeles US/Pacific`.
            let words = line.split(separator: " ")
            if words.count == 3, words[0] == "L", words[2] == name { return String(words[1]) }
        }
        return nil
    }

    /// Whether these are all bytes of a compiled zone (RFC 9636): a header and a block of data with 4-byte times and, from
    /// version 2 on, the same with 8-byte times, and a last line.
    static func isWholeZone(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        guard let version = dropBlock(of: &rest, timeSize: 4) else { return false }
        guard version != 0 else { return true }
        let newline = UInt8(ascii: "\n")
        return dropBlock(of: &rest, timeSize: 8) != nil && rest.first == newline && rest.dropFirst().contains(newline)
    }

    /// Drops a header and its data, and returns the version; nil if they are not complete.
    private static func dropBlock(of bytes: inout ArraySlice<UInt8>, timeSize: Int) -> UInt8? {
        let header = Array(bytes.prefix(44))
        guard header.count == 44, header.starts(with: "TZif".utf8) else { return nil }
        // The numbers of UT indicators, standard time indicators, leap seconds, transitions, types and characters, and the
        // sizes of each.
        let sizes = [1, 1, timeSize + 4, timeSize + 1, 6, 1]
        var size = header.count
        for (index, each) in sizes.enumerated() {
            let count = header[(20 + 4 * index)..<(24 + 4 * index)].reduce(0) { $0 << 8 | Int($1) }
            size += count * each
        }
        guard bytes.count >= size else { return nil }
        bytes = bytes.dropFirst(size)
        return header[4]
    }
}
