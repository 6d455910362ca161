/// The arguments of a message, little-endian (D-Bus Specification, "Marshaling").
struct WireBody {
    private(set) var bytes: [UInt8] = []

    mutating func align(to size: Int) { bytes += [UInt8](repeating: 0, count: (size - bytes.count % size) % size) }

    mutating func number(_ value: Int) {
        align(to: 4)
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    mutating func string(_ text: String) {
        number(text.utf8.count)
        bytes += Array(text.utf8) + [0]
    }

    /// An environment as a variant, as Properties.Get returns it.
    mutating func environment(_ variables: [String]) {
        bytes += [2] + Array("as".utf8) + [0]
        var array = WireBody()
        for variable in variables { array.string(variable) }
        number(array.bytes.count)
        bytes += array.bytes
    }

    /// The state of a unit, as Properties.GetAll returns it.
    mutating func state(_ state: String) {
        var array = WireBody()
        array.string("ActiveState")
        array.bytes += [1] + Array("s".utf8) + [0]
        array.string(state)
        number(array.bytes.count)
        align(to: 8)
        bytes += array.bytes
    }
}

/// A message as it comes over the wire, little-endian (D-Bus Specification, "Message Format").
struct WireMessage {
    let bytes: [UInt8]

    /// The first message of these bytes; nil if it is incomplete.
    init?(first heard: [UInt8]) {
        guard heard.count >= 16 else { return nil }
        func number(at index: Int) -> Int { (0..<4).reduce(0) { $0 | Int(heard[index + $1]) << (8 * $1) } }
        let length = 16 + (number(at: 12) + 7) / 8 * 8 + number(at: 4)
        guard heard.count >= length else { return nil }
        bytes = Array(heard[..<length])
    }

    /// Whether the message contains a text.
    func has(_ text: String) -> Bool { bytes.indices.contains { bytes[$0...].starts(with: text.utf8) } }

    /// The first name of a hook's unit, a target or a slice in it.
    var unit: String? {
        let prefix =
            has("\0StartUnit\0") ? "\0suntracker-" : has("\0StopUnit\0") ? "\0app-suntracker-" : "\0suntracker-hook-"
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: prefix.utf8) }).map({ $0 + 1 }) else {
            return nil
        }
        return String(decoding: bytes[start...].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The answer to this call.
    func answer(_ body: WireBody = WireBody(), signature: String = "", error: String? = nil) -> [UInt8] {
        var fields = WireBody()
        fields.field(5, "u", number: (0..<4).reduce(0) { $0 | Int(bytes[8 + $1]) << (8 * $1) })
        if let error { fields.field(4, "s", text: error) }
        fields.field(7, "s", text: "org.freedesktop.systemd1")
        if !signature.isEmpty { fields.signature(signature) }
        return Self.message(type: error == nil ? 2 : 3, fields, body)
    }

    /// systemd's signal that a job has ended.
    static func jobRemoved(_ body: WireBody) -> [UInt8] {
        var fields = WireBody()
        fields.field(1, "o", text: "/org/freedesktop/systemd1")
        fields.field(2, "s", text: "org.freedesktop.systemd1.Manager")
        fields.field(3, "s", text: "JobRemoved")
        fields.field(7, "s", text: "org.freedesktop.systemd1")
        fields.signature("uoss")
        return message(type: 4, fields, body)
    }

    /// The bus's signal that a program has left it.
    static func nameLost(_ name: String) -> [UInt8] {
        var body = WireBody()
        for text in [name, name, ""] { body.string(text) }
        var fields = WireBody()
        fields.field(1, "o", text: "/org/freedesktop/DBus")
        fields.field(2, "s", text: "org.freedesktop.DBus")
        fields.field(3, "s", text: "NameOwnerChanged")
        fields.field(7, "s", text: "org.freedesktop.DBus")
        fields.signature("sss")
        return message(type: 4, fields, body)
    }

    private static func message(type: UInt8, _ fields: WireBody, _ body: WireBody) -> [UInt8] {
        var message = WireBody()
        message.start(type)
        message.number(body.bytes.count)
        message.number(1)
        message.number(fields.bytes.count)
        message.append(fields)
        message.align(to: 8)
        message.append(body)
        return message.bytes
    }
}

extension WireBody {
    /// Little-endian, NO_REPLY_EXPECTED, version 1.
    fileprivate mutating func start(_ type: UInt8) { bytes += [UInt8(ascii: "l"), type, 1, 1] }

    fileprivate mutating func append(_ other: WireBody) { bytes += other.bytes }

    fileprivate mutating func field(_ code: UInt8, _ type: String, text: String? = nil, number value: Int = 0) {
        align(to: 8)
        bytes += [code, 1] + Array(type.utf8) + [0]
        if let text { string(text) } else { number(value) }
    }

    fileprivate mutating func signature(_ text: String) {
        align(to: 8)
        bytes += [8, 1, UInt8(ascii: "g"), 0, UInt8(text.utf8.count)] + Array(text.utf8) + [0]
    }
}
