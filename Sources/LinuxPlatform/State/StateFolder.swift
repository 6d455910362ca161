import CLinux
import Glibc
import Tracker

/// The state folder of the service, for another process that looks at it and changes nothing.
public struct StateFolder: Sendable {
    /// Where it is.
    public let path: String

    /// The folder of the service of this environment.
    public init(environment: Environment) {
        path = environment.stateHome + "/suntracker"
    }

    /// The mode of what is there, with its kind (stat(2)); nil for nothing.
    public var mode: UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }

    /// Whether this user may write to it.
    public var isWritable: Bool { access(path, W_OK | X_OK) == 0 }

    /// What is wrong with the ledger; nil for none, and for one that can be used.
    public var ledgerTrouble: String? {
        let file = path + "/ledger"
        do {
            _ = try readText(file, atMost: LedgerFile.sizeLimit).map { try Ledger(text: $0) }
            return nil
        } catch let error as StateTextError {
            return "the ledger \(file) cannot be used: \(error)"
        } catch {
            return "the ledger \(file) cannot be read: \(error)"
        }
    }
}
