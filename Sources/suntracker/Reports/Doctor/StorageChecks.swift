import Glibc
import Tracker

/// The checks of the journal, the settings and the state folder.
extension MachineFacts {
    func journalCheck(in words: Localizer) -> Check {
        switch journal {
        case .unreadable(let reason):
            return .broken(
                // TRANSLATORS: after the label Journal
                words("cannot be read: {reason}", ["reason": reason]), remedy: "systemctl status systemd-journald")
        case .readable(isPersistent: false, _, _):
            return .broken(
                // TRANSLATORS: after the label Journal; "history" is that of the service
                words("is stored in memory only, so that history is lost at a reboot"),
                remedy: "sudo mkdir -p /var/log/journal && sudo journalctl --flush")
        case .readable(_, hasEntries: false, _) where service.answer.running != nil:
            return .broken(
                // TRANSLATORS: after the label Journal
                words("has no entry of the running service"),
                remedy: words(
                    // TRANSLATORS: the output of the service
                    "{command} shows where its output goes", ["command": "systemctl --user status suntrackerd"]))
        case .readable(_, _, let isExplained):
            let explained =
                isExplained
                // TRANSLATORS: the entries of the journal
                ? words("{command} explains its entries", ["command": "journalctl -x"])
                : service.installation.sourceOfCatalog(in: words)
            // TRANSLATORS: of the journal
            return .sound(words.clauses([words("readable and persistent"), explained]))
        }
    }

    func settingsCheck(in words: Localizer) -> Check {
        switch settings {
        case .failure(let error):
            return .broken(
                error.description(in: words), remedy: words("correct that line; a running service applies it at once"))
        case .success(let paths):
            return .sound(paths.isEmpty ? words("no settings file; the defaults apply") : words.list(paths))
        }
    }

    func stateFolder(in words: Localizer) -> Check {
        let path: KeyValuePairs = ["path": state.path]
        guard let mode = state.mode else { return .notApplicable(words("{path} is created at the first start", path)) }
        guard mode & S_IFMT == S_IFDIR else {
            // TRANSLATORS: a file in the place of a folder
            return .broken(words("{path} is not a folder", path), remedy: words("move it away"))
        }
        guard state.isWritable else {
            return .broken(
                words("{path} is not writable, so that events may be announced twice after a restart", path),
                // TRANSLATORS: a folder
                remedy: words("check its owner and its file system: {command}", ["command": "ls -ld \(state.path)"]))
        }
        guard mode & 0o7777 == 0o700 else {
            return .broken(
                words(
                    "{path} has the mode {mode}, so that others can see your location",
                    ["path": state.path, "mode": String(mode & 0o7777, radix: 8)]), remedy: "chmod 700 \(state.path)")
        }
        guard let problem = state.ledgerProblem else { return .sound(state.path) }
        return .broken(
            problem.text(in: words),
            remedy: words(
                // TRANSLATORS: the ledger, in which the service notes what it has announced
                "the next start sets it aside and begins a new one: {command}", ["command": ServiceFacts.restart]))
    }
}
