// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import Dispatch
import Glibc
import LinuxPlatform
import Solar
import Tracker
import Wording

struct PollCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "poll",
        abstract: "Show how light it is, in one word.",
        usage: "suntracker poll [<time>] [<place>] [<options>]",
        discussion:
            "The exit status shows it, too: 0 for day, 1 for civil, 2 for nautical and 3 for astronomical twilight, 4 for "
            + "night.")

    @Argument(
        help: ArgumentHelp("A time, and a place, such as: 12:00 Tokyo. (default: now, here)", valueName: "words"))
    var words: [String] = []

    @OptionGroup var place: PlaceOptions

    @OptionGroup var moment: MomentOptions

    mutating func validate() throws {
        let words = try Words(words, place)
        try moment.take(words.moment())
        place.word = words.place
    }

    /// The current light does not depend on the time zone, but a date does.
    var usesLocalTime: Bool { moment.at != nil }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        guard case .instant(let instant) = try context.moment(moment, place) else {
            throw .argument("the light changes during a day; add a time, such as --at 12:00 or --at \"tomorrow 12:00\"")
        }
        // As the events say, because the altitude at the instant of an event may be rounded up or down.
        let course = LightCourse(
            over: instant - .seconds(60)..<instant + .microseconds(1), at: try context.place(place).observer)
        let light = course.light(at: instant)
        return Answer(light.rawValue, exitStatus: light.exitStatus)
    }
}

extension DayPhase {
    /// The exit status of `suntracker poll`: 0 for day, 4 for night.
    var exitStatus: Int32 { Int32(DayPhase.day.level - level) }
}

struct WaitCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait for an event, an alert or a time.",
        usage: "suntracker wait <event> | <time> [<place>] [<options>]",
        discussion: [
            "The command prints nothing, does not wake up early, and exits with status 0 when the time comes:",
            "  suntracker wait sunset --offset=-30min && lamp on\n"
                + "  suntracker wait 23:30 && lamp off",
            EventSelection.explanation + " " + EventSelection.alerts,
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp(
            "The event, alert or time to wait for, such as sunset, 23:30 or 2h, and a place.", valueName: "time"))
    var words: [String]

    @OptionGroup var shift: OffsetOption

    @Option(
        name: .customLong("or-late"),
        help: ArgumentHelp(
            "Exit immediately if that time passed at most this long ago, up to 30d.", valueName: "time span"),
        transform: { try TimeSpanArgument.duration($0, example: "10min or 1h 30min") })
    var late: Duration = .zero

    @OptionGroup var place: PlaceOptions

    private(set) var time = TimeArgument.now

    private enum CodingKeys: CodingKey {
        case words, shift, late, place
    }

    mutating func validate() throws {
        let words = try Words(words, place)
        if let moment = try words.moment() {
            time = moment
            place.word = words.place
        } else {
            // Words that are only a place are more likely to be a misspelt event.
            time = try TimeArgument(self.words.joined(separator: " "))
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let instant = try end(in: context)
        let clock = DispatchWallClock()
        // _exit, because exit handlers would run after dispatchMain has ended the main thread, and there is nothing to
        // flush.
        clock.wait(until: instant) { Glibc._exit(EX_OK) }
        withExtendedLifetime(clock) { dispatchMain() }
    }

    /// Returns the end of the wait. For an event or a time of day, this is the first one that is not too long ago.
    private func end(in context: CommandContext) throws(CommandError) -> Instant {
        let start = context.now - shift.offset - late
        let moment = try time.moment(at: context.now, in: context.localTime, coming: true, after: start) {
            name, start throws(CommandError) in
            try context.next(name, after: start, place)
        }
        let end = moment.start(in: context.localTime)
        guard end >= start else {
            let remedy = late > .zero ? "a longer --or-late" : "add --or-late"
            throw .argument(
                "\"\(words.joined(separator: " ").printable)\" is in the past; use a future time, or \(remedy)")
        }
        return end + shift.offset
    }
}
