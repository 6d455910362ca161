import CLinux
import Glibc
import LinuxPlatform
import Systemd
import Tracker

/// The service's state folder, read by another process without changing it.
struct StateFolder: Hashable, Sendable {
    /// The path, even if it does not exist.
    var path: String
    /// The file type and the permission bits (stat(2)); nil if the path does not exist.
    var mode: UInt32?
    /// Whether this user can write to the folder.
    var isWritable = true
    /// The problem with the ledger; nil if it is missing or valid.
    var ledgerProblem: String?
}

extension StateFolder {
    /// Reads the current state of the folder in this environment.
    init(environment: Environment) {
        let path = environment.stateFolder
        var status = stat()
        self.init(
            path: path, mode: stat(path, &status) == 0 ? status.st_mode : nil,
            isWritable: access(path, W_OK | X_OK) == 0, ledgerProblem: Self.problem(ofLedger: path + "/ledger"))
    }

    private static func problem(ofLedger file: String) -> String? {
        do {
            _ = try readText(file, atMost: StateFiles.ledgerLimit).map { try Ledger(text: $0) }
            return nil
        } catch let error as StateTextError {
            return "cannot use the ledger \(file): \(error)"
        } catch let error as FileReadError {
            return "cannot read the ledger \(file): \(error.problem)"
        } catch {
            return "\(error)"
        }
    }
}

/// Whether the group of a file, or everybody, can read it, according to its mode and the modes of all folders above it.
func isReadableByOthers(_ path: String) -> Bool {
    func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : 0
    }
    var folders = [folder(of: SettingsFile.absolute(path))]
    while let last = folders.last, last != "/" { folders.append(folder(of: last)) }
    let modes = folders.map(mode)
    return mode(path) & 0o004 != 0 && modes.allSatisfy { $0 & 0o001 != 0 }
        || mode(path) & 0o040 != 0 && modes.allSatisfy { $0 & 0o011 != 0 }
}

extension Place {
    /// The service's last fix; nil if there is no valid one.
    static func lastFix(in environment: Environment) -> Place? {
        (try? readText(environment.stateFolder + "/last-fix", atMost: StateFiles.fixLimit)).flatMap { $0 }
            .flatMap { try? KeptFix(text: $0).place }
    }
}
