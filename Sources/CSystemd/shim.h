/* SPDX-License-Identifier: MIT */
#pragma once

/* The macros of sd-journal.h would put a source file and line of this header into every entry. */
#define SD_JOURNAL_SUPPRESS_LOCATION

#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-journal.h>
#include <systemd/sd-path.h>

/* The rows of a vtable are macros (sd_bus_add_object_vtable(3)). */
static inline sd_bus_vtable suntracker_vtable_start(void) {
    const sd_bus_vtable rows[] = {SD_BUS_VTABLE_START(0)};
    return rows[0];
}

static inline sd_bus_vtable suntracker_vtable_property(
    const char *member, const char *signature, sd_bus_property_get_t get, int is_constant) {
    const sd_bus_vtable rows[] = {SD_BUS_PROPERTY(
        member, signature, get, 0,
        is_constant ? SD_BUS_VTABLE_PROPERTY_CONST : SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)};
    return rows[0];
}

static inline sd_bus_vtable suntracker_vtable_method(
    const char *member, const char *signature, const char *result, const char *names,
    sd_bus_message_handler_t handler) {
    sd_bus_vtable rows[] = {SD_BUS_METHOD(member, signature, result, handler, SD_BUS_VTABLE_UNPRIVILEGED)};
    rows[0].x.method.names = names;
    return rows[0];
}

static inline sd_bus_vtable suntracker_vtable_signal(const char *member, const char *signature, const char *names) {
    sd_bus_vtable rows[] = {SD_BUS_SIGNAL(member, signature, 0)};
    rows[0].x.signal.names = names;
    return rows[0];
}

static inline sd_bus_vtable suntracker_vtable_end(void) {
    const sd_bus_vtable rows[] = {SD_BUS_VTABLE_END};
    return rows[0];
}
