# shellcheck shell=bash
# xfce4-notifyd on X11. A click on the body dismisses the popup; the button opens the page.
start_server() { run_server /usr/lib/*/xfce4/notifyd/xfce4-notifyd; }
click() { click_icon 261 49; }
dismiss() { click_icon 100; }
