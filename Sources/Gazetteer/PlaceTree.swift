/// The tree of places by where they are, seen from a target (Bentley, Multidimensional Binary Search Trees, CACM 18, 1975).
///
/// It is an array of places without pointers: the root is in the middle, what is before it in the direction of the
/// first axis is the left half, and so on with the next axis in each half (`UnitVector.treeCoordinate`).
struct PlaceTree {
    let image: GazetteerImage
    let target: UnitVector

    /// Visits the places nearer than `reach`, a squared chord, the likelier half first. The visitor may shorten it.
    func visit(
        within reach: inout Double,
        _ visitor: (_ place: Int, _ squaredChord: Double, inout Double) throws(GazetteerError) -> Void
    ) throws(GazetteerError) {
        try visit(0..<image.count(.tree), axis: 0, within: &reach, visitor)
    }

    private func visit(
        _ nodes: Range<Int>, axis: Int, within reach: inout Double,
        _ visitor: (Int, Double, inout Double) throws(GazetteerError) -> Void
    ) throws(GazetteerError) {
        guard !nodes.isEmpty else { return }
        let root = nodes.lowerBound + nodes.count / 2
        let place = try image.placeOfNode(root)
        let vector = UnitVector(try image.coordinateOfPlace(place))
        let squaredChord = vector.squaredChord(to: target)
        if squaredChord < reach { try visitor(place, squaredChord, &reach) }

        let distance = target.components[axis] - vector.components[axis]
        let (near, far) = (nodes.lowerBound..<root, (root + 1)..<nodes.upperBound)
        let nextAxis = (axis + 1) % 3
        try visit(distance < 0 ? near : far, axis: nextAxis, within: &reach, visitor)
        // The other half lies behind the plane through the root.
        let clearance = max(0, abs(distance) - UnitVector.treeUnit)
        if clearance * clearance < reach {
            try visit(distance < 0 ? far : near, axis: nextAxis, within: &reach, visitor)
        }
    }
}

extension UnitVector {
    /// The step that the tree's order takes of a component: 6 mm on the Earth. The last bits of a sine are not the same
    /// on all machines, and the compiled gazetteer must be.
    fileprivate static let treeUnit = 1e-9

    /// What places are in the order of along an axis.
    package func treeCoordinate(_ axis: Int) -> Int {
        Int((components[axis] / Self.treeUnit).rounded())
    }
}
