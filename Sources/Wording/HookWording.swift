// SPDX-License-Identifier: MIT
import Configuration
import Solar
package import Tracker

extension HookOccasion {
    /// The name for people: `sunset`, `alert lamps`, `night`.
    package func displayName(in words: Localizer = .english) -> String {
        switch self {
        case .rule(let rule): rule.displayName(in: words)
        case .phase(let phase): phase.displayName(in: words)
        }
    }
}

extension HookProblem {
    /// What went wrong, as a predicate. The subject of the sentence is the hook.
    package var reason: String {
        switch self {
        case .notExecutable: "is not executable"
        case .missing: "does not exist, or is a broken link"
        case .unreadable(let reason, _): "cannot be read: \(reason)"
        case .unknown(let folders): "is in none of the directories \(folders.joined(separator: ", "))"
        case .noCommand(let reason): "is not a valid command: \(reason)"
        case .noUnit: "does not exist"
        case .notStarted(let reason): "could not be started: \(reason)"
        case .unanswered(let reason): "may not have been started: \(reason)"
        case .runs: "was not started again, because it is still running"
        // EXIT_EXEC (systemd.exec(5), "Process Exit Codes").
        case .exitStatus(203): "could not be executed; the interpreter named in its first line may be missing"
        case .exitStatus(let status): "failed with exit status \(status)"
        case .signal(let number): "was terminated by signal \(number)"
        case .timeLimit(let limit):
            "was terminated, because it exceeded the time limit of \(limit.formatted()) (Timeout= in [Hooks])"
        case .result(let word): "ended with the result \(word)"
        }
    }

    /// How to fix it, if that does not depend on the program.
    package func remedy(of hook: String) -> String? {
        switch self {
        case .notExecutable: "make it executable: chmod +x \(hook.quotedForShell)"
        case .missing: "put a program in its place, or remove it"
        case .unreadable(_, let remedy): remedy
        case .unknown: "put it there, or write its absolute path"
        case .noUnit: "to see your units: systemctl --user list-unit-files"
        case .noCommand, .notStarted, .unanswered, .runs, .exitStatus, .signal, .timeLimit, .result: nil
        }
    }
}

extension PlannedHook {
    /// Why it cannot be started, and what to do; nil if it can.
    package var problemText: (problem: String, remedy: String)? {
        problem.map {
            (
                "\(path), for the \(occasion.displayName()), \($0.reason)",
                $0.remedy(of: path) ?? "see Hook= in suntracker.conf(5)"
            )
        }
    }

    /// The problem with a directory of hooks that is named after neither an event nor a phase, and what to do.
    package static func problemText(ofStrayFolder path: String) -> (problem: String, remedy: String) {
        (
            "programs in \(path) are never run, because the directory is not named after an event",
            "rename it to an event in suntracker.conf(5), such as sunset.d, or remove it"
        )
    }
}

extension PublishedState {
    /// The hooks that are never run: what is wrong with each, and what to do.
    package var hookProblems: [(problem: String, remedy: String)] {
        hooksWithProblems.compactMap(\.problemText) + strayFolders.map(PlannedHook.problemText)
    }
}

extension String {
    /// The text as one word of a shell command.
    package var quotedForShell: String {
        if !isEmpty, utf8.allSatisfy({ $0.isAlphanumeric || "/._-+:@%,".utf8.contains($0) }) { return self }
        return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

extension HookCall {
    /// The environment variables for the hooks, by name. Their texts are the same as in the popup.
    package func environment(localTime: any LocalTime, in words: Localizer) -> [String: String] {
        var environment: [String: String]
        switch subject {
        case .phase(let call):
            let fields = JournalEntry.Field.phase(call, at: place, fractionDigits: 0)
            environment = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
        case .occurrence(let occurrence):
            environment = variables(of: occurrence)
            // There is a place, because without one nothing is announced.
            if let place {
                let text = AnnouncementText(
                    occurrence: occurrence, place: place, localTime: localTime, words: words.formatted(for: .plain),
                    now: made)
                environment["SUNTRACKER_SUMMARY"] = text.summary.printable
                environment["SUNTRACKER_BODY"] = text.body.printable
            }
        }
        if isRecovered { environment["SUNTRACKER_RECOVERED"] = "1" }
        return environment
    }

    private func variables(of occurrence: Occurrence) -> [String: String] {
        var environment = [
            "SUNTRACKER_EVENT": occurrence.rule.event.name,
            "SUNTRACKER_EVENT_TIME": occurrence.eventInstant.rfc3339(fractionDigits: 0),
            "SUNTRACKER_EVENT_EPOCH": String(occurrence.eventInstant.microseconds / 1_000_000),
            "SUNTRACKER_LATENESS_SEC": String(max(0, (made - occurrence.due).components.seconds)),
        ]
        if occurrence.due != occurrence.eventInstant {
            environment["SUNTRACKER_DUE_TIME"] = occurrence.due.rfc3339(fractionDigits: 0)
        }
        if let alert = occurrence.rule.alert { environment["SUNTRACKER_ALERT"] = alert.name }
        guard let place else { return environment }
        // The fields of the place are the same as in the journal.
        let fields =
            JournalEntry.Field.place(place)
            + JournalEntry.Field.eclipse(of: occurrence, at: place, fractionDigits: 0)
        for field in fields { environment[field.name] = field.value }
        if let next = Sun.nextOccurrence(ofAny: [.sunrise, .sunset], after: occurrence.due, at: place.observer) {
            environment["SUNTRACKER_NEXT_EVENT"] = next.event.name
            environment["SUNTRACKER_NEXT_EVENT_TIME"] = next.instant.rfc3339(fractionDigits: 0)
        }
        return environment
    }
}
