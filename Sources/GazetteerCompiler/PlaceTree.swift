import Gazetteer
import Solar

/// The tree by which the nearest place is found, as the gazetteer holds it (`NearestSearch`).
struct PlaceTree {
    /// The numbers of the places.
    private(set) var nodes: [Int]
    private let vectors: [UnitVector]

    /// The tree of these places.
    init(_ coordinates: [Coordinate]) {
        vectors = coordinates.map { UnitVector($0) }
        nodes = Array(vectors.indices)
        arrange(nodes.indices, axis: 0)
    }

    private mutating func arrange(_ range: Range<Int>, axis: Int) {
        guard range.count > 1 else { return }
        let sorted = nodes[range].map { (position: vectors[$0].treeCoordinate(axis), place: $0) }.sorted { $0 < $1 }
        nodes.replaceSubrange(range, with: sorted.map(\.place))
        let root = range.lowerBound + range.count / 2
        arrange(range.lowerBound..<root, axis: (axis + 1) % 3)
        arrange((root + 1)..<range.upperBound, axis: (axis + 1) % 3)
    }
}
