// SPDX-License-Identifier: MIT
import Configuration
import Glibc
import LinuxPlatform
import Tracker
import Wording

/// The files that the service reads before it begins, as far as the disks have responded.
struct StartFiles: ~Copyable {
    var state: StoredState?
    var reading: SettingsReader.Reading?
    var zone: CurrentZone?
    var texts: Texts?
    var icons: InstalledIcons?

    /// The texts for people.
    nonisolated struct Texts: Sendable {
        /// In English if the catalog cannot be read in time.
        let words: Localizer
        /// The reason why the texts are in English although there is a catalog.
        let problem: String?

        /// Reads the catalog, which takes a limited time.
        ///
        /// - Parameter path: the path of the program; nil if it is unknown.
        init(of environment: Environment, at path: String?) {
            var problem: String?
            words = Localizer.ofProcess(environment: environment, program: path) { problem = $0 }
            self.problem = problem
        }
    }

    /// Whether everything has been read.
    var areComplete: Bool { state != nil && reading != nil && zone != nil && texts != nil && icons != nil }

    /// The time for which the service waits for the disks, longer than a disk takes to spin up. If the service begins
    /// without a file, its contents, such as the earlier announcements, are lost to this run.
    static let timeout = Duration.seconds(10)
    /// The reason why a file is missing.
    static let noResponse = "the disk has not responded for \(timeout.components.seconds) seconds"
}

/// The files of an earlier run.
nonisolated struct StoredState: Sendable {
    let lock: StateLock
    let ledger: (value: Ledger?, problem: String?)
    let fix: (value: Place?, problem: String?)
    let numbers: (value: PopupNumbers?, problem: String?)
    let settings: String?

    /// Locks the directory for this process, and reads the files, which can take as long as the disk takes.
    ///
    /// - Parameters:
    ///   - settings: the copy of the settings.
    ///   - onWait: see `StateLock`.
    init(
        of files: StateFiles, _ settings: SettingsCopyFile, onWait: ((StateLock.OpeningError) -> Void)?
    ) throws(StateLock.OpeningError) {
        lock = try StateLock(folder: files.folder, onWait: onWait)
        (ledger, fix, numbers) = (files.loadLedger(), files.loadFix(), files.loadNumbers())
        self.settings = settings.read()
    }

    /// Whether there was no earlier run. An unusable file shows that there was one.
    var isFirst: Bool { ledger.value == nil && ledger.problem == nil && fix.value == nil && fix.problem == nil }
}
