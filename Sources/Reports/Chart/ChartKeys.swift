package import Terminal

extension ChartBrowser.Key {
    /// The inputs of the chart that a key of the terminal stands for: several for text of several characters.
    package static func keys(for key: TerminalKeys.Key) -> [ChartBrowser.Key] {
        switch key {
        case .text(let text): text.compactMap { Self.key(for: $0) }
        // The Escape key has no meaning here, so what follows it is separate input.
        case .alt(let character): [Self.key(for: character)].compactMap { $0 }
        case .tab: [.tab]
        case .backTab: [.backTab]
        case .left: [.left]
        case .right: [.right]
        case .up: [.up]
        case .down: [.down]
        case .pageUp: [.pageUp]
        case .pageDown: [.pageDown]
        case .home: [.home]
        case .end: [.end]
        case .press(let column, let row): [.press(column: column, row: row)]
        case .drag(let column, let row): [.drag(column: column, row: row)]
        case .release: [.release]
        case .enter, .escape, .backspace, .delete, .control: []
        }
    }

    private static func key(for character: Character) -> ChartBrowser.Key? {
        switch character {
        case "q", "Q": .quit
        case "1": .period(.threeMonths)
        case "2": .period(.sixMonths)
        case "3": .period(.year)
        case "t", "T": .today
        case "h": .left
        case "j": .down
        case "k": .up
        case "l": .right
        default: nil
        }
    }
}
