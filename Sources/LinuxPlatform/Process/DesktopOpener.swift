import CLinux
import Glibc
public import Systemd

/// Opens a file with the program that the desktop has for it, through xdg-open (xdg-utils), and does not wait for it.
///
/// - Throws: the error of posix_spawnp(3), which is ENOENT where there is no xdg-open.
public func openOnDesktop(_ path: String) throws(SystemError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    // Nor anything else of this process, which whoever started it may wait for to be closed.
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A session of its own: the browser outlives the terminal.
    posix_spawnattr_setflags(&attributes, Int16(suntracker_spawn_setsid))

    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(path), nil]
    defer { for argument in arguments { free(argument) } }
    let result = posix_spawnp(nil, "xdg-open", &actions, &attributes, &arguments, environ)
    guard result == 0 else { throw SystemError("xdg-open", number: result) }
}
