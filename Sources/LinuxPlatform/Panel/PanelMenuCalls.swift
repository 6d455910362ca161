// SPDX-License-Identifier: MIT
import Systemd
import Tracker
import Wording

/// The menu's replies to the methods of com.canonical.dbusmenu, independent of the bus.
///
/// Panels may send numbers of items that no longer exist. The only event with an effect is `clicked`.
struct PanelMenuCalls {
    private let items: [PanelMenuItem]

    /// The number of the menu itself.
    static let root: Int32 = 0

    init(_ items: [PanelMenuItem]) { self.items = items }

    /// Returns the reply to GetLayout: the revision and the item `parent` with its children.
    ///
    /// - Parameter arguments: the parent, the depth (-1 for all levels), and the names of the properties (empty for
    ///   all).
    func layout(_ arguments: [BusValue], revision: UInt32) -> Result<[BusValue], BusError> {
        guard arguments.count == 3, case .signed(let parent) = arguments[0], case .signed(let depth) = arguments[1]
        else { return .failure(Self.invalid) }
        let names = arguments[2].texts
        if let item = item(parent) {
            return .success([.unsigned(revision), node(item.number, item.properties, names)])
        }
        guard parent == Self.root else { return .failure(Self.missing(parent)) }
        let children = depth == 0 ? [] : items.map { BusValue.variant(node($0.number, $0.properties, names)) }
        return .success([.unsigned(revision), node(Self.root, Self.rootProperties, names, children)])
    }

    /// Returns the reply to GetGroupProperties: the properties of these items, or of all items if none is given.
    func groupProperties(_ arguments: [BusValue]) -> Result<[BusValue], BusError> {
        guard arguments.count == 2 else { return .failure(Self.invalid) }
        let numbers = Set(arguments[0].numbers)
        let names = arguments[1].texts
        let all = [(Self.root, Self.rootProperties)] + items.map { ($0.number, $0.properties) }
        let chosen = all.filter { numbers.isEmpty || numbers.contains($0.0) }
        return .success([
            .array(of: "(ia{sv})", chosen.map { .structure([.signed($0.0), .dictionary($0.1.only(names))]) })
        ])
    }

    /// Returns the reply to GetProperty.
    func property(_ arguments: [BusValue]) -> Result<[BusValue], BusError> {
        guard arguments.count == 2, case .signed(let number) = arguments[0], case .string(let name) = arguments[1]
        else { return .failure(Self.invalid) }
        guard let properties = number == Self.root ? Self.rootProperties : item(number)?.properties else {
            return .failure(Self.missing(number))
        }
        guard let value = properties[name] else {
            return .failure(BusError(name: BusError.invalidArguments, message: "item \(number) has no such property"))
        }
        return .success([.variant(value)])
    }

    /// Returns the action of an event in a call of Event; nil for no action, and an error for an item that does not
    /// exist.
    func action(of event: [BusValue]) -> Result<PanelAction?, BusError> {
        guard event.count >= 2, case .signed(let number) = event[0], case .string(let kind) = event[1] else {
            return .failure(Self.invalid)
        }
        guard number != Self.root else { return .success(nil) }
        guard let item = item(number) else { return .failure(Self.missing(number)) }
        guard kind == "clicked", case .action(let action) = item.role else { return .success(nil) }
        return .success(action)
    }

    /// Returns the actions of the events in a call of EventGroup, each once, and the numbers of items that do not
    /// exist.
    func actions(of arguments: [BusValue]) -> (actions: [PanelAction], missing: [Int32]) {
        guard case .array(_, let events) = arguments.first else { return ([], []) }
        var actions: [PanelAction] = []
        var missing: [Int32] = []
        for case .structure(let event) in events {
            switch action(of: event) {
            case .success(let action?): if !actions.contains(action) { actions.append(action) }
            case .success(nil): break
            case .failure: if case .signed(let number) = event.first { missing.append(number) }
            }
        }
        return (actions, missing)
    }

    /// Returns the numbers that do not belong to an item.
    func missing(among arguments: [BusValue]) -> [Int32] {
        (arguments.first?.numbers ?? []).filter { $0 != Self.root && item($0) == nil }
    }

    static func updates(of items: [PanelMenuItem]) -> BusValue {
        .array(
            of: "(ia{sv})", items.map { .structure([.signed($0.number), .dictionary($0.properties.only(["label"]))]) })
    }

    private func item(_ number: Int32) -> PanelMenuItem? { items.first { $0.number == number } }

    private func node(
        _ number: Int32, _ properties: [String: BusValue], _ names: [String], _ children: [BusValue] = []
    ) -> BusValue {
        .structure([.signed(number), .dictionary(properties.only(names)), .array(of: "v", children)])
    }

    private static let rootProperties: [String: BusValue] = ["children-display": .string("submenu")]
    private static let invalid = BusError(name: BusError.invalidArguments, message: "invalid arguments")
    private static func missing(_ number: Int32) -> BusError {
        BusError(name: BusError.invalidArguments, message: "there is no item \(number)")
    }
}

extension PanelMenuItem {
    /// The properties that differ from their defaults (com.canonical.dbusmenu.xml).
    fileprivate var properties: [String: BusValue] {
        switch role {
        case .separator: ["type": .string("separator")]
        case .action: ["label": .string(escaped)]
        }
    }

    /// The label with doubled underscores. A single underscore would mark the letter of a shortcut.
    private var escaped: String { String(label.flatMap { $0 == "_" ? "__" : String($0) }) }
}

extension [String: BusValue] {
    /// The properties with these names; all of them if no name is given.
    fileprivate func only(_ names: [String]) -> [String: BusValue] {
        names.isEmpty ? self : filter { names.contains($0.key) }
    }
}

extension BusValue {
    fileprivate var numbers: [Int32] {
        guard case .array(_, let values) = self else { return [] }
        return values.compactMap { if case .signed(let number) = $0 { number } else { nil } }
    }

    fileprivate var texts: [String] {
        guard case .array(_, let values) = self else { return [] }
        return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}
