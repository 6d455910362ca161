import CLinux
import Glibc
import LinuxPlatform
import Systemd
import Tracker

/// The service's state folder, as another process reads it without changing anything.
struct StateFolder: Hashable, Sendable {
    /// The path, even if it does not exist.
    var path: String
    /// The type and the permission bits of the object there (stat(2)); nil if nothing exists.
    var mode: UInt32?
    /// Whether this user can write to it.
    var isWritable = true
    /// What is wrong with the ledger; nil if there is none, or it can be used.
    var ledgerProblem: String?
}

extension StateFolder {
    /// The folder of the service in this environment, as it is now.
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
            return "the ledger \(file) cannot be used: \(error)"
        } catch let error as FileReadError {
            return "the ledger \(file) cannot be read: \(error.problem)"
        } catch {
            return "\(error)"
        }
    }
}

/// Whether the group of a file, or everybody, can read it: its mode and those of all folders above it let them.
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
    /// The service's last fix; nil if it has none that can be used.
    static func lastFix(in environment: Environment) -> Place? {
        (try? readText(environment.stateFolder + "/last-fix", atMost: StateFiles.fixLimit)).flatMap { $0 }
            .flatMap { try? KeptFix(text: $0).place.toHundredths }
    }
}
