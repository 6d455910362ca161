// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The object files of the build.
nonisolated private enum BuiltObjects {
    static let folder = TestProgram.folder
    /// Whether each source file has its own object file.
    static let areSeparate = FileManager.default.isReadableFile(
        atPath: folder.appending(path: "LinuxPlatform.build/FileReading.swift.o").path)
}

/// Compares the calls that can wait for a disk, a daemon or a bus, as WaitingCalls.md lists them, with the undefined
/// symbols of the service's objects.
@Suite(
    "The calls that can wait",
    .enabled(if: BuiltObjects.areSeparate, "a build that is not optimised has an object for each file"))
nonisolated struct WaitingCallsTests {
    private static let modules = [
        "Systemd", "LinuxPlatform", "DesktopNotifications", "suntrackerd",
    ]

    /// Prefixes of calls that never wait: Swift's library; blocks, memory and texts; messages and variants.
    private static let families = [
        "$s", "swift_", "_swift", "_Block_", "_NSConcrete", "__stack_chk", "_$s", "_GLOBAL_OFFSET_TABLE_", "mem",

        "sig", "sd_bus_message_", "sd_bus_error_", "sd_bus_set_", "sd_bus_is_", "sd_bus_object_", "sd_bus_reply_",
        "g_variant_", "g_error_", "g_dbus_error_", "g_object_", "g_source_", "g_main_context_", "dispatch_", "pthread_",
        "suntracker_gazetteer_", "$S", "_dispatch_", "__swift_", "__aarch64_", "__llvm_",
    ]
    /// Other calls that never wait.
    private static let harmless: Set = [
        "ceil", "clock_gettime", "close", "closedir", "dup", "eventfd", "exit", "floor", "free", "freelocale", "g_free",
        "g_strfreev",
        "g_dbus_connection_call", "g_dbus_connection_is_closed", "g_dbus_connection_set_exit_on_close",
        "g_dbus_connection_signal_subscribe", "g_dbus_connection_signal_unsubscribe", "g_idle_source_new",
        "g_io_error_quark", "g_log_set_handler", "g_main_loop_new", "getcwd", "gethostname", "getopt_long", "getpid",
        "getrlimit", "getuid", "inotify_init1", "mallopt", "nl_langinfo_l", "notify_notification_add_action",
        "notify_notification_new", "notify_notification_set_hint", "notify_notification_set_timeout",
        "notify_uninit", "optarg", "optind", "optopt",
        "raise",
        "rint", "round", "sd_bus_add_match_async", "sd_bus_add_object_vtable", "sd_bus_attach_event",
        "sd_bus_call_async",
        "sd_bus_detach_event", "sd_bus_new", "sd_bus_path_encode", "sd_bus_slot_unref", "sd_event_get_fd",
        "sd_event_get_state", "sd_event_new", "sd_event_prepare", "sd_event_unref", "sd_id128_get_boot",
        "sd_watchdog_enabled", "setenv", "setrlimit", "socket", "timerfd_create", "timerfd_settime", "strcmp", "strdup",
        "strerrordesc_np", "strlen", "strnlen", "strstr", "trunc", "nan",
        "fmod",
        "__errno_location", "environ", "stderr", "fmin", "fmax",
    ]

    @Test("are the calls in WaitingCalls.md, and no others")
    func table() throws {
        let listed = try listed()
        #expect(listed.count > 15)
        var found: [String: Set<String>] = [:]
        for module in Self.modules {
            let folder = BuiltObjects.folder.appending(path: "\(module).build").path
            for object in try FileManager.default.contentsOfDirectory(atPath: folder) where object.hasSuffix(".swift.o")
            {
                let calls = try undefined(in: "\(folder)/\(object)").filter { symbol in
                    !Self.harmless.contains(symbol) && !Self.families.contains { symbol.hasPrefix($0) }
                }
                if !calls.isEmpty { found[String(object.dropLast(".swift.o".count)), default: []].formUnion(calls) }
            }
        }
        for (file, calls) in found.sorted(by: { $0.key < $1.key }) {
            let new = calls.subtracting(listed[file] ?? [])
            #expect(
                new.isEmpty, "\(file) calls \(new.sorted()): say in WaitingCalls.md whether they can wait, and where")
        }
        let all = Set(found.values.joined())
        for (file, calls) in listed {
            #expect(found[file] != nil, "\(file) has no such calls any more")
            #expect(calls.isSubset(of: all), "\(calls.subtracting(all)) of \(file)")
        }
    }

    /// The calls in the table, by file.
    private func listed() throws -> [String: Set<String>] {
        let text = try Checkout.text(of: "Tests/SuntrackerdTests/WaitingCalls.md")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("| file | calls |") })
        var listed: [String: Set<String>] = [:]
        for row in lines[(start + 2)...].prefix(while: { $0.hasPrefix("|") }) {
            let columns = row.split(separator: "|")
            let calls = columns[1].split(separator: "`").map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
            for file in columns[0].split(separator: "`") where file.first?.isLetter == true {
                listed[String(file), default: []].formUnion(calls)
            }
        }
        return listed
    }

    private func undefined(in object: String) throws -> Set<String> {
        let symbols = try TestProgram("nm", ["--undefined-only", "--format=posix", object]).run()
        try #require(symbols.status == 0)
        return Set(symbols.lines.compactMap { $0.split(separator: " ").first.map(String.init) })
    }
}
