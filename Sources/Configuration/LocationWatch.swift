// SPDX-License-Identifier: MIT
/// How a location service watches the location.
package struct LocationWatch: Hashable, Sendable {
    /// `Mode=`: when to ask for the location.
    package enum Mode: String, Equatable, Sendable, CaseIterable {
        /// On each trigger (`LocationTrigger`).
        case follow
        /// After each start, until the first fix.
        case once
    }

    /// `Accuracy=`: the accuracy to request.
    package enum Accuracy: String, Equatable, Sendable, CaseIterable {
        /// To the city, which is enough for sunrise and sunset. Sources that provide only exact fixes, such as a
        /// satellite receiver, are not used.
        case city
        /// As accurately as any source can.
        case exact
    }

    package var mode: Mode
    package var accuracy: Accuracy

    package init(mode: Mode = .follow, accuracy: Accuracy = .city) {
        self.mode = mode
        self.accuracy = accuracy
    }
}
