import Systemd
import Testing

@testable import LinuxPlatform

@Suite("A signal of the system bus") struct LocationTriggerSignalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let signal: LocationTriggerSignal
        let values: [BusValue]
        let isOnline: Bool

        init(_ name: String, _ signal: LocationTriggerSignal, _ values: [BusValue], isOnline: Bool) {
            (testDescription, self.signal, self.values, self.isOnline) = (name, signal, values, isOnline)
        }

        /// A signal of networkd.
        init(_ name: String, _ properties: [String: BusValue], isOnline: Bool) {
            let values: [BusValue] = [
                .string("org.freedesktop.network1.Manager"), .dictionary(properties), .array(of: "s", []),
            ]
            self.init(name, .networkd, values, isOnline: isOnline)
        }
    }

    @Test(
        "says whether the machine has come online",
        arguments: [
            Case("connected", .networkManager, [.unsigned(70)], isOnline: true),
            Case("a login page", .networkManager, [.unsigned(60)], isOnline: false),
            Case("connecting", .networkManager, [.unsigned(40)], isOnline: false),
            Case("disconnected", .networkManager, [.unsigned(20)], isOnline: false),
            Case("a state of another type", .networkManager, [.string("70")], isOnline: false),
            Case("no state", .networkManager, [], isOnline: false),
            Case("an address", ["OperationalState": .string("routable")], isOnline: true),
            Case("an address on the link only", ["OperationalState": .string("degraded")], isOnline: false),
            Case("online without a route", ["OnlineState": .string("online")], isOnline: false),
            Case("a carrier", ["CarrierState": .string("carrier")], isOnline: false),
            Case("no properties", .networkd, [.string("org.freedesktop.network1.Manager")], isOnline: false),
            Case("properties of another type", .networkd, [.unsigned(70), .unsigned(70)], isOnline: false),
            Case("a session", .newSession, [.unsigned(70)], isOnline: false),
        ])
    func online(row: Case) {
        #expect(row.signal.saysOnline(row.values) == row.isOnline)
    }

    @Test(
        "belongs to a desktop of the user",
        arguments: [
            ("wayland", "user", 1000, true), ("x11", "user", 1000, true), ("x11", "user", 1001, false),
            ("x11", "greeter", 1000, false), ("tty", "user", 1000, false), ("unspecified", "background", 1000, false),
        ] as [(String, String, UInt32, Bool)])
    func desktop(type: String, kind: String, owner: UInt32, isDesktop: Bool) {
        let session: [String: BusValue] = [
            "Type": .string(type), "Class": .string(kind),
            "User": .structure([.unsigned(owner), .objectPath("/org/freedesktop/login1/user/_1000")]),
        ]
        #expect(LocationTriggerSignal.isDesktop([.dictionary(session)], of: 1000) == isDesktop)
        #expect(!LocationTriggerSignal.isDesktop([.dictionary(["Type": .string(type)])], of: 1000))
        #expect(!LocationTriggerSignal.isDesktop([], of: 1000))
    }

    @Test(
        "is subscribed to at one object, by a rule that no other signal matches",
        arguments: LocationTriggerSignal.allCases)
    func rule(signal: LocationTriggerSignal) {
        let parts = signal.rule.split(separator: ",").map { $0.prefix { $0 != "=" } }
        #expect(Set(parts).isSuperset(of: ["type", "sender", "path", "interface", "member"]))
        #expect(parts.count == Set(parts).count)
    }
}
