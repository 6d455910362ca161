import Glibc
import Systemd
public import Tracker

/// The last accepted fix, in a file of the state folder that belongs to this process (`LedgerFile`).
@MainActor
public final class FixFile: FixStore {
    /// The most bytes that the file can have: it has a hundred or so.
    private nonisolated static let sizeLimit = 4 << 10

    private let path: String
    private let writer: StateWriter

    /// The file in that folder.
    ///
    /// - Parameters:
    ///   - writer: writes the file.
    ///   - fresh: forgets an earlier fix.
    public init(folder: String, writer: StateWriter, fresh: Bool = false) {
        self.writer = writer
        path = folder + "/last-fix"
        if fresh { unlink(path) }
    }

    /// The last fix of the service that has this state folder, for another process; nil where it has none that is of use.
    public nonisolated static func lastFix(in folder: String) -> Place? {
        (try? readText(folder + "/last-fix", atMost: sizeLimit)).flatMap { $0 }.flatMap { try? KeptFix(text: $0).place }
    }

    /// The last fix, nil if there is none; and what is wrong with a file that cannot be used. Such a file is not lost: it
    /// gets another name.
    public func load() -> (fix: Place?, trouble: String?) {
        do {
            return (try readText(path, atMost: Self.sizeLimit).map { try KeptFix(text: $0).place }, nil)
        } catch FileReadError.failed(let error) {
            return (nil, "The last fix \(path) cannot be read: \(error)")
        } catch {
            let aside = path + ".damaged"
            let fate = rename(path, aside) == 0 ? "It is set aside as \(aside)" : "The next fix takes its place"
            return (nil, "The last fix \(path) cannot be used: \(error). \(fate)")
        }
    }

    /// Replaces the file, off the main queue.
    public func keep(fix: Place, then report: @escaping @MainActor (KeepReport) -> Void) {
        writer.keep(KeptFix(fix).text, at: path, then: report)
    }
}
