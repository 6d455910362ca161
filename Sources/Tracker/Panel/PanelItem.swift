/// The status icon as the panels know it: what they were last told, and what to tell them next.
///
/// Everything is computed when a panel asks. The panels are told of a difference when the service is awake anyway: at a
/// sunrise or sunset, after a change of the place or the settings, and when a panel is about to show the menu.
public struct PanelItem: Sendable {
    /// A difference to tell.
    public enum News: Hashable, Sendable {
        /// The icon has another picture.
        case picture
        /// The tooltip has other texts.
        case toolTip
        /// These items of the menu have other labels.
        case labels([PanelMenuItem])
        /// The menu has other items; the number of its revision.
        case layout(UInt32)
    }

    /// The revision of the menu: it grows when the menu has other items.
    public private(set) var revision: UInt32 = 1
    private var told: PanelContent?

    /// An icon that no panel knows yet.
    public init() {}

    /// Whether the menu differs from the one that the panels were last told of.
    public func isMenuNews(_ content: PanelContent) -> Bool {
        told.map { $0.menu.map(\.shown) != content.menu.map(\.shown) } ?? false
    }

    /// What to tell the panels; nothing the first time, since they read everything of a new icon.
    public mutating func tell(_ content: PanelContent) -> [News] {
        defer { told = content }
        guard let told, told != content else { return [] }
        var news: [News] = []
        if content.picture != told.picture { news.append(.picture) }
        if content.title != told.title || content.lines != told.lines || content.picture != told.picture {
            news.append(.toolTip)
        }
        if content.menu.map(\.identity) != told.menu.map(\.identity) {
            revision &+= 1
            news.append(.layout(revision))
        } else if isMenuNews(content) {
            news.append(.labels(zip(content.menu, told.menu).filter { $0.label != $1.label }.map(\.0)))
        }
        return news
    }
}

extension PanelMenuItem {
    /// What a panel shows of it.
    fileprivate var shown: [String] { identity.map(String.init) + [label] }

    /// What a panel cannot be told of an item alone: its number and its kind.
    fileprivate var identity: [Int32] {
        let kind: Int32 =
            switch role {
            case .fact: 0
            case .separator: 1
            case .action: 2
            }
        return [number, kind]
    }
}
