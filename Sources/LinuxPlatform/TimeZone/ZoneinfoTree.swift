import CLinux
import Glibc

/// The directory of the tz database: a compiled file for each zone, and tables about them.
public struct ZoneinfoTree: Hashable, Sendable {
    /// The directory.
    public let path: String

    /// The most bytes that a zone's file can have: they have a few thousand.
    private static let sizeLimit = 1 << 20

    /// The tree in that directory.
    public init(path: String) {
        self.path = path
    }

    /// The tree that libc uses: `TZDIR`, or else `/usr/share/zoneinfo`.
    public init(environment: [String: String]) {
        let directory = environment["TZDIR"].flatMap { $0.isEmpty ? nil : $0 }
        self.init(path: directory ?? "/usr/share/zoneinfo")
    }

    /// The name of the zone in force: what `TZ` names if it is set, or else what `/etc/localtime` links to, or
    /// is a copy of. Nil if that is no zone of the tree: `TZ` a rule such as `MST7MDT,M3.2.0,M11.1.0`.
    public func systemZone(environment: [String: String], localtimePath: String = "/etc/localtime") -> String? {
        guard let setting = environment["TZ"] else {
            return zone(linkedFrom: localtimePath) ?? zone(copiedTo: localtimePath)
        }
        // glibc takes an empty TZ for UTC, and a colon in front to say that a file follows.
        let name = setting.hasPrefix(":") ? setting.dropFirst() : setting[...]
        if name.isEmpty { return "UTC" }
        if name.hasPrefix("/") { return zone(inPath: name) ?? zone(linkedFrom: String(name)) }
        return zone(named: name)
    }

    /// Whether libc can make something of a value of `TZ`: it names a zone of the tree or another file, or it is a rule. What
    /// libc does not understand it takes for UTC.
    public func knows(setting: String) -> Bool {
        let name = String(setting.hasPrefix(":") ? setting.dropFirst() : setting[...])
        let path = name.hasPrefix("/") ? name : "\(self.path)/\(name)"
        var status = stat()
        if name.isEmpty || stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG { return true }
        return ["UTC", "GMT"].contains(name) || Self.isRule(name.utf8)
    }

    /// Whether a text begins as a rule does (tzset(3)): a name of three letters or more, or of other characters in angle
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

    /// What one file of the tree shares with its other names.
    struct FileIdentity: Hashable {
        let device: dev_t
        let inode: ino_t
    }

    /// The identity of the zone's file, which two names share if one is a link to the other, symbolic or hard; nil if
    /// there is no such file.
    func fileIdentity(of zone: String) -> FileIdentity? {
        var status = stat()
        guard stat("\(path)/\(zone)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileIdentity(device: status.st_dev, inode: status.st_ino)
    }

    /// Follows symbolic links one at a time, since the zone's name is in the first one that leads into a tree: the links
    /// after it only tell what the name is an alias of.
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

    /// The zone of `zone1970.tab` whose file has the same bytes, which tells no alias from its zone. Nil if there is none.
    private func zone(copiedTo path: String) -> String? {
        guard let copy = try? readBytes(path, atMost: Self.sizeLimit), !copy.isEmpty,
            let table = try? readText("\(self.path)/zone1970.tab", atMost: ZoneTable.sizeLimit),
            let rows = try? ZoneTable(table, file: "zone1970.tab").rows
        else { return nil }
        return rows.lazy.map(\.zone).first { zone in
            var status = stat()
            let file = "\(self.path)/\(zone)"
            // Most are told apart by their size, without being read.
            guard stat(file, &status) == 0, status.st_size == copy.count else { return false }
            return (try? readBytes(file, atMost: Self.sizeLimit)) == copy
        }
    }

    /// The zone whose file has that path in this tree or one with the same zones (NixOS: `/etc/zoneinfo`).
    private func zone(inPath path: Substring) -> String? {
        if path.hasPrefix(self.path + "/") {
            return zone(named: path.dropFirst(self.path.count + 1))
        }
        let components = path.split(separator: "/")
        guard let tree = components.lastIndex(of: "zoneinfo") else { return nil }
        return zone(named: Substring(components[(tree + 1)...].joined(separator: "/")))
    }

    /// The zone of that name, without the directory of its variant for clocks with or without leap seconds.
    private func zone(named name: Substring) -> String? {
        // As the kernel reads a path: "//" and "/./" are "/".
        var components = name.split(separator: "/").filter { $0 != "." }
        if components.count > 1, ["posix", "right"].contains(components[0]) { components.removeFirst() }
        let zone = components.joined(separator: "/")
        // `localtime`, in some trees, leads back to the setting.
        guard zone != "localtime", !components.contains(".."), fileIdentity(of: zone) != nil else { return nil }
        return zone
    }
}
