// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// The directory of the tz database, with a compiled file for each zone, and tables.
package struct ZoneinfoTree: Equatable, Sendable {
    package let path: String

    /// The maximum size of a zone's file, in bytes. A typical size is a few thousand bytes.
    static let sizeLimit = 1 << 20

    package init(path: String) {
        self.path = path
    }

    /// The directory that libc uses: `TZDIR`, or else `/usr/share/zoneinfo`.
    package init(environment: [String: String]) {
        let directory = environment["TZDIR"].flatMap { $0.isEmpty ? nil : $0 }
        self.init(path: directory ?? "/usr/share/zoneinfo")
    }

    /// Returns the name of the current zone: the zone named in `TZ` if it is set, or else the zone that
    /// `/etc/localtime` is a link to or a copy of. Nil if this is not a zone in the tree, for example if `TZ` is a rule
    /// such as `MST7MDT,M3.2.0,M11.1.0`.
    package func systemZone(environment: [String: String], localtimePath: String = "/etc/localtime") -> String? {
        namedZone(environment: environment, localtimePath: localtimePath)
            .flatMap { Self.meansUTC($0) || fileIdentity(of: $0) != nil ? $0 : nil }
    }

    /// Returns the name of the current zone like `systemZone`, also if the tree lacks its file. Then, times are in UTC, but
    /// the name still gives a place.
    func namedZone(environment: [String: String], localtimePath: String) -> String? {
        guard let setting = environment["TZ"] else {
            return zone(linkedFrom: localtimePath) ?? zone(copiedTo: localtimePath)
        }
        // In glibc, an empty TZ means UTC, and a leading colon means that a file name follows.
        let name = setting.hasPrefix(":") ? setting.dropFirst() : setting[...]
        if name.isEmpty { return "UTC" }
        if name.hasPrefix("/") { return zone(inPath: name) ?? zone(linkedFrom: String(name)) }
        return zone(named: name)
    }

    /// Returns the file that libc reads for the value of `TZ`; nil if it reads none, because `TZ` is not set, means UTC or
    /// is a rule.
    package func file(inSettings environment: [String: String]) -> String? {
        guard let setting = environment["TZ"] else { return nil }
        let name = String(setting.hasPrefix(":") ? setting.dropFirst() : setting[...])
        let path = name.hasPrefix("/") ? name : "\(self.path)/\(name)"
        return name.isEmpty || access(path, F_OK) != 0 && (Self.meansUTC(name) || Self.isRule(name.utf8)) ? nil : path
    }

    /// Whether this is a name of UTC, which libc uses anyway, also in images without the tz database.
    static func meansUTC(_ zone: String) -> Bool {
        let name = zone.hasPrefix("Etc/") ? String(zone.dropFirst(4)) : zone
        return ["UTC", "UCT", "GMT", "Universal", "Zulu", "Greenwich"].contains(name)
    }

    /// Whether a text begins like a rule (tzset(3)): a name of three letters or more, or of other characters in angle
    /// brackets, and an offset: `MST7MDT,M3.2.0,M11.1.0`, `<+0330>-3:30`.
    private static func isRule(_ text: String.UTF8View) -> Bool {
        let isDigit = { (byte: UInt8) in ("0"..."9").contains(Character(UnicodeScalar(byte))) }
        let isLetter = { (byte: UInt8) in ("a"..."z").contains(Character(UnicodeScalar(byte | 32))) }
        var rest = text[...]
        if rest.first == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
            guard text.distance(from: text.startIndex, to: end) > 3 else { return false }
            rest = rest[text.index(after: end)...]
        } else {
            let name = rest.prefix(while: isLetter)
            guard name.count >= 3 else { return false }
            rest = rest[name.endIndex...]
        }
        if let sign = rest.first, "+-".utf8.contains(sign) { rest = rest.dropFirst() }
        return rest.first.map(isDigit) ?? false
    }

    /// Returns the device and the inode of the zone's file; nil if the file does not exist. They are equal for two
    /// names if one is a symbolic or hard link to the other.
    func fileIdentity(of zone: String) -> [UInt]? {
        var status = stat()
        guard stat("\(path)/\(zone)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return [UInt(status.st_dev), UInt(status.st_ino)]
    }

    /// Follows symbolic links one at a time: the first one that leads into a tree names the zone; further links only
    /// resolve aliases.
    private func zone(linkedFrom path: String) -> String? {
        var path = path
        for _ in 0..<8 {
            guard let target = linkTarget(path) else { return nil }
            if let zone = zone(inPath: target[...]) { return zone }
            let directory = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
            path = target.hasPrefix("/") ? target : directory + target
        }
        return nil
    }

    /// Returns the zone in `zone1970.tab` whose file is identical; nil if there is none. The file of an alias is
    /// identical to its zone's.
    private func zone(copiedTo path: String) -> String? {
        guard let copy = try? readBytes(path, atMost: Self.sizeLimit), !copy.isEmpty,
            let table = try? readText("\(self.path)/zone1970.tab", atMost: ZoneTable.sizeLimit),
            let rows = try? ZoneTable(table, file: "zone1970.tab").rows
        else { return nil }
        return rows.lazy.map(\.zone).first { zone in
            var status = stat()
            let file = "\(self.path)/\(zone)"
            // Most files differ in size, so they need not be read.
            guard stat(file, &status) == 0, status.st_size == copy.count else { return false }
            return (try? readBytes(file, atMost: Self.sizeLimit)) == copy
        }
    }

    /// Returns the zone whose file is at this path, in this tree or in a copy of it (NixOS: `/etc/zoneinfo`).
    private func zone(inPath path: Substring) -> String? {
        if path.hasPrefix(self.path + "/") {
            return zone(named: path.dropFirst(self.path.count + 1))
        }
        let components = path.split(separator: "/")
        guard let tree = components.lastIndex(of: "zoneinfo") else { return nil }
        return zone(named: Substring(components[(tree + 1)...].joined(separator: "/")))
    }

    /// Returns the zone with this name, without the directories `posix` and `right` for the variants without and with
    /// leap seconds.
    private func zone(named name: Substring) -> String? {
        // As in the kernel, "//" and "/./" mean "/".
        var components = name.split(separator: "/").filter { $0 != "." }
        if components.count > 1, ["posix", "right"].contains(components[0]) { components.removeFirst() }
        let zone = components.joined(separator: "/")
        // In some trees, `localtime` is a link back to /etc/localtime.
        return zone.isEmpty || zone == "localtime" || components.contains("..") ? nil : zone
    }
}
