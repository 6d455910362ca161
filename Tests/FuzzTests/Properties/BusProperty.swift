import CSystemd
import Glibc

@testable import Systemd

extension Property {
    /// A message of any signature is read to its end, and values of supported types are received as they were sent.
    static let bus = Property(
        ofBytes: "D-Bus message",
        seeds: [
            "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}", "\u{C}\u{2}\u{D}\u{4}\u{E}\u{F}\u{10}", "\u{11}\u{3}abc\u{11}\u{4}abcd",
            "\u{4}\u{5}a\u{FFFE}b", "\u{4}\u{3}a\0b", "\u{11}\u{2}\u{3}\u{FFFF}\u{2}ab\u{3}\(firstNoncharacter)\u{2}cd",
        ],
        words: (0..<20).map { String(UnicodeScalar(UInt8($0))) } + ["\u{FFFE}", firstNoncharacter, "\u{10FFFF}"]
    ) { bytes in
        var choices = Choices(bytes)
        var expected: [BusValue] = []
        let received = try received { message in
            while !choices.isAtEnd, expected.count < 20 { expected.append(try append(&choices, to: message, depth: 0)) }
        }
        guard let received else { throw Violation(description: "it cannot be read") }
        try require(received.count == expected.count, "\(received.count) values of \(expected.count)")
        for (came, sent) in zip(received, expected) {
            try require(isSame(came, sent), "\(sent) comes as \(came)")
        }
    }

    /// U+FDD0, which a literal may not have.
    private static let firstNoncharacter = String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self)

    /// Whether the received value equals the sent one; numbers by their bits, since NaN does not equal itself.
    private static func isSame(_ one: BusValue, _ other: BusValue) -> Bool {
        switch (one, other) {
        case (.double(let one), .double(let other)): one.bitPattern == other.bitPattern
        case (.string(let one), .string(let other)): one.unicodeScalars.elementsEqual(carried(other).unicodeScalars)
        case (.dictionary(let ones), .dictionary(let others)):
            ones.count == others.count
                && ones.allSatisfy { name, one in others[name].map { isSame(one, $0) } == true }
        case (.structure(let ones), .structure(let others)):
            ones.count == others.count && zip(ones, others).allSatisfy(isSame)
        case (.array(let signature, let ones), .array(let otherSignature, let others)):
            signature == otherSignature && ones.count == others.count && zip(ones, others).allSatisfy(isSame)
        default: one == other
        }
    }

    /// A text as it is received: sd-bus rejects noncharacters, which are U+FDD0 to U+FDEF and the last two of
    /// each plane, and its texts end at a NUL.
    private static func carried(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isRefused = (0xFDD0...0xFDEF).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
                    return isRefused || scalar.value == 0 ? "\u{FFFD}" : scalar
                }))
    }

    /// Appends a value of any type; returns the expected received value.
    private static func append(_ choices: inout Choices, to message: OpaquePointer, depth: Int) throws -> BusValue {
        let kind = choices.number(below: depth < 6 ? 18 : 12)
        let value: BusValue
        switch kind {
        case 0: value = .boolean(choices.byte() & 1 == 1)
        case 1: value = .unsigned(UInt32(truncatingIfNeeded: choices.bits()))
        case 2: value = .unsigned64(choices.bits())
        case 3: value = .double(choices.double())
        case 4: value = .string(choices.text(upTo: 20))
        case 5: value = .objectPath(choices.element(["/", "/a", "/org/freedesktop/GeoClue2/Client/1"]))
        case 6...11:
            // y, n, q, i, x, g: sd-bus reads as many bytes as the type has.
            let types = Array("ynqixg".utf8)
            var bits = choices.bits()
            let signed = Int32(truncatingIfNeeded: bits)
            let type = CChar(types[kind - 6])
            let result =
                types[kind - 6] == UInt8(ascii: "g")
                ? sd_bus_message_append_basic(message, type, "a{sv}")
                : sd_bus_message_append_basic(message, type, &bits)
            try checked("sd_bus_message_append_basic", result)
            let signature = String(UnicodeScalar(types[kind - 6]))
            return signature == "i" ? .signed(signed) : .other(signature)
        default: return try appendContainer(kind, &choices, to: message, depth: depth)
        }
        try value.append(to: message)
        return value
    }

    private static func appendContainer(
        _ kind: Int, _ choices: inout Choices, to message: OpaquePointer, depth: Int
    ) throws -> BusValue {
        switch kind {
        case 12:
            let array = BusValue.array(
                of: "s", (0..<choices.number(below: 4)).map { _ in .string(choices.text(upTo: 5)) })
            try array.append(to: message)
            return array
        case 13:
            let structure = BusValue.structure([
                .boolean(true), .double(choices.double()), .array(of: "u", [.unsigned(UInt32(choices.byte()))]),
            ])
            try structure.append(to: message)
            return structure
        case 14:
            try container("a", "{sv}", in: message) {}
            return .dictionary([:])
        case 15:
            try container("a", "(uv)", in: message) {}
            return .array(of: "(uv)", [])
        case 16:
            // Nested variants.
            try container("v", "v", in: message) {
                try container("v", "v", in: message) {
                    try container("v", "s", in: message) { try BusValue.string("deep").append(to: message) }
                }
            }
            return .string("deep")
        default: return try appendProperties(&choices, to: message)
        }
    }

    /// Properties, which are received as a dictionary; of duplicates, the last one.
    private static func appendProperties(_ choices: inout Choices, to message: OpaquePointer) throws -> BusValue {
        var properties: [String: BusValue] = [:]
        let count = choices.number(below: 4)
        try container("a", "{sv}", in: message) {
            for _ in 0..<count {
                let name = choices.text(upTo: 3)
                let value = BusValue.string(choices.text(upTo: 9))
                properties[carried(name)] = value
                try container("e", "sv", in: message) {
                    try BusValue.string(name).append(to: message)
                    try BusValue.variant(value).append(to: message)
                }
            }
        }
        return .dictionary(properties)
    }

    private static func container(
        _ type: Character, _ contents: String, in message: OpaquePointer, _ fill: () throws -> Void
    ) throws {
        let type = CChar(type.asciiValue ?? 0)
        try checked("sd_bus_message_open_container", sd_bus_message_open_container(message, type, contents))
        try fill()
        try checked("sd_bus_message_close_container", sd_bus_message_close_container(message))
    }

    /// The values of a sealed message, which can be read like a received one.
    private static func received(_ append: (OpaquePointer) throws -> Void) throws -> [BusValue]? {
        var bus: OpaquePointer?
        try checked("sd_bus_new", sd_bus_new(&bus))
        defer { sd_bus_unref(bus) }
        // Each message belongs to a connection, which need not have a peer.
        var sockets: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &sockets) == 0 else {
            throw SystemError("socketpair", number: errno)
        }
        defer { close(sockets[1]) }
        try checked("sd_bus_set_fd", sd_bus_set_fd(bus, sockets[0], sockets[0]))
        try checked("sd_bus_start", sd_bus_start(bus))
        defer { sd_bus_close(bus) }
        var made: OpaquePointer?
        try checked(
            "sd_bus_message_new_signal", sd_bus_message_new_signal(bus, &made, "/", "io.github.suntracker.T", "T"))
        guard let message = made else { throw SystemError("sd_bus_message_new_signal", number: ENOMEM) }
        defer { sd_bus_message_unref(message) }
        try append(message)
        try checked("sd_bus_message_seal", sd_bus_message_seal(message, 1, 0))
        return BusValue.all(of: message)
    }
}
