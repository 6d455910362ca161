import Solar
import TestSupport

@testable import Tracker

/// Chronicles about the requests of `Mode=follow` that the oracle must reject.
extension OracleTests {
    static let requestCases = [
        Case(.locationNotAsked, .moves) { $0.remove("asked again") },
        Case(.needlessLocationRequest, .moves) { $0.insert([.askedLocation], after: "asked again") },
        Case(.moveNotNoticed, .moves) { $0.remove("nowhere else") },
    ]
}

extension OracleTests.Life {
    /// The machine moves, is online again a minute later, and is found.
    fileprivate static let moves = Self(
        edits: [.auto(nil)],
        steps: [
            .start, .fix(Scenario.TableFix(Scenario.TablePlace(39.7392, -104.9903), within: 1000)), .pass(.seconds(60)),
            .fix(Scenario.TableFix(Scenario.TablePlace(37.7, -102.6), within: 1000)), .pass(.seconds(60)),
            .occasion(.networkChanged), .pass(.seconds(60)),
        ])
}
