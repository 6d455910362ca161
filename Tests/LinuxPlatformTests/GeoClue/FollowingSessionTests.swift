// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Systemd
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

private typealias Output = GeoClueSession.Output

private let client = GeoClueAnswers.client
private let place = GeoClueAnswers.place

/// The outputs that end a request and remove everything of it from the system bus.
private let release: [Output] = [
    .send(.stop(client: client)), .send(.deleteClient(client)), .forget, .disconnect,
]

@Suite("A GeoClue session that follows") struct FollowingSessionTests {
    private static func following(_ accuracy: LocationWatch.Accuracy = .city) -> ScriptedBus {
        .watching(LocationWatch(mode: .follow, accuracy: accuracy))
    }

    /// The reply about a location with this accuracy, observed this long before the request.
    private static func properties(within radius: Double?, age: Duration?) -> BusValue {
        var properties = GeoClueAnswers.properties
        properties["Accuracy"] = radius.map { .double($0) }
        let time = age.map { GeoClueAnswers.asked - $0 }
        properties["Timestamp"] = time.map {
            .structure([.unsigned64(UInt64(max(0, $0.microseconds / 1_000_000))), .unsigned64(0)])
        }
        return .dictionary(properties)
    }

    struct Fix: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var accuracy = LocationWatch.Accuracy.city
        let radius: Double?
        let age: Duration?
        let isGood: Bool

        init(
            _ name: String, _ accuracy: LocationWatch.Accuracy = .city, within radius: Double?, age: Duration?,
            isGood: Bool
        ) {
            (testDescription, self.accuracy, self.radius, self.age) = (name, accuracy, radius, age)
            self.isGood = isGood
        }
    }

    @Test(
        "releases GeoClue at a fix that is good enough, and otherwise waits half a minute for a better one",
        arguments: [
            Fix("of the city, new", within: 25_000, age: .zero, isGood: true),
            Fix("exact, new", .exact, within: 2000, age: .zero, isGood: true),
            Fix("of unknown accuracy and time", within: nil, age: nil, isGood: true),
            Fix("a moment older than the request", within: 1000, age: .seconds(4), isGood: true),
            Fix("newer than the request", within: 1000, age: .seconds(-100), isGood: true),
            Fix("of the region", within: 25_001, age: .zero, isGood: false),
            Fix("of the city, for an exact watch", .exact, within: 2001, age: .zero, isGood: false),
            Fix("of before the request, as of before a sleep", within: 1000, age: .seconds(5), isGood: false),
            Fix("of a receiver without a date", within: 10, age: .seconds(1_790_000_000), isGood: false),
        ], LocationWatch.Mode.allCases)
    func letsGo(fix: Fix, mode: LocationWatch.Mode) {
        var bus = ScriptedBus.watching(LocationWatch(mode: mode, accuracy: fix.accuracy))
        let outputs = bus.answer(.location(path: place), Self.properties(within: fix.radius, age: fix.age))
        // The service compares the time stamp with the last change of the time zone.
        let stamp = fix.age.map { GeoClueAnswers.asked - $0 }
        #expect(
            outputs.reports.contains { if case .fix(let fix) = $0 { fix.provenance.observed == stamp } else { false } })
        #expect(outputs.reports.count == 1)
        guard !fix.isGood else {
            #expect(outputs.suffix(release.count) == release[...])
            #expect(bus.session.isEnded)
            return
        }
        #expect(outputs.last == .arm(.betterFix, after: .seconds(30)))
        #expect(!bus.session.isEnded)
        // A second, equal fix does not prolong the wait.
        let second = bus.answer(.location(path: place), Self.properties(within: fix.radius, age: fix.age))
        #expect(second == outputs.filter { if case .report = $0 { true } else { false } })
        #expect(bus.handle(.fired(.betterFix)) == release)
        #expect(bus.session.isEnded)
    }

    @Test("reports a vague fix only if no better one comes in half a minute")
    func vague() {
        var bus = Self.following()
        let vague = Self.properties(within: 300_000, age: .zero)
        let outputs = bus.answer(.location(path: place), vague)
        #expect(outputs == [.arm(.firstFix, after: nil), .arm(.betterFix, after: .seconds(30))])
        #expect(bus.answer(.location(path: place), vague).isEmpty)
        let end = bus.handle(.fired(.betterFix))
        #expect(end.reports.count == 1 && Array(end.dropFirst()) == release)
        #expect(bus.session.isEnded)

        var better = Self.following()
        _ = better.answer(.location(path: place), vague)
        #expect(better.answer(.location(path: place), Self.properties(within: 50_000, age: .zero)).reports.count == 1)
        #expect(better.answer(.location(path: place), vague).isEmpty)
        #expect(better.handle(.fired(.betterFix)) == release)
    }

    @Test("in mode once, a vague fix does not end the watch, and is reported after half a minute")
    func vagueOnce() {
        var bus = ScriptedBus.watching(LocationWatch(mode: .once))
        let vague = Self.properties(within: 300_000, age: .zero)
        #expect(bus.answer(.location(path: place), vague).last == .arm(.betterFix, after: .seconds(30)))
        #expect(bus.handle(.fired(.betterFix)).reports.count == 1)
        #expect(!bus.session.isEnded)
        #expect(
            bus.answer(.location(path: place), Self.properties(within: 1000, age: .zero)).suffix(release.count)
                == release[...])
    }

    @Test("ends if GeoClue exits while only a better fix is awaited", arguments: LocationWatch.Mode.allCases)
    func exits(mode: LocationWatch.Mode) {
        var bus = ScriptedBus.watching(LocationWatch(mode: mode))
        _ = bus.answer(.location(path: place), Self.properties(within: 50_000, age: .zero))
        #expect(bus.handle(.ownerChanged(hasOwner: false)) == [.forget, .disconnect])
        #expect(bus.session.isEnded)
    }

    @Test("in mode once, continues after the wait for a better fix if access was withdrawn meanwhile")
    func turnedOffMeanwhile() {
        var bus = ScriptedBus.watching(LocationWatch(mode: .once))
        func active(_ isActive: Bool) -> GeoClueSession.Input {
            .propertiesChanged([.string("x"), .dictionary(["Active": .boolean(isActive)])])
        }
        _ = bus.answer(.location(path: place), Self.properties(within: 50_000, age: .zero))
        #expect(bus.handle(active(false)).reports == [.authorization(.denied(.turnedOff))])
        #expect(bus.handle(.fired(.betterFix)).isEmpty)
        #expect(bus.handle(active(true)).reports == [.authorization(.allowedOnce)])
    }

    @Test("releases GeoClue when the better fix comes")
    func better() {
        var bus = Self.following()
        _ = bus.answer(.location(path: place), Self.properties(within: 250_000, age: .zero))
        let outputs = bus.answer(.location(path: place), Self.properties(within: 1000, age: .zero))
        #expect(outputs.reports.count == 1)
        #expect(outputs.suffix(release.count) == release[...])
    }

    @Test("releases GeoClue after the time limit for a fix, and reports that the fix is overdue")
    func overdue() {
        var bus = Self.following()
        #expect(bus.handle(.fired(.firstFix)) == [.arm(.firstFix, after: nil), .report(.fixOverdue(nil))] + release)
    }

    @Test("joins a second request to the open one")
    func open() {
        var bus = ScriptedBus(LocationWatch(mode: .follow))
        #expect(bus.handle(.begin) == [.connect])
        #expect(bus.handle(.askedAgain).isEmpty)
        _ = bus.handle(.connected)
        #expect(bus.handle(.askedAgain).isEmpty)
        _ = bus.answer(.getClient, .objectPath(client))
        #expect(bus.handle(.askedAgain).isEmpty)
        _ = bus.answer(.start(client: client))
        #expect(bus.handle(.askedAgain).isEmpty)
    }

    @Test("asks again after a denial, however access was denied")
    func refused() {
        var bus = ScriptedBus(LocationWatch(mode: .follow))
        bus.start()
        let refusal = BusError(name: GeoClueAnswers.denied, message: "Geolocation disabled for UID 1000")
        _ = bus.refuse(.start(client: client), refusal)
        // The service triggers the new request itself.
        #expect(bus.handle(.settingChanged).isEmpty)
        #expect(bus.handle(.askedAgain) == [.arm(.retry, after: nil), .call(.getClient)])
        _ = bus.answer(.getClient, .objectPath(client))
        #expect(bus.answer(.start(client: client)).reports == [.authorization(.allowedAlways)])

        var unattended = ScriptedBus(LocationWatch(mode: .follow))
        _ = unattended.handle(.begin)
        _ = unattended.handle(.connected)
        #expect(
            unattended.refuse(.getClient, GeoClueAnswers.timedOut).reports == [
                .authorization(.restricted(.noAgent))
            ])
        #expect(unattended.handle(.askedAgain) == [.arm(.retry, after: nil), .call(.getClient)])

        var busless = ScriptedBus(LocationWatch(mode: .follow))
        _ = busless.handle(.begin)
        #expect(busless.handle(.disconnected).reports == [.authorization(.restricted(.noBus))])
        #expect(busless.handle(.askedAgain) == [.arm(.retry, after: nil), .connect])
    }

    @Test("retries when GeoClue crashes during a request, even while it waits for a better fix")
    func crash() {
        var bus = Self.following()
        _ = bus.answer(.location(path: place), Self.properties(within: 300_000, age: .zero))
        #expect(bus.handle(.ownerChanged(hasOwner: false)) == [.forget, .arm(.retry, after: .seconds(1))])
        #expect(bus.handle(.fired(.betterFix)).isEmpty)
        #expect(bus.handle(.fired(.retry)) == [.call(.getClient)])
        _ = bus.answer(.getClient, .objectPath(client))
        #expect(bus.answer(.start(client: client)).isEmpty)
        #expect(bus.answer(.location(path: place), Self.properties(within: 1000, age: .zero)).last == .disconnect)
    }

    @Test("releases a client that is stopped because location services are disabled")
    func turnedOff() {
        var bus = Self.following()
        let outputs = bus.handle(
            .propertiesChanged([
                .string(GeoClueRequest.clientInterface), .dictionary(["Active": .boolean(false)]), .other("as"),
            ]))
        #expect(outputs.contains(.send(.deleteClient(client))))
        #expect(outputs.reports == [.authorization(.denied(.turnedOff))])
    }
}
