import CLinux
import Glibc
import LinuxPlatform
import Systemd
import Tracker

/// The sample hooks installed with the program, and the links to them in the user's hook folders.
struct HookSamples {
    let folder: String
    /// The user's hook folder.
    let hooks: String

    init(environment: Environment) {
        folder = environment.dataFolder(of: linkTarget("/proc/self/exe")) + "/suntracker/hooks"
        hooks = environment.configurationHome + "/suntracker/hooks"
    }

    /// The names of the samples.
    var names: [String] { namesInFolder(folder).sorted() }

    /// Returns the events and phases for which a sample is meant: the words after `# Runs at:` in the file. Empty if it
    /// is for alerts.
    func occasions(of name: String) throws(CommandError) -> [String] {
        try check(name)
        let text = (try? readText("\(folder)/\(name)", atMost: 1 << 16)).flatMap(\.self)
        let line = text?.split(separator: "\n").first { $0.hasPrefix(Self.mark) }
        return line?.dropFirst(Self.mark.count).split(separator: " ").map(String.init) ?? []
    }

    private static let mark = "# Runs at: "

    /// Links the sample into the folders of these events and phases, and returns the paths of the links. Replaces links
    /// to samples of an installation that was removed. If another file is in the way of one link, no link is created.
    func link(_ name: String, at occasions: [String]) throws(CommandError) -> [String] {
        try check(name)
        let target = "\(folder)/\(name)"
        let links = occasions.map { "\(hooks)/\($0).d/\(name)" }
        for link in links where exists(link) && linkTarget(link) != target && !isLeftOver(link, of: name) {
            throw Self.taken(link)
        }
        for link in links where linkTarget(link) != target {
            do throws(SystemError) {
                if exists(link), Glibc.unlink(link) != 0 { throw SystemError("unlink", number: errno) }
                try makeFolders(String(link.dropLast(name.count + 1)))
                guard symlink(target, link) == 0 else { throw SystemError("symlink", number: errno) }
            } catch {
                throw .file(path: link, error)
            }
        }
        return links
    }

    /// Removes the links with this name, and returns their paths.
    ///
    /// - Parameter occasions: the events and phases whose links are removed; nil for all.
    func unlink(_ name: String, at occasions: [String]?) throws(CommandError) -> [String] {
        let folders = occasions?.map { "\($0).d" } ?? namesInFolder(hooks).filter { $0.hasSuffix(".d") }.sorted()
        let paths = folders.map { "\(hooks)/\($0)/\(name)" }.filter(exists)
        guard !paths.isEmpty else {
            throw .argument("there is no link \(name); to list the hooks: suntracker hooks")
        }
        // The user's own programs are not removed, and neither are links to /dev/null, which mask system-wide hooks.
        for path in paths where [nil, "/dev/null"].contains(linkTarget(path)) { throw Self.taken(path) }
        for path in paths {
            guard Glibc.unlink(path) == 0 else { throw .file(path: path, SystemError("unlink", number: errno)) }
        }
        return paths
    }

    /// Whether the path is a link to a sample of an installation that was removed.
    private func isLeftOver(_ link: String, of name: String) -> Bool {
        linkTarget(link)?.hasSuffix("/suntracker/hooks/\(name)") == true && access(link, F_OK) != 0
    }

    private func check(_ name: String) throws(CommandError) {
        let (names, folder) = (names, folder)
        guard !names.contains(name) else { return }
        guard !names.isEmpty else { throw .noSamples(folder: folder) }
        throw .argument(
            "unknown sample \"\(name)\"; the samples in \(folder) are \(names.joined(separator: ", "))")
    }

    private static func taken(_ path: String) -> CommandError {
        .argument("\(path) is not a link to a sample; if you do not need it, remove it yourself")
    }

    private func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
