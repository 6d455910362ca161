// SPDX-License-Identifier: MIT
/// The known rotation of the Earth. No theory predicts it: the International Earth Rotation and Reference Systems
/// Service (IERS) observes it, predicts it for about a year, and announces leap seconds half a year ahead.
public enum EarthRotation {
    /// The date up to which this version contains the observations, predictions and leap seconds of the IERS.
    ///
    /// Within half a year after this date, the last known difference fades to zero. Later times are computed as if clocks
    /// followed the Earth exactly (UTC = UT1), and are as accurate in UT1 as earlier times; <doc:Accuracy> describes by
    /// how much clocks may differ. Newer versions have a later date.
    public static var knownUntil: CivilDate {
        min(UniversalTime.date(ofYear: DeltaT.lastTabulated), LeapSeconds.announcedUntil)
    }
}
