import Glibc
import Systemd
public import Tracker

/// The last accepted fix, in a file of the state folder that belongs to this process (`LedgerFile`).
@MainActor
public final class FixFile: FixStore {
    private let path: String

    /// The file in that folder.
    ///
    /// - Parameter fresh: forgets an earlier fix.
    public init(folder: String, fresh: Bool = false) {
        path = folder + "/last-fix"
        if fresh { unlink(path) }
    }

    /// The last fix of the service that has this state folder, for another process; nil where it has none that is of use.
    public nonisolated static func lastFix(in folder: String) -> Place? {
        (try? readText(folder + "/last-fix")).flatMap { $0 }.flatMap { try? FixText(text: $0).place }
    }

    /// The last fix, nil if there is none; and what is wrong with a file that cannot be used. Such a file is not lost: it
    /// gets another name.
    public func load() -> (fix: Place?, trouble: String?) {
        do {
            return (try readText(path).map { try FixText(text: $0).place }, nil)
        } catch let error as FixTextError {
            let aside = path + ".damaged"
            let fate = rename(path, aside) == 0 ? "It is set aside as \(aside)" : "The next fix takes its place"
            return (nil, "The last fix \(path) cannot be used: \(error). \(fate)")
        } catch {
            return (nil, "The last fix \(path) cannot be read: \(error)")
        }
    }

    /// Replaces the file.
    public func keep(fix: Place) throws {
        try writeAtomically(FixText(fix).text, to: path)
    }
}
