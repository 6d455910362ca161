import Solar
import Systemd
import Tracker

@testable import LinuxPlatform

extension Property {
    /// Whatever arrives over the bus, in any order and of any type: the session reports only points on the Earth, does not
    /// retry in a busy loop, and has no outputs after its end.
    static let geoClue = Property(
        ofBytes: "GeoClue",
        seeds: [
            "", "\u{1}\u{2}\u{3}\u{4}\u{5}", "\u{0}\u{1}\u{3}\u{0}\u{3}\u{1}\u{4}\u{3}\u{2}\u{3}",
            // 39.74, -104.99, to within -1 m.
            "\u{0}\u{0}\u{0}\u{8}\u{0}\u{4}\u{0}\u{5}\u{0}\u{3}",
        ],
        words: (0..<12).map { String(UnicodeScalar(UInt8($0))) }
    ) { bytes in
        var choices = Choices(bytes)
        var session = GeoClueSession(
            LocationWatch(
                mode: choices.element([.follow, .once, .hold]), accuracy: choices.element([.city, .exact])),
            at: .unixEpoch + .seconds(1_800_000_000))
        try check(session.handle(.begin))
        // Most inputs matter only with a working client.
        if choices.byte() != 1 {
            try check(session.handle(.connected))
            try check(session.handle(.answered(.getClient, .success([.objectPath(client)]))))
            var listener = session
            try require(!fixes(of: listener.handle(denver)).isEmpty, "a fix that overtakes the answer to Start is lost")
        }
        while !choices.isAtEnd {
            let input = input(&choices)
            let expected = fix(of: input, to: session)
            let outputs = session.handle(input)
            try check(outputs)
            try require(fixes(of: outputs).elementsEqual(expected), "\(input) should tell \(expected): \(outputs)")
        }
        try check(session.handle(.end))
        for input in [
            .connected, .disconnected, .ownerChanged(hasOwner: true), .fired(.retry), .askedAgain, denver, .end,
        ] {
            try require(session.handle(input).isEmpty, "it goes on after its end")
        }
    }

    /// The reported points.
    private static func fixes(of outputs: [GeoClueSession.Output]) -> [[Double]] {
        outputs.compactMap { output in
            guard case .report(.fix(let place)) = output else { return nil }
            return [place.observer.coordinate.latitude.degrees, place.observer.coordinate.longitude.degrees]
        }
    }

    /// The point that must be reported for an input: that of a location, if it is on the Earth, while the session would report
    /// one of Denver.
    private static func fix(of input: GeoClueSession.Input, to session: GeoClueSession) -> [[Double]] {
        guard case .answered(.location, .success(let values)) = input,
            case .dictionary(let properties)? = values.first, case .double(let latitude) = properties["Latitude"],
            case .double(let longitude) = properties["Longitude"]
        else { return [] }
        var listener = session
        let reported = fixes(of: listener.handle(denver))
        let isOnEarth = (-90...90).contains(latitude) && (-180...180).contains(longitude)
        return reported.isEmpty || !isOnEarth ? [] : [[latitude, longitude]]
    }

    private static let denver = GeoClueSession.Input.answered(
        .location(path: client),
        .success([.dictionary(["Latitude": .double(39.74), "Longitude": .double(-104.99)])]))

    private static let client = "/org/freedesktop/GeoClue2/Client/1"

    private static func check(_ outputs: [GeoClueSession.Output]) throws {
        for case .arm(.retry, let delay?) in outputs {
            try require(delay >= .seconds(1), "it tries again after \(delay)")
        }
        for case .report(.fix(let place)) in outputs {
            let (latitude, longitude) = (place.observer.coordinate.latitude, place.observer.coordinate.longitude)
            try require(abs(latitude.degrees) <= 90 && abs(longitude.degrees) <= 180, "out of range: \(place)")
            if let radius = place.provenance.accuracy {
                try require(radius >= 0 && radius.isFinite, "radius \(radius)")
            }
            let kept = KeptFix(place)
            try require(try KeptFix(text: kept.text).place == kept.place, "it is not kept: \(kept.text)")
            _ = place.provenance.accuracy?.formattedMetres()
        }
    }

    private static func input(_ choices: inout Choices) -> GeoClueSession.Input {
        switch choices.number(below: 11) {
        case 9: .askedAgain
        case 10: .fired(.betterFix)
        case 0: .connected
        case 1: .disconnected
        case 2: .ownerChanged(hasOwner: choices.byte() & 1 == 1)
        case 3: .answered(request(&choices), answer(&choices))
        case 4: .locationUpdated(values(&choices))
        case 5: .propertiesChanged(values(&choices))
        case 6: .fired(.retry)
        case 7: .answered(.start(client: client), answer(&choices))
        default: .answered(.location(path: client), .success([location(&choices)]))
        }
    }

    private static func request(_ choices: inout Choices) -> GeoClueRequest {
        switch choices.number(below: 5) {
        case 0: .getClient
        case 1: .set(client: client, property: "DesktopId", value(&choices))
        case 2: .start(client: client)
        case 3: .location(path: client)
        default: .stop(client: client)
        }
    }

    private static func answer(_ choices: inout Choices) -> Result<[BusValue], BusError> {
        guard choices.byte() & 1 == 1 else { return .success(values(&choices)) }
        let names = ["AccessDenied", "ServiceUnknown", "NameHasNoOwner", "NoReply", "Failed", ""]
        let texts = [
            "no agent for UID 1000", "Geolocation disabled", "disallowed by configuration", "disconnected", "",
        ]
        return .failure(
            BusError(name: "org.freedesktop.DBus.Error." + choices.element(names), message: choices.element(texts)))
    }

    private static func location(_ choices: inout Choices) -> BusValue {
        var properties: [String: BusValue] = [:]
        for name in ["Latitude", "Longitude", "Accuracy"] {
            properties[name] = choices.byte() == 1 ? value(&choices) : .double(choices.double())
        }
        return .dictionary(properties)
    }

    private static func values(_ choices: inout Choices) -> [BusValue] {
        (0..<choices.number(below: 4)).map { _ in value(&choices) }
    }

    private static func value(_ choices: inout Choices, depth: Int = 0) -> BusValue {
        switch choices.number(below: depth < 3 ? 9 : 7) {
        case 0: .boolean(choices.byte() & 1 == 1)
        case 1: .unsigned(UInt32(choices.byte()))
        case 2: .unsigned64(choices.bits())
        case 3: .double(choices.double())
        case 4: .string(choices.text(upTo: 20))
        case 5: .objectPath(choices.element(["/", "/a", client]))
        case 6: .other("(tt)")
        case 7: .dictionary(["Active": value(&choices, depth: depth + 1)])
        default: .dictionary(["Latitude": value(&choices, depth: depth + 1), "Longitude": .double(choices.double())])
        }
    }
}
