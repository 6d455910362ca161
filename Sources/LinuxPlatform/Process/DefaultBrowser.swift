import CLibnotify

/// The command line of the desktop's program for pages (`text/html` in mimeapps.list); nil if there is none.
package func defaultBrowserCommand() -> String? {
    guard let browser = g_app_info_get_default_for_type("text/html", 0) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(browser)) }
    return g_app_info_get_commandline(browser).map { String(cString: $0) }
}
