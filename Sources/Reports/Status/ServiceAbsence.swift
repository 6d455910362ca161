import Solar
import Terminal
import Tracker

/// Why there is no service that answers, and what to do.
struct ServiceAbsence {
    /// What is the matter.
    let matter: String
    /// What to do, a command or a sentence.
    let remedy: String
    /// What the journal has to say; nil for nothing.
    let lastError: String?

    /// The matter, what the journal says, and what to do, folded.
    var lines: [String] {
        let error = lastError.map { [("Last error", $0)] } ?? []
        return matter.wrapped(to: 80, breakingWords: false) + [""]
            + LabelledRows(error + [("What to do", remedy)]).lines
    }
}

extension ServiceReport {
    /// Why no service answers.
    var absence: ServiceAbsence {
        let (matter, remedy) = matterAndRemedy
        return ServiceAbsence(matter: matter, remedy: remedy, lastError: lastError)
    }

    private var matterAndRemedy: (String, String) {
        if case .silent(let reason) = service {
            return ("suntrackerd is on the session bus and does not answer: \(reason)", Self.restart)
        }
        switch manager {
        case .unreachable(let reason):
            return (
                "suntrackerd does not run, and the systemd user manager that would start it is not there: \(reason)",
                "log in as the person whose service it is, without sudo; or run suntrackerd in a terminal"
            )
        case .unit(let unit) where unit.load == "not-found":
            return (
                "suntrackerd does not run, and is not installed as a service",
                "in a checkout of Suntracker: etc/install --enable"
            )
        case .unit(let unit) where unit.load == "masked":
            return (
                "suntrackerd does not run, and its unit is masked",
                "systemctl --user unmask suntrackerd && systemctl --user enable --now suntrackerd"
            )
        case .unit(let unit) where unit.load != "loaded":
            return (
                "suntrackerd does not run, and its unit \(unit.path) cannot be loaded (\(unit.load))",
                "systemctl --user status suntrackerd says why"
            )
        case .unit(let unit) where unit.active == "failed":
            return ("suntrackerd has failed (\(unit.failure))", "mend that, then: \(Self.restart)")
        case .unit(let unit) where unit.isUp:
            if case .noBus(let reason) = service {
                return (
                    "suntrackerd runs, but there is no session bus to ask it by: \(reason)",
                    "systemctl --user status suntrackerd says what it waits for"
                )
            }
            return ("suntrackerd is \(unit.active), but not on the session bus", "if it stays so: \(Self.restart)")
        case .unit(let unit):
            return (
                "suntrackerd does not run",
                "systemctl --user \(unit.isEnabled ? "start" : "enable --now") suntrackerd"
            )
        }
    }

    static let restart = "systemctl --user restart suntrackerd"
}
