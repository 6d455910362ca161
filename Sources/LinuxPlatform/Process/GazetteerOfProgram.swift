import CGazetteer
public import Gazetteer

extension Gazetteer {
    /// The gazetteer that is linked into the program.
    ///
    /// A file beside the program, mapped, would cost as little. But it would have to be found, in a build folder as well
    /// as wherever a distribution puts it, and might be missing or another version's. Constants of the program are mapped
    /// by the kernel just so, and cannot get lost. They are there for as long as the process.
    public static func ofProgram() throws(GazetteerError) -> Gazetteer {
        try Gazetteer(UnsafeRawBufferPointer(start: suntracker_gazetteer_start(), count: suntracker_gazetteer_size()))
    }
}
