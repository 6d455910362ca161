public import Solar

/// A place, and how far it is.
public struct NearestPlace: Hashable, Sendable {
    /// The place.
    public let place: GazetteerPlace
    /// The distance along the ground, in metres: that of the great circle on a sphere of the Earth's mean radius, which
    /// is within 0.6 % of that on the ellipsoid.
    public let metres: Double
}

extension Gazetteer {
    /// The Earth's mean radius R₁ in metres (Moritz, Geodetic Reference System 1980).
    static let earthRadius = 6_371_008.8

    /// The place nearest to a coordinate, across the antimeridian and the poles as elsewhere.
    public func nearest(to coordinate: Coordinate) throws(GazetteerError) -> NearestPlace {
        var search = NearestSearch(image: image, target: UnitVector(coordinate))
        let place = try search.run()
        let angle = search.target.angle(to: UnitVector(try image.coordinateOfPlace(place)))
        return NearestPlace(place: try image.place(place), metres: angle * Self.earthRadius)
    }
}

/// The search for the nearest place in a tree of vectors (Bentley, Multidimensional Binary Search Trees, CACM 18, 1975).
///
/// The tree is an array of places without pointers: the root is in the middle, what is before it in the direction of the
/// first axis is the left half, and so on with the next axis in each half (`UnitVector.treeCoordinate`).
private struct NearestSearch {
    let image: GazetteerImage
    let target: UnitVector
    private var best = (place: 0, squaredChord: Double.infinity)

    init(image: GazetteerImage, target: UnitVector) {
        self.image = image
        self.target = target
    }

    mutating func run() throws(GazetteerError) -> Int {
        try visit(0..<image.count(.tree), axis: 0)
        return best.place
    }

    private mutating func visit(_ nodes: Range<Int>, axis: Int) throws(GazetteerError) {
        guard !nodes.isEmpty else { return }
        let root = nodes.lowerBound + nodes.count / 2
        let place = try image.placeOfNode(root)
        let vector = UnitVector(try image.coordinateOfPlace(place))
        let squaredChord = vector.squaredChord(to: target)
        if squaredChord < best.squaredChord { best = (place, squaredChord) }

        let distance = target.components[axis] - vector.components[axis]
        let (near, far) = (nodes.lowerBound..<root, (root + 1)..<nodes.upperBound)
        let nextAxis = (axis + 1) % 3
        try visit(distance < 0 ? near : far, axis: nextAxis)
        // The other half lies behind the plane through the root.
        let clearance = max(0, abs(distance) - UnitVector.treeUnit)
        if clearance * clearance < best.squaredChord {
            try visit(distance < 0 ? far : near, axis: nextAxis)
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
