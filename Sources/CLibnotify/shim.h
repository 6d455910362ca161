#pragma once

#include <libnotify/notify.h>

/* g_object_set(3) and g_object_get(3) are variadic. */
static inline void suntracker_notification_set_id(NotifyNotification *notification, gint id) {
    g_object_set(notification, "id", id, NULL);
}

static inline gint suntracker_notification_id(NotifyNotification *notification) {
    gint id = 0;
    g_object_get(notification, "id", &id, NULL);
    return id;
}

/* The error quarks are macros. */
static inline gboolean suntracker_timed_out(const GError *error) {
    return g_error_matches(error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
}
