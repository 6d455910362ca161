// SPDX-License-Identifier: MIT
/// The program and its version.
package enum Program {
    /// The version of the service and of the command (Semantic Versioning 2.0.0).
    package static let version = "1.0.0"
}
