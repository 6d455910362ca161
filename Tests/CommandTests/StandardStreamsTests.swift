import Testing

@Suite("Standard streams")
struct StandardStreamsTests {
    @Test("A full disk is an error")
    func fullDisk() throws {
        let command = try Command(script: #""$SUNTRACKER" --location 1,2 >/dev/full"#)
        #expect(command.status == 74)
        #expect(command.error == "suntracker: standard output cannot be written to: write: No space left on device\n")
    }

    @Test(
        "A closed standard output is an error, and no opened file gets its descriptor",
        arguments: ["--location 1,2", "chart --location 1,2 --svg -", "config", "status", "doctor"])
    func closedOutput(words: String) throws {
        let command = try Command(script: "exec \"$SUNTRACKER\" \(words) >&-")
        #expect(command.status == 74)
        #expect(command.error == "suntracker: standard output cannot be written to: write: Bad file descriptor\n")
    }

    @Test("Output is written with standard input or error closed", arguments: ["<&-", "2>&-", "<&- 2>&-"])
    func closedDescriptors(redirection: String) throws {
        let command = try Command(script: "exec \"$SUNTRACKER\" next sunset --location 1,2 \(redirection)")
        #expect(command.status == 0)
        #expect(command.output.contains("Sunset"))
    }

    @Test(
        "A reader that exits early is not an error, whether or not SIGPIPE is ignored",
        arguments: ["", "trap '' PIPE; "])
    func earlyReader(prefix: String) throws {
        let command = try Command(
            script: prefix + #""$SUNTRACKER" events --location 1,2 --days 3000 --format csv | head -n 1"#)
        #expect(command.status == 0)
        #expect(command.output == "event,time\n")
        #expect(command.error == "")
    }
}
