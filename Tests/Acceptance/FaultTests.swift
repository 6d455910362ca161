// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The installed service while other programs and disks fail, in scenarios/NAME.bash.
@Suite(.unless(TestBed.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct FaultTests {
    @Test("With a full or read-only state directory, every event is announced")
    func stateFolder() async throws {
        let found = try await TestBed.run("unkept")
        #expect(try found.fact("full") == "yes")
        let ledger = "/home/tester/.local/state/suntracker/ledger"
        let messages = [
            ("full", "The ledger cannot be written: write \(ledger).new: No space left on device"),
            ("space", "The ledger can be written again"),
            ("readonly", "The ledger cannot be written: open \(ledger).new: Read-only file system"),
        ]
        for (name, message) in messages {
            #expect(try found.entries(name).count == 1, "\(name): announced once")
            let told = try found.text("\(name)_problem.txt")
            #expect(told.hasPrefix(message), "\(name): \(told)")
            #expect(told.split(separator: "\n").count == 1, "\(name), reported once: \(told)")
        }
        #expect(try found.recordedPopups("unkept").count == messages.count)
    }

    @Test("Whatever the server does, a popup is shown once or its failure is reported, and the service stays idle")
    func notificationServers() async throws {
        let found = try await TestBed.run("servers")
        for name in ["plain", "accepting", "restarted", "masked", "woken", "successor", "activated"] {
            #expect(try found.entries(name).count == 1, "\(name)")
            #expect(try found.fact("\(name).wakeups") == "0", "\(name)")
            #expect(try found.entries("\(name).not_shown").count == (name == "masked" ? 1 : 0), "\(name)")
        }
        for name in ["plain", "accepting", "restarted", "woken", "successor"] {
            #expect(try found.recordedPopups(name).map(\.summary) == ["Sunrise in Testville"], "\(name)")
        }
        // The popup is sent again after 5 s, if the next server has not replaced this one by then.
        let refused = try found.recordedPopups("refusing")
        #expect(Set(refused.map(\.summary)) == ["Sunrise in Testville"])
        let times = try refused.map { try #require(Double($0.time)) }
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 5 }, "\(times)")
        #expect(try found.recordedPopups("plain").allSatisfy { $0.actions.isEmpty }, "it has no actions")
        #expect(try found.fact("hanging.ledger") == "1", "a popup without an answer does not count as shown")
        #expect(try found.recordedPopups("dead").isEmpty)
        #expect(try found.recordedPopups("last").isEmpty)
        #expect(try found.notifications("activated_popups").map(\.summary) == ["Sunrise in Testville"])
    }

    @Test("A server that exits whenever the bus starts it is started rarely; status and preview report it")
    func dyingServer() async throws {
        let found = try await TestBed.run("dying")
        #expect(try (1...4).contains(found.number("starts")), "three popups wait for it")
        #expect(try found.number("wakeups") < 100)
        #expect(try found.fact("waiting") == "3")
        let status = try found.text("status.txt").replacing(/\s+/, with: " ")
        #expect(status.contains(/logged [^;]*; its notification has not been shown yet/), "\(status)")
        #expect(try found.fact("exit.preview") == "69")
        #expect(try found.text("preview.txt").hasPrefix("suntracker: cannot show the notification: "))
        #expect(try found.fact("exit.status") == "1")
        #expect(status.contains("the notification server started by the session bus fails: "))

        let popups = try found.recordedPopups("stays")
        #expect(
            Set(popups.prefix(3).map(\.tag)) == [
                "suntracker-sunset", "suntracker-alert:lamps", "suntracker-alert:blinds",
            ])
        #expect(popups.allSatisfy { $0.replaces == "0" }, "the tag and the number are never sent together")
        #expect(try found.text("status_after.txt").replacing(/\s+/, with: " ").contains(", announced "))
        #expect(try found.fact("exit.preview_after") == "0")

        let numbers = try found.recordedPopups("numbers")
        #expect(numbers.map(\.tag) == ["", ""])
        #expect(numbers.map(\.replaces) == ["0", "1"], "also of an earlier run")
        #expect(try found.recordedPopups("another").map(\.replaces) == ["0"])
    }

    @Test(
        "After a restart of the session bus, journald or the service manager nothing is lost, and the service is idle"
    )
    func lost() async throws {
        let found = try await TestBed.run("lost")
        for name in ["bus", "bus_again", "journal_killed", "journal_stopped", "manager"] {
            #expect(try found.entries(name).count == 1, "\(name)")
            #expect(try found.fact("\(name).wakeups") == "0", "\(name)")
            #expect(try found.fact("\(name).restarts") == "0", "\(name)")
        }
        let popups = ["bus": 1, "bus_again": 1, "journal": 2, "manager": 1]
        for (name, count) in popups { #expect(try found.recordedPopups(name).count == count, "\(name)") }
        // The service owns its name again immediately, because its connection starts the bus.
        #expect(try found.fact("bus.owner") == found.fact("service"))
        #expect(try found.fact("bus_again.owner") == found.fact("service"))
        #expect(try found.fact("manager.status").hasPrefix("Next: sunrise in Testville "))
    }

    @Test("If the socket of the session bus is restarted or away, the service says so once, and is on the bus again")
    func away() async throws {
        let found = try await TestBed.run("away")
        let service = try found.fact("service")
        #expect(try found.fact("restarted.owner") == service)
        #expect(try found.fact("restarted.messages") == "0")
        #expect(try found.fact("away.owner") == service)
        #expect(try found.fact("idle.wakeups") == "0")
        #expect(try found.fact("idle.restarts") == "0")
        let messages = try found.text("messages.txt").split(separator: "\n")
        #expect(messages.count == 2, "\(messages)")
        #expect(
            messages.first?.hasPrefix("Cannot reach the session bus (sd_bus_open_user: Connection refused), so ")
                == true)
        #expect(messages.last == "The session bus responds again")
        for command in ["status", "phase", "preview"] {
            #expect(try found.fact("exit.\(command)") == "69")
            let text = try found.text("\(command).txt").replacing(/\s+/, with: " ")
            #expect(text.contains("there is no session bus (") && !text.contains("not running"), "\(text)")
        }
    }

    @Test("If the session bus is killed, even during a hook, each hook starts once and none is reported as failed")
    func busKilled() async throws {
        let found = try await TestBed.run("killedbus")
        for name in ["rest", "running", "moments"] {
            #expect(try found.entries(name).count == (name == "moments" ? 11 : 1), "\(name)")
            #expect(try found.fact("\(name).wakeups") == "0", "\(name)")
            #expect(try found.fact("\(name).restarts") == "0", "\(name)")
            // The service cannot learn that the running hook failed, because the connection has ended.
            #expect(try found.entries("\(name).failed").isEmpty, "\(name)")
        }
        #expect(try found.fact("rest.owner") == found.fact("service"))
        #expect(try found.recordedPopups("rest").map(\.summary) == ["Sunset in Testville", "Sunrise in Testville"])
        #expect(try found.recordedPopups("running").isEmpty, "its popup was shown before")
        #expect(try found.fact("running.calls") == "begun ,ended,")
        // A reload between the request and the start of a hook would otherwise lose its command.
        #expect(try found.fact("running.loaded") == "loaded")
        // The entries are "3.", or "3.1" for a hook that was requested again.
        let counted = try found.fact("moments.counted").split(separator: " ").map { $0.prefix { $0 != "." } }
        #expect(counted == ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"])
    }
}
