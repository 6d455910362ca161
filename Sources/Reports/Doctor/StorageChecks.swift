import Tracker

/// The checks of the journal, the settings and the state folder.
extension MachineFacts {
    func journalCheck(in words: Words) -> Check {
        // TRANSLATORS: systemd's journal
        let subject = words.inContext("label", "Journal")
        switch journal {
        case .unreadable(let reason):
            return .broken(
                subject, words("cannot be read: {reason}", ["reason": reason]),
                remedy: "systemctl status systemd-journald")
        case .readable(let contents) where !contents.isPersistent:
            return .broken(
                subject, words("is stored in memory only, so that history is lost at a reboot"),
                remedy: "sudo mkdir -p /var/log/journal && sudo journalctl --flush")
        case .readable(let contents) where !contents.hasEntries && isRunning:
            return .broken(
                subject, words("has no entry of the running service"),
                remedy: words(
                    "{command} shows where its output goes", ["command": "systemctl --user status suntrackerd"]))
        case .readable(let contents):
            let explained =
                contents.isExplained
                ? words("{command} explains its entries", ["command": "journalctl -x"])
                : installation.sourceOfCatalog(in: words)
            // TRANSLATORS: of the journal
            return .sound(subject, words.clauses([words("readable and persistent"), explained]))
        }
    }

    private var isRunning: Bool { if case .running = service { true } else { false } }

    func settingsCheck(in words: Words) -> Check {
        let subject = words.inContext("label", "Settings")
        switch settings {
        case .invalid(let error):
            return .broken(
                subject, error.description(in: words),
                remedy: words("correct that line; a running service applies it at once"))
        case .sound(let paths):
            return .sound(
                subject, paths.isEmpty ? words("no settings file; the defaults apply") : words.list(paths))
        }
    }

    func stateFolder(in words: Words) -> Check {
        // TRANSLATORS: the folder in which the service stores its state
        let subject = words.inContext("label", "State")
        let path: KeyValuePairs = ["path": state.path]
        switch state.contents {
        case .missing:
            return .notApplicable(subject, words("{path} is created at the first start", path))
        case .notAFolder:
            return .broken(subject, words("{path} is not a folder", path), remedy: words("move it away"))
        case .folder(let folder) where !folder.isWritable:
            return .broken(
                subject, words("{path} is not writable, so that events may be announced twice after a restart", path),
                remedy: words(
                    "check its owner and its file system: {command}", ["command": "ls -ld \(state.path)"]))
        case .folder(let folder) where folder.mode != 0o700:
            return .broken(
                subject,
                words(
                    "{path} has the mode {mode}, so that others can see your location",
                    ["path": state.path, "mode": String(folder.mode, radix: 8)]),
                remedy: "chmod 700 \(state.path)")
        case .folder(let folder):
            guard let problem = folder.ledgerProblem else { return .sound(subject, state.path) }
            return .broken(
                subject, problem.text(in: words),
                remedy: words(
                    "the next start sets it aside and begins a new one: {command}",
                    ["command": ServiceReport.restart]))
        }
    }
}
