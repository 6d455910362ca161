import Glibc
import LinuxPlatform
import Tracker

/// What the service reads before it begins, as far as the disks have answered.
struct StartFiles: ~Copyable {
    var state: StoredState?
    var reading: SettingsReader.Reading?
    var zone: CurrentZone?
    var program: Program?

    /// What is installed with the program.
    nonisolated struct Program: Sendable {
        let icons: InstalledIcons
        /// The texts for people; English while the catalog cannot be read.
        let words: Localizer
        /// Why they are in English although there is a catalog.
        let trouble: String?

        /// Looks for it. This can take as long as the disk does.
        ///
        /// - Parameter path: the path of the program; nil if it is unknown.
        init(of environment: Environment, at path: String?) {
            icons = InstalledIcons(environment: environment, program: path)
            var trouble: String?
            words = Localizer.ofProcess(environment: environment, program: path) { trouble = $0 }
            self.trouble = trouble
        }
    }

    /// Whether nothing is missing.
    var areComplete: Bool { state != nil && reading != nil && zone != nil && program != nil }

    /// How long the service waits for the disks: longer than one takes to spin up, since what it begins without is lost to
    /// this run, such as what was announced before.
    static let patience = Duration.seconds(10)
    /// Why something is missing.
    static let silence = "the disk has not responded for \(patience.components.seconds) seconds"
}

/// What an earlier run has left.
nonisolated struct StoredState: Sendable {
    let lock: StateLock
    let ledger: (value: Ledger?, trouble: String?)
    let fix: (value: Place?, trouble: String?)
    let numbers: (value: PopupNumbers?, trouble: String?)
    let settings: String?

    /// Locks the folder for this process, and reads the files. This can take as long as the disk does.
    ///
    /// - Parameters:
    ///   - settings: the copy of the settings; nil for none.
    ///   - fresh: deletes the files of an earlier run.
    ///   - onWait: see `StateLock`.
    init(
        of files: StateFiles, _ settings: SettingsCopyFile?, fresh: Bool, onWait: ((StateLock.OpeningError) -> Void)?
    ) throws(StateLock.OpeningError) {
        lock = try StateLock(folder: files.folder, fresh: fresh, onWait: onWait)
        files.removeUnused()
        (ledger, fix, numbers) = (files.loadLedger(), files.loadFix(), files.loadNumbers())
        self.settings = settings?.read()
    }

    /// Whether there was no earlier run. A file that cannot be used shows that there was one.
    var isFirst: Bool { ledger.value == nil && ledger.trouble == nil && fix.value == nil && fix.trouble == nil }
}
