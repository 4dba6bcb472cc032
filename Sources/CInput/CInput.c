#define _GNU_SOURCE
#include "CInput.h"

#include <errno.h>
#include <fcntl.h>
#include <libevdev-1.0/libevdev/libevdev.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct cinput_device {
    struct libevdev *device;
    int descriptor;
};

// What libevdev would print to standard error, which belongs to the program; every call's result is looked at.
static void discard(
    const struct libevdev *device, enum libevdev_log_priority priority, void *data, const char *file, int line,
    const char *function, const char *format, va_list arguments) {
    (void)device, (void)priority, (void)data, (void)file, (void)line, (void)function, (void)format, (void)arguments;
}

int32_t cinput_device_open(const char *path, cinput_device **result) {
    *result = NULL;
    cinput_device *device = calloc(1, sizeof *device);
    if (!device) return ENOMEM;
    device->descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    int32_t status = device->descriptor < 0 ? errno : 0;
    if (!status) {
        device->device = libevdev_new();
        status = device->device ? 0 : ENOMEM;
    }
    if (!status) {
        libevdev_set_device_log_function(device->device, discard, LIBEVDEV_LOG_ERROR, NULL);
        status = -libevdev_set_fd(device->device, device->descriptor);
    }
    if (!status) status = -libevdev_set_clock_id(device->device, CLOCK_MONOTONIC);
    if (status) {
        cinput_device_close(device);
        return status;
    }
    *result = device;
    return 0;
}

void cinput_device_close(cinput_device *device) {
    if (device->device) libevdev_free(device->device);
    if (device->descriptor >= 0) close(device->descriptor);
    free(device);
}

int32_t cinput_device_descriptor(const cinput_device *device) { return device->descriptor; }

const char *cinput_device_name(const cinput_device *device) { return libevdev_get_name(device->device); }

bool cinput_device_has_key(const cinput_device *device, uint32_t code) {
    return libevdev_has_event_code(device->device, EV_KEY, code);
}

bool cinput_device_is_down(const cinput_device *device, uint32_t code) {
    return libevdev_get_event_value(device->device, EV_KEY, code) != 0;
}

int32_t cinput_device_grab(cinput_device *device) { return -libevdev_grab(device->device, LIBEVDEV_GRAB); }

int32_t cinput_device_next(cinput_device *device, cinput_event *event) {
    while (true) {
        struct input_event next;
        int status = libevdev_next_event(device->device, LIBEVDEV_READ_FLAG_NORMAL, &next);
        if (status == -EAGAIN) return CINPUT_NOTHING;
        if (status < 0) return status;
        if (status == LIBEVDEV_READ_STATUS_SYNC) {
            // What changed meanwhile has no time of its own; only the library's picture of the keys is brought up to date.
            while (status == LIBEVDEV_READ_STATUS_SYNC) {
                status = libevdev_next_event(device->device, LIBEVDEV_READ_FLAG_SYNC, &next);
            }
            return status == -EAGAIN ? CINPUT_LOST : status;
        }
        if (next.type != EV_KEY) continue;
        *event = (cinput_event){
            .time_ns = (int64_t)next.input_event_sec * 1000000000 + (int64_t)next.input_event_usec * 1000,
            .code = next.code,
            .value = next.value,
        };
        return CINPUT_KEY;
    }
}

int32_t cinput_key_code(const char *name) { return libevdev_event_code_from_name(EV_KEY, name); }

const char *cinput_key_name(uint32_t code) { return libevdev_event_code_get_name(EV_KEY, code); }
