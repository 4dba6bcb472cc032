#pragma once

// libgpiod behind opaque handles, the same over its two incompatible generations: 1.6 (Debian 12) and 2.x (Debian 13).
//
// Thread: a handle is used by one thread at a time; different handles may be used at the same time. A request belongs to
// the chip it was made from, which must stay open longer.
//
// Results: 0 or an errno value, unless a function says otherwise. Strings are UTF-8, end with NUL, and belong to the
// handle they were asked of.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of the library that is linked, such as "1.6.3"; static.
const char *_Nonnull cgpio_library_version(void);

// --- Chips and lines ----------------------------------------------------------------------------------------------

typedef struct cgpio_chip cgpio_chip;

// Opens /dev/gpiochipN; ENOTTY or ENODEV for a file that is no chip. Give `*chip` back to cgpio_chip_close.
int32_t cgpio_chip_open(const char *_Nonnull path, cgpio_chip *_Nullable *_Nonnull chip);

void cgpio_chip_close(cgpio_chip *_Nonnull chip);

// "gpiochip0".
const char *_Nonnull cgpio_chip_name(const cgpio_chip *_Nonnull chip);

// What its driver calls it, such as "pinctrl-bcm2711".
const char *_Nonnull cgpio_chip_label(const cgpio_chip *_Nonnull chip);

uint32_t cgpio_chip_line_count(const cgpio_chip *_Nonnull chip);

typedef enum cgpio_bias {
    CGPIO_BIAS_UNKNOWN = 0,
    CGPIO_BIAS_NONE = 1,
    CGPIO_BIAS_PULL_UP = 2,
    CGPIO_BIAS_PULL_DOWN = 3
} cgpio_bias;

typedef struct cgpio_line cgpio_line;

// How a line is now, a copy; give it back to cgpio_line_free.
int32_t cgpio_line_new(cgpio_chip *_Nonnull chip, uint32_t offset, cgpio_line *_Nullable *_Nonnull line);

void cgpio_line_free(cgpio_line *_Nonnull line);

// NULL for a line without a name.
const char *_Nullable cgpio_line_name(const cgpio_line *_Nonnull line);

// Who uses the line, as far as they said; NULL when nobody does or nobody said.
const char *_Nullable cgpio_line_consumer(const cgpio_line *_Nonnull line);

bool cgpio_line_is_used(const cgpio_line *_Nonnull line);
bool cgpio_line_is_output(const cgpio_line *_Nonnull line);
bool cgpio_line_is_active_low(const cgpio_line *_Nonnull line);
cgpio_bias cgpio_line_bias(const cgpio_line *_Nonnull line);

// --- Lines that are watched ---------------------------------------------------------------------------------------

// Most lines of a request.
enum { CGPIO_MAX_LINES = 8 };

typedef struct cgpio_input cgpio_input;

// Requests `count` lines (1 to CGPIO_MAX_LINES) for both edges, with their bias, in one go: all or none. Edges are stamped
// with CLOCK_MONOTONIC (Linux 5.7 and later). `buffer_events` is how many edges the kernel should keep; 1.6 cannot say it
// and has 16 a line. `consumer` is copied. Give `*input` back to cgpio_input_release.
int32_t cgpio_input_request(
    cgpio_chip *_Nonnull chip, const uint32_t *_Nonnull offsets, size_t count, const char *_Nonnull consumer,
    cgpio_bias bias, bool is_active_low, size_t buffer_events, cgpio_input *_Nullable *_Nonnull input);

void cgpio_input_release(cgpio_input *_Nonnull input);

// Readable when there are edges, and when the chip is gone (if the kernel tells). Owned by the request.
int32_t cgpio_input_descriptor(const cgpio_input *_Nonnull input);

// One edge. `time_ns` is CLOCK_MONOTONIC, `line` the position in the request's offsets. `sequence` counts the edges of the
// request from 1; a jump means that edges were lost before this one.
typedef struct cgpio_edge {
    int64_t time_ns;
    uint64_t sequence;
    uint32_t line;
    bool is_active;
} cgpio_edge;

// Takes the edges that wait, the oldest first, at most `capacity` (CGPIO_MAX_LINES * 16 or more); never blocks. `*lost`
// says that edges after these may be missing: with 1.6, where the kernel drops the newest edge of a full buffer and does not
// count. Result: their number, or minus an errno value: ENODEV when the chip is gone.
int32_t cgpio_input_read(
    cgpio_input *_Nonnull input, cgpio_edge *_Nonnull edges, size_t capacity, bool *_Nonnull lost);

// The lines' levels now, one for each line of the request; true is active.
int32_t cgpio_input_levels(cgpio_input *_Nonnull input, bool *_Nonnull levels);

// --- Lines that are set -------------------------------------------------------------------------------------------

typedef struct cgpio_output cgpio_output;

// Requests `count` lines (1 to CGPIO_MAX_LINES) as outputs, all inactive. Give `*output` back to cgpio_output_release.
int32_t cgpio_output_request(
    cgpio_chip *_Nonnull chip, const uint32_t *_Nonnull offsets, size_t count, const char *_Nonnull consumer,
    bool is_active_low, cgpio_output *_Nullable *_Nonnull output);

// What the lines' levels become is up to the chip.
void cgpio_output_release(cgpio_output *_Nonnull output);

// Sets all lines of the request; true is active.
int32_t cgpio_output_set(cgpio_output *_Nonnull output, const bool *_Nonnull levels);

// --- Waiting ------------------------------------------------------------------------------------------------------

// ppoll(2), which Swift cannot import: waits until one of the `count` (1 to 4) descriptors (-1: none) is readable, hung up
// or broken, or `timeout_ns` nanoseconds (negative: without end) have passed. Any thread. Result: 0 for the timeout, else bit
// N for the descriptor at position N, and bit 8 + N besides when it is hung up or broken; minus an errno value (EINTR too).
int32_t cgpio_wait(const int32_t *_Nonnull descriptors, size_t count, int64_t timeout_ns);
