# shellcheck shell=bash
# Plasma's server, which is part of plasmashell, on X11 with KWin and without OpenGL. Without XDG_MENU_PREFIX=, which a
# login sets, it knows no desktop entries, and shows no icon of the application.
plasma_version=$(plasmashell --version | grep --only-matching --max-count=1 '[0-9]*' | head --lines=1)
kde=(--setenv=XDG_CURRENT_DESKTOP=KDE --setenv=KDE_FULL_SESSION=true --setenv=KDE_SESSION_VERSION="$plasma_version"
     --setenv=XDG_MENU_PREFIX=plasma- --setenv=QT_QPA_PLATFORM=xcb --setenv=QT_QUICK_BACKEND=software)
# Plasma shows a popup for 5 s.
settle=1
start_screen() {
    systemd-run --user --quiet --collect --unit=testbed-kwin "${kde[@]}" --setenv=KWIN_COMPOSE=N kwin_x11
}
# paint_plasma - give plasmashell a plain wallpaper, because the default has the icon's colours, and wait for its panel
paint_plasma() {
    await busctl --user call org.kde.plasmashell /PlasmaShell org.kde.PlasmaShell evaluateScript s '
        for (const desktop of desktops()) {
            desktop.wallpaperPlugin = "org.kde.color"
            desktop.currentConfigGroup = ["Wallpaper", "org.kde.color", "General"]
            desktop.writeConfig("Color", "#2d4a3e")
        }'
    # plasmashell draws its panel for a while, and does not signal the end.
    sleep 5
}
start_server() {
    run_server "${kde[@]}" plasmashell --no-respawn
    paint_plasma
}
# The last icon is the picture of the event, with the text on its left, and the button in the header above it.
click() { click_icon -150; }
dismiss() { click_icon 7 -43; }
