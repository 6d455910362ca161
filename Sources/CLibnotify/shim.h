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

/* g_variant_new(3) and g_variant_get(3) are variadic. A call of a method that takes and answers a string, the answer to
   be freed with g_free(3); NULL for an error, or after two seconds. */
static inline gchar *suntracker_call(GDBusConnection *connection, const gchar *name, const gchar *path,
                                     const gchar *interface, const gchar *method, const gchar *argument) {
    GVariant *answer = g_dbus_connection_call_sync(connection, name, path, interface, method,
                                                   g_variant_new("(s)", argument), G_VARIANT_TYPE("(s)"),
                                                   G_DBUS_CALL_FLAGS_NO_AUTO_START, 2000, NULL, NULL);
    gchar *text = NULL;
    if (answer) {
        g_variant_get(answer, "(s)", &text);
        g_variant_unref(answer);
    }
    return text;
}

/* What the signals of a notification server begin with: the popup's number; 0, which is none, for anything else. */
static inline guint32 suntracker_signal_number(GVariant *parameters) {
    guint32 number = 0;
    if (g_variant_is_of_type(parameters, G_VARIANT_TYPE("(us)")) ||
        g_variant_is_of_type(parameters, G_VARIANT_TYPE("(uu)")))
        g_variant_get_child(parameters, 0, "u", &number);
    return number;
}

/* What may follow it: a text, which lives as long as the parameters; NULL for anything else. */
static inline const gchar *suntracker_signal_text(GVariant *parameters) {
    const gchar *text = NULL;
    if (g_variant_is_of_type(parameters, G_VARIANT_TYPE("(us)"))) g_variant_get_child(parameters, 1, "&s", &text);
    return text;
}

/* An action needs a callback, also where its signal is listened to in another way. */
static inline void suntracker_ignore_action(NotifyNotification *notification, char *action, gpointer data) {}

static inline void suntracker_notification_add_action(
    NotifyNotification *notification, const char *action, const char *label) {
    notify_notification_add_action(notification, action, label, suntracker_ignore_action, NULL, NULL);
}
