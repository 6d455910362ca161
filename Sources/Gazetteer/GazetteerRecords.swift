import Solar

extension GazetteerImage {
    /// The name of a place, by its number.
    func nameOfPlace(_ place: Int) throws(GazetteerError) -> String {
        try text(.places, place, 0)
    }

    /// Where a place is.
    func coordinateOfPlace(_ place: Int) throws(GazetteerError) -> Coordinate {
        let unit = Double(GazetteerLayout.unitsPerDegree)
        let latitude = Double(Int32(bitPattern: try word(.places, place, 1))) / unit
        let longitude = Double(Int32(bitPattern: try word(.places, place, 2))) / unit
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw .damaged(offset: offset(.places, place, 1), "a coordinate is out of range")
        }
        return coordinate
    }

    /// How many people live in a place, by its number.
    func populationOfPlace(_ place: Int) throws(GazetteerError) -> Int {
        Int(try word(.places, place, 3))
    }

    /// All that is known of a place.
    func place(_ place: Int) throws(GazetteerError) -> GazetteerPlace {
        let numbers = try word(.places, place, 4)
        let division = Int(numbers & 0xFFFF)
        let divisionCode = try text(.divisions, division, 1)
        let country = try country(ofDivision: division)
        return GazetteerPlace(
            name: try nameOfPlace(place),
            country: GazetteerPlace.Country(
                code: try text(.countries, country, 0), name: try names(.countries, country, 1).first ?? ""),
            division: divisionCode.isEmpty
                ? nil : GazetteerPlace.Division(code: divisionCode, name: try names(.divisions, division, 2).first),
            coordinate: try coordinateOfPlace(place), population: try populationOfPlace(place),
            timeZone: try text(.timeZones, Int(numbers >> 16), 0))
    }

    /// By what one may tell a place from others of its name: the country's code and names, the division's, and both
    /// codes together.
    func qualifiers(ofPlace place: Int) throws(GazetteerError) -> [NameKey] {
        let division = Int(try word(.places, place, 4) & 0xFFFF)
        let country = try country(ofDivision: division)
        let countryCode = try text(.countries, country, 0)
        let divisionCode = try text(.divisions, division, 1)
        var texts = [countryCode] + (try names(.countries, country, 1)) + (try names(.divisions, division, 2))
        if !divisionCode.isEmpty { texts += [divisionCode, "\(countryCode)-\(divisionCode)"] }
        return texts.map { NameKey($0) }
    }

    /// The place that another name means, by the name's number.
    func placeOfOtherName(_ otherName: Int) throws(GazetteerError) -> Int {
        Int(try word(.otherNames, otherName, 1))
    }

    /// The place at a node of the tree.
    func placeOfNode(_ node: Int) throws(GazetteerError) -> Int {
        Int(try word(.tree, node, 0))
    }

    private func country(ofDivision division: Int) throws(GazetteerError) -> Int {
        Int(try word(.divisions, division, 0))
    }

    private func names(
        _ part: GazetteerLayout.Part, _ record: Int, _ index: Int
    ) throws(GazetteerError) -> [String] {
        try text(part, record, index).split(separator: "\n").map(String.init)
    }
}
