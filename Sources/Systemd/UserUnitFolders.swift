// SPDX-License-Identifier: MIT
import CSystemd
import Glibc

/// Returns the directories that the user manager searches for units, according to the environment of this process
/// (sd_path_lookup(3)); empty if libsystemd cannot determine them.
package func userUnitFolders() -> [String] {
    var found: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    guard sd_path_lookup_strv(UInt64(SD_PATH_SYSTEMD_SEARCH_USER_UNIT), nil, &found) >= 0, let found else { return [] }
    defer { free(found) }
    var paths: [String] = []
    while let path = found[paths.count] {
        paths.append(String(cString: path))
        free(path)
    }
    return paths
}
