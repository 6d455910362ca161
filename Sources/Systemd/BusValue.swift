// SPDX-License-Identifier: MIT
import CSystemd
import Glibc

/// A value in a D-Bus message, with the types that this program uses (D-Bus Specification, "Type System").
package indirect enum BusValue: Hashable, Sendable {
    /// BOOLEAN, `b`.
    case boolean(Bool)
    /// BYTE, `y`.
    case byte(UInt8)
    /// INT32, `i`.
    case signed(Int32)
    /// UINT32, `u`.
    case unsigned(UInt32)
    /// UINT64, `t`.
    case unsigned64(UInt64)
    /// DOUBLE, `d`.
    case double(Double)
    /// STRING, `s`. NUL and noncharacters, which a message cannot contain, are sent as U+FFFD.
    case string(String)
    /// OBJECT_PATH, `o`.
    case objectPath(String)
    /// VARIANT, `v`. Only sent: a received variant is replaced with its contents.
    case variant(BusValue)
    /// `a{sv}`, the type of properties.
    case dictionary([String: BusValue])
    /// STRUCT, `(…)`.
    case structure([BusValue])
    /// ARRAY of values with one signature, `a…`.
    case array(of: String, [BusValue])
    /// A value of any other type, by its signature. Only received.
    case other(String)
}

extension BusValue {
    /// Returns all values in the body of a message; nil if the message cannot be read to its end, or is larger than
    /// this program expects.
    ///
    /// - Parameter limit: the maximum number of bytes of text, and of values. Other programs can send 128 MiB, which
    ///   would become gigabytes.
    package static func all(of message: OpaquePointer, atMost limit: Int = 1 << 20) -> [BusValue]? {
        var rest = limit
        return all(of: message, &rest)
    }

    private enum Reading {
        case value(BusValue)
        case end
        case unreadable
    }

    private static func all(of message: OpaquePointer, _ rest: inout Int) -> [BusValue]? {
        var values: [BusValue] = []
        while true {
            switch next(of: message, &rest) {
            case .value(let value): values.append(value)
            case .end: return values
            case .unreadable: return nil
            }
        }
    }

    /// Reads the next value of the message or its current container.
    private static func next(of message: OpaquePointer, _ rest: inout Int) -> Reading {
        var type = CChar(0)
        var contents: UnsafePointer<CChar>?
        let peeked = sd_bus_message_peek_type(message, &type, &contents)
        rest -= 1
        guard peeked > 0, rest >= 0 else { return peeked == 0 ? .end : .unreadable }
        let inner = contents.map { String(cString: $0) } ?? ""
        let value: BusValue?
        switch (UInt8(truncatingIfNeeded: type), inner) {
        case (UInt8(ascii: "b"), _): value = basic(message, type, CInt(0)).map { .boolean($0 != 0) }
        case (UInt8(ascii: "y"), _): value = basic(message, type, UInt8(0)).map { .byte($0) }
        case (UInt8(ascii: "i"), _): value = basic(message, type, Int32(0)).map { .signed($0) }
        case (UInt8(ascii: "u"), _): value = basic(message, type, UInt32(0)).map { .unsigned($0) }
        case (UInt8(ascii: "t"), _): value = basic(message, type, UInt64(0)).map { .unsigned64($0) }
        case (UInt8(ascii: "d"), _): value = basic(message, type, 0.0).map { .double($0) }
        case (UInt8(ascii: "s"), _): value = text(message, type, &rest).map { .string($0) }
        case (UInt8(ascii: "o"), _): value = text(message, type, &rest).map { .objectPath($0) }
        case (UInt8(ascii: "v"), _): value = entered(message, type, inner, &rest)?.first
        case (UInt8(ascii: "a"), "{sv}"):
            value = entered(message, type, inner, &rest).map { .dictionary(Dictionary(entries: $0)) }
        case (UInt8(ascii: "r"), _), (UInt8(ascii: "e"), _):
            value = entered(message, type, inner, &rest).map { .structure($0) }
        case (UInt8(ascii: "a"), _) where !inner.hasPrefix("{"):
            value = entered(message, type, inner, &rest).map { .array(of: inner, $0) }
        default: value = skipped(message, signature(type, inner))
        }
        return value.map { .value($0) } ?? .unreadable
    }

    private static func basic<Value: BitwiseCopyable>(_ message: OpaquePointer, _ type: CChar, _ zero: Value) -> Value?
    {
        var value = zero
        return sd_bus_message_read_basic(message, type, &value) > 0 ? value : nil
    }

    private static func text(_ message: OpaquePointer, _ type: CChar, _ rest: inout Int) -> String? {
        guard let text = basic(message, type, UnsafePointer<CChar>?.none).flatMap({ $0 }) else { return nil }
        rest -= strnlen(text, rest + 1)
        return rest >= 0 ? String(cString: text) : nil
    }

    private static func entered(
        _ message: OpaquePointer, _ type: CChar, _ contents: String, _ rest: inout Int
    ) -> [BusValue]? {
        guard sd_bus_message_enter_container(message, type, contents) > 0, let values = all(of: message, &rest),
            sd_bus_message_exit_container(message) >= 0
        else { return nil }
        return values
    }

    private static func skipped(_ message: OpaquePointer, _ signature: String) -> BusValue? {
        sd_bus_message_skip(message, signature) > 0 ? .other(signature) : nil
    }

    private static func signature(_ type: CChar, _ contents: String) -> String {
        String(UnicodeScalar(UInt8(truncatingIfNeeded: type))) + contents
    }
}

extension [String: BusValue] {
    /// The properties in received entries.
    fileprivate init(entries: [BusValue]) {
        self = [:]
        for case .structure(let entry) in entries {
            if case .string(let name)? = entry.first { self[name] = entry.last }
        }
    }
}

extension BusValue {
    /// Appends the value to a message.
    func append(to message: OpaquePointer) throws(SystemError) {
        switch self {
        case .boolean(let value): try append(CInt(value ? 1 : 0), to: message)
        case .byte(let value): try append(value, to: message)
        case .signed(let value): try append(value, to: message)
        case .unsigned(let value): try append(value, to: message)
        case .unsigned64(let value): try append(value, to: message)
        case .double(let value): try append(value, to: message)
        case .string(let text), .objectPath(let text):
            // For a string, its address is passed, instead of the address of a variable.
            let result = sd_bus_message_append_basic(message, typeCode, text.acceptableToSystemd)
            try checked("sd_bus_message_append_basic", result)
        case .variant(let value):
            try append([value], signature: value.signature, to: message)
        case .structure(let values):
            try append(values, signature: values.map(\.signature).joined(), to: message)
        case .array(let signature, let values):
            try append(values, signature: signature, to: message)
        case .dictionary(let properties):
            try append(properties, to: message)
        case .other:
            throw SystemError("sd_bus_message_append_basic", number: EINVAL)
        }
    }

    private func append(_ values: [BusValue], signature: String, to message: OpaquePointer) throws(SystemError) {
        try checked(
            "sd_bus_message_open_container", sd_bus_message_open_container(message, typeCode, signature))
        for value in values { try value.append(to: message) }
        try checked("sd_bus_message_close_container", sd_bus_message_close_container(message))
    }

    /// Appends properties, sorted by name.
    private func append(_ properties: [String: BusValue], to message: OpaquePointer) throws(SystemError) {
        try checked("sd_bus_message_open_container", sd_bus_message_open_container(message, typeCode, "{sv}"))
        for (name, value) in properties.sorted(by: { $0.key < $1.key }) {
            let entry = CChar(UInt8(ascii: "e"))
            try checked("sd_bus_message_open_container", sd_bus_message_open_container(message, entry, "sv"))
            try BusValue.string(name).append(to: message)
            try BusValue.variant(value).append(to: message)
            try checked("sd_bus_message_close_container", sd_bus_message_close_container(message))
        }
        try checked("sd_bus_message_close_container", sd_bus_message_close_container(message))
    }

    private func append<Value: BitwiseCopyable>(_ value: Value, to message: OpaquePointer) throws(SystemError) {
        let result = withUnsafePointer(to: value) { sd_bus_message_append_basic(message, typeCode, $0) }
        try checked("sd_bus_message_append_basic", result)
    }

    private var signature: String {
        switch self {
        case .boolean: "b"
        case .byte: "y"
        case .signed: "i"
        case .unsigned: "u"
        case .unsigned64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .variant: "v"
        case .dictionary: "a{sv}"
        case .structure(let values): "(" + values.map(\.signature).joined() + ")"
        case .array(let signature, _): "a" + signature
        case .other(let signature): signature
        }
    }

    private var typeCode: CChar {
        if case .structure = self { return CChar(UInt8(ascii: "r")) }
        return signature.utf8.first.map { CChar($0) } ?? 0
    }
}
