// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// A run of scenarios/NAME.bash as an ordinary user, in a bed or on an emulated machine.
enum Scenario {
    /// A scenario did not run to its end.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs the scenario through `program`, which is desktop-testbed or emulated-machine, in its turn.
    ///
    /// Its files, the journal and the console's output are kept in .build/results/NAME.
    ///
    /// - Parameters:
    ///   - options: the program's options for the stage.
    ///   - settings: the environment of the scenario.
    static func run(
        _ scenario: String, _ settings: [String: String] = [:], in program: String, as name: String,
        turns: ConcurrencyLimit, _ options: @escaping @Sendable () async throws -> [String]
    ) async throws -> Results {
        let played = Task(priority: ConcurrencyLimit.priority) {
            let options = try await options()
            let found = Results(directory: URL(filePath: Checkout.path(".build/results/\(name)")))
            let out = found.directory.path
            let clean = try await TestProgram("rm", ["-rf", out]).result()
            guard clean.status == 0 else { throw Failure(description: clean.errors) }
            let run = try await turns.take {
                try await TestProgram(
                    program,
                    options + ["--out", out, "--", "env"] + settings.map { "\($0.key)=\($0.value)" }
                        + ["/opt/suntracker/scenarios/\(scenario).bash"]
                ).result()
            }
            guard run.status == 0 else {
                let journal = (try? found.text("journal.txt")) ?? ""
                let last = journal.split(separator: "\n").filter { $0.contains("suntrackerd") }.suffix(20)
                throw Failure(
                    description: "the scenario \(scenario) ended with \(run.status), see \(out):\n"
                        + run.output + run.errors + ((try? found.text("console.txt")) ?? "")
                        + last.joined(separator: "\n"))
            }
            return found
        }
        return try await played.value
    }

    /// The reason why the program cannot do this here, from its last line of output; nil if it can.
    static func obstacle(_ program: String, _ arguments: String...) -> String? {
        do {
            let result = try TestProgram(program, arguments).run()
            guard result.status != 0 else { return nil }
            return String(result.errors.split(separator: "\n").last ?? "\(program) gives no reason")
        } catch {
            return "\(program): \(error)"
        }
    }

    /// An option with a list as its value; nothing if the list is empty.
    static func option(_ name: String, _ values: [String]) -> [String] {
        values.isEmpty ? [] : [name, values.joined(separator: ",")]
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the tests if there is an obstacle, and names it.
    static func unless(_ obstacle: String?) -> Self {
        .enabled(if: obstacle == nil, Comment(rawValue: obstacle ?? ""))
    }
}
