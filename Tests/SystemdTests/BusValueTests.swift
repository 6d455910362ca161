// SPDX-License-Identifier: MIT
import CSystemd
import Glibc
import Testing

@testable import Systemd

/// A sealed message, which can be read like a received message.
private func received(
    atMost limit: Int = 1000, _ append: (OpaquePointer) throws -> Void
) throws -> [BusValue]? {
    // A connection without a peer, because each message needs a connection.
    var sockets: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &sockets) == 0)
    defer { close(sockets[1]) }
    var bus: OpaquePointer?
    try #require(sd_bus_new(&bus) >= 0)
    defer { sd_bus_close_unref(bus) }
    try #require(sd_bus_set_fd(bus, sockets[0], sockets[0]) >= 0)
    try #require(sd_bus_start(bus) >= 0)
    var made: OpaquePointer?
    try #require(sd_bus_message_new_signal(bus, &made, "/", "io.github.suntracker.Test", "Test") >= 0)
    let message = try #require(made)
    defer { sd_bus_message_unref(message) }
    try append(message)
    try #require(sd_bus_message_seal(message, 1, 0) >= 0)
    return BusValue.all(of: message, atMost: limit)
}

@Suite("A value of D-Bus") struct BusValueTests {
    @Test("of a basic type is received as it was sent, and a variant as its contents")
    func basic() throws {
        let values: [BusValue] = [
            .boolean(true), .boolean(false), .signed(-78), .unsigned(.max), .double(-104.9903), .string("Tromsø"),
            .objectPath("/a/b"),
        ]
        #expect(try received { message in for value in values { try value.append(to: message) } } == values)
        #expect(
            try received { message in for value in values { try BusValue.variant(value).append(to: message) } }
                == values)
        #expect(try received { _ in } == [])
    }

    @Test("of nested arrays and structures is received as it was sent")
    func containers() throws {
        let values: [BusValue] = [
            .array(of: "s", []), .array(of: "s", [.string("body"), .string("actions")]),
            .array(of: "(st)", [.structure([.string("sunrise"), .unsigned64(1)])]), .structure([.double(0)]),
            .array(of: "as", [.array(of: "s", [.string("x")])]),
        ]
        #expect(try received { message in for value in values { try value.append(to: message) } } == values)
    }

    @Test("that is larger than any expected value makes the message unreadable, before it is copied")
    func tooLarge() throws {
        func isReceived(_ value: BusValue) throws -> Bool {
            try received(atMost: 100) { try value.append(to: $0) } != nil
        }
        #expect(try isReceived(.string(String(repeating: "x", count: 99))))
        #expect(try !isReceived(.string(String(repeating: "x", count: 100))))
        #expect(try isReceived(.array(of: "s", Array(repeating: .string(""), count: 98))))
        #expect(try !isReceived(.array(of: "s", Array(repeating: .string(""), count: 100))))
        let inner = BusValue.array(of: "b", Array(repeating: .boolean(true), count: 20))
        #expect(try isReceived(.array(of: "ab", [inner, inner, inner])))
        #expect(try !isReceived(.array(of: "ab", [inner, inner, inner, inner, inner])))
    }

    @Test(
        "can be any text: U+FFFD replaces what a message cannot hold",
        arguments: [
            ("a\u{FFFE}b", "a\u{FFFD}b"), ("\u{FFFF}\u{10FFFE}\u{10FFFF}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
            (String(decoding: [0xEF, 0xB7, 0x90, 0xEF, 0xB7, 0xAF], as: UTF8.self), "\u{FFFD}\u{FFFD}"),
            ("a\0b", "a\u{FFFD}b"), ("\u{FDCF}\u{FDF0}\u{FFFD}\u{10FFFD}", "\u{FDCF}\u{FDF0}\u{FFFD}\u{10FFFD}"),
            ("e\u{301}\u{1B}\r\n", "e\u{301}\u{1B}\r\n"),
        ])
    func texts(text: String, asItComes: String) throws {
        for value in [BusValue.string(text), .array(of: "s", [.string(text)]), .structure([.string(text)])] {
            let values = try #require(try received { try value.append(to: $0) })
            #expect(Self.text(values.first)?.unicodeScalars.elementsEqual(asItComes.unicodeScalars) == true)
        }
    }

    private static func text(_ value: BusValue?) -> String? {
        switch value {
        case .string(let text): text
        case .array(_, let values), .structure(let values): text(values.first)
        default: nil
        }
    }

    @Test("of properties is a dictionary; a value of another type is its signature")
    func properties() throws {
        let values = try received { message in
            sd_bus_message_open_container(message, CChar(UInt8(ascii: "a")), "{sv}")
            for (name, value) in [("Active", BusValue.boolean(true)), ("Latitude", .double(39.74))] {
                sd_bus_message_open_container(message, CChar(UInt8(ascii: "e")), "sv")
                try BusValue.string(name).append(to: message)
                try BusValue.variant(value).append(to: message)
                sd_bus_message_close_container(message)
            }
            sd_bus_message_close_container(message)
            sd_bus_message_open_container(message, CChar(UInt8(ascii: "a")), "{ss}")
            sd_bus_message_close_container(message)
            sd_bus_message_open_container(message, CChar(UInt8(ascii: "r")), "nu")
            var small: Int16 = 1
            sd_bus_message_append_basic(message, CChar(UInt8(ascii: "n")), &small)
            try BusValue.unsigned(2).append(to: message)
            sd_bus_message_close_container(message)
            try BusValue.string("end").append(to: message)
        }
        #expect(
            values == [
                .dictionary(["Active": .boolean(true), "Latitude": .double(39.74)]), .other("a{ss}"),
                .structure([.other("n"), .unsigned(2)]), .string("end"),
            ])
    }

    @Test("that is only received cannot be sent")
    func onlyReceived() {
        #expect(throws: SystemError("sd_bus_message_append_basic", number: EINVAL)) {
            try received { try BusValue.other("s").append(to: $0) }
        }
    }
}
