# shellcheck shell=bash
# mate-notification-daemon on X11.
start_server() {
    run_server /usr/libexec/mate-notification-daemon/mate-notification-daemon
    # The server exits after 30 s without a popup, even if it was stopped for most of that time.
    notify-send --app-name=Other --expire-time=0 "A popup that stays"
}
click() { click_icon 100; }
dismiss() { click_icon 382 -47; }
