#pragma once

// The kernel's input devices (evdev) through libevdev 1.13 (Debian 12 and 13).
//
// Thread: a device is used by one thread at a time. Results: 0 or an errno value, unless a function says otherwise.

#include <stdbool.h>
#include <stdint.h>

typedef struct cinput_device cinput_device;

// Opens /dev/input/eventN; its events are stamped with CLOCK_MONOTONIC. Give `*device` back to cinput_device_close.
int32_t cinput_device_open(const char *_Nonnull path, cinput_device *_Nullable *_Nonnull device);

void cinput_device_close(cinput_device *_Nonnull device);

// Readable when there are events, and when the device is gone. Owned by the device.
int32_t cinput_device_descriptor(const cinput_device *_Nonnull device);

// What the device calls itself; may be empty. Owned by the device.
const char *_Nonnull cinput_device_name(const cinput_device *_Nonnull device);

bool cinput_device_has_key(const cinput_device *_Nonnull device, uint32_t code);

// Whether the key is down, by the events read so far.
bool cinput_device_is_down(const cinput_device *_Nonnull device, uint32_t code);

// Keeps the events from every other reader, until the device is closed.
int32_t cinput_device_grab(cinput_device *_Nonnull device);

typedef enum cinput_event_kind {
    CINPUT_NOTHING = 0,
    CINPUT_KEY = 1,
    // The kernel dropped events; cinput_device_is_down tells how the keys are now.
    CINPUT_LOST = 2
} cinput_event_kind;

// A key's change. `time_ns` is CLOCK_MONOTONIC, to the microsecond. `value` is 0 up, 1 down, 2 repeated.
typedef struct cinput_event {
    int64_t time_ns;
    uint32_t code;
    int32_t value;
} cinput_event;

// Takes the next event, past those that are no key's; never blocks. Result: a cinput_event_kind, or minus an errno value:
// ENODEV when the device is gone.
int32_t cinput_device_next(cinput_device *_Nonnull device, cinput_event *_Nonnull event);

// The code of a key by its name in the kernel, such as KEY_KP1 or BTN_TRIGGER; -1 for none. Any thread.
int32_t cinput_key_code(const char *_Nonnull name);

// The name of a key; NULL for a code without one. Static. Any thread.
const char *_Nullable cinput_key_name(uint32_t code);
