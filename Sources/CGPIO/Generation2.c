// libgpiod 2.x, as in Debian 13. It speaks the kernel's second interface (Linux 5.10 and later), where one request has one
// order and one buffer for all its lines.
#define _GNU_SOURCE
#include <gpiod.h>

#ifndef GPIOD_LINE_BULK_MAX_LINES // of 1.6

#include "CGPIO.h"
#include "Line.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

struct cgpio_chip {
    struct gpiod_chip *chip;
    struct gpiod_chip_info *info;
};

struct cgpio_input {
    struct gpiod_line_request *request;
    struct gpiod_edge_event_buffer *buffer;
    size_t count;
    uint32_t offsets[CGPIO_MAX_LINES];
};

struct cgpio_output {
    struct gpiod_line_request *request;
    size_t count;
};

// An errno that is surely one: some failures of the library set none.
static int32_t failure(void) { return errno ? errno : EIO; }

const char *cgpio_library_version(void) { return gpiod_api_version(); }

// --- Chips and lines ----------------------------------------------------------------------------------------------

int32_t cgpio_chip_open(const char *path, cgpio_chip **result) {
    *result = NULL;
    cgpio_chip *chip = calloc(1, sizeof *chip);
    if (!chip) return ENOMEM;
    errno = 0;
    chip->chip = gpiod_chip_open(path);
    if (chip->chip) chip->info = gpiod_chip_get_info(chip->chip);
    if (!chip->info) {
        int32_t status = failure();
        if (chip->chip) gpiod_chip_close(chip->chip);
        free(chip);
        return status;
    }
    *result = chip;
    return 0;
}

void cgpio_chip_close(cgpio_chip *chip) {
    gpiod_chip_info_free(chip->info);
    gpiod_chip_close(chip->chip);
    free(chip);
}

const char *cgpio_chip_name(const cgpio_chip *chip) { return gpiod_chip_info_get_name(chip->info); }
const char *cgpio_chip_label(const cgpio_chip *chip) { return gpiod_chip_info_get_label(chip->info); }
uint32_t cgpio_chip_line_count(const cgpio_chip *chip) { return (uint32_t)gpiod_chip_info_get_num_lines(chip->info); }

static cgpio_bias bias_of(enum gpiod_line_bias bias) {
    switch (bias) {
        case GPIOD_LINE_BIAS_DISABLED: return CGPIO_BIAS_NONE;
        case GPIOD_LINE_BIAS_PULL_UP: return CGPIO_BIAS_PULL_UP;
        case GPIOD_LINE_BIAS_PULL_DOWN: return CGPIO_BIAS_PULL_DOWN;
        default: return CGPIO_BIAS_UNKNOWN;
    }
}

int32_t cgpio_line_new(cgpio_chip *chip, uint32_t offset, cgpio_line **result) {
    *result = NULL;
    errno = 0;
    struct gpiod_line_info *info = gpiod_chip_get_line_info(chip->chip, offset);
    if (!info) return failure();
    cgpio_line *line = cgpio_line_empty();
    if (line) {
        line->is_used = gpiod_line_info_is_used(info);
        line->is_output = gpiod_line_info_get_direction(info) == GPIOD_LINE_DIRECTION_OUTPUT;
        line->is_active_low = gpiod_line_info_is_active_low(info);
        line->bias = bias_of(gpiod_line_info_get_bias(info));
        if (!cgpio_copy(gpiod_line_info_get_name(info), &line->name) ||
            !cgpio_copy(gpiod_line_info_get_consumer(info), &line->consumer)) {
            cgpio_line_free(line);
            line = NULL;
        }
    }
    gpiod_line_info_free(info);
    *result = line;
    return line ? 0 : ENOMEM;
}

// Requests the lines with `settings`, which it frees.
static int32_t request(
    cgpio_chip *chip, const uint32_t *offsets, size_t count, const char *consumer, size_t buffer_events,
    struct gpiod_line_settings *settings, struct gpiod_line_request **result) {
    *result = NULL;
    int32_t status = ENOMEM;
    struct gpiod_line_config *lines = gpiod_line_config_new();
    struct gpiod_request_config *config = gpiod_request_config_new();
    if (settings && lines && config) {
        gpiod_request_config_set_consumer(config, consumer);
        if (buffer_events > 0) gpiod_request_config_set_event_buffer_size(config, buffer_events);
        errno = 0;
        if (gpiod_line_config_add_line_settings(lines, offsets, count, settings) == 0) {
            *result = gpiod_chip_request_lines(chip->chip, config, lines);
        }
        status = *result ? 0 : failure();
    }
    if (settings) gpiod_line_settings_free(settings);
    if (lines) gpiod_line_config_free(lines);
    if (config) gpiod_request_config_free(config);
    return status;
}

// --- Lines that are watched ---------------------------------------------------------------------------------------

static enum gpiod_line_bias library_bias(cgpio_bias bias) {
    switch (bias) {
        case CGPIO_BIAS_NONE: return GPIOD_LINE_BIAS_DISABLED;
        case CGPIO_BIAS_PULL_UP: return GPIOD_LINE_BIAS_PULL_UP;
        case CGPIO_BIAS_PULL_DOWN: return GPIOD_LINE_BIAS_PULL_DOWN;
        default: return GPIOD_LINE_BIAS_AS_IS;
    }
}

int32_t cgpio_input_request(
    cgpio_chip *chip, const uint32_t *offsets, size_t count, const char *consumer, cgpio_bias bias, bool is_active_low,
    size_t buffer_events, cgpio_input **result) {
    *result = NULL;
    if (count == 0 || count > CGPIO_MAX_LINES) return EINVAL;
    cgpio_input *input = calloc(1, sizeof *input);
    if (!input) return ENOMEM;
    input->count = count;
    memcpy(input->offsets, offsets, count * sizeof *offsets);
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (settings) {
        gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
        gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
        gpiod_line_settings_set_bias(settings, library_bias(bias));
        gpiod_line_settings_set_active_low(settings, is_active_low);
        gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC);
    }
    int32_t status = request(chip, offsets, count, consumer, buffer_events, settings, &input->request);
    if (!status) {
        errno = 0;
        input->buffer = gpiod_edge_event_buffer_new(buffer_events);
        int descriptor = gpiod_line_request_get_fd(input->request);
        int flags = fcntl(descriptor, F_GETFL);
        if (!input->buffer || flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0) status = failure();
    }
    if (status) {
        if (input->buffer) gpiod_edge_event_buffer_free(input->buffer);
        if (input->request) gpiod_line_request_release(input->request);
        free(input);
        return status;
    }
    *result = input;
    return 0;
}

void cgpio_input_release(cgpio_input *input) {
    gpiod_edge_event_buffer_free(input->buffer);
    gpiod_line_request_release(input->request);
    free(input);
}

int32_t cgpio_input_descriptor(const cgpio_input *input) { return gpiod_line_request_get_fd(input->request); }

int32_t cgpio_input_read(cgpio_input *input, cgpio_edge *edges, size_t capacity, bool *lost) {
    // What the kernel dropped, it dropped before the edges that are read now, and their numbers say so.
    *lost = false;
    size_t most = gpiod_edge_event_buffer_get_capacity(input->buffer);
    errno = 0;
    int count = gpiod_line_request_read_edge_events(input->request, input->buffer, capacity < most ? capacity : most);
    if (count < 0) return errno == EAGAIN ? 0 : -failure();
    int32_t total = 0;
    for (int position = 0; position < count; position++) {
        struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(input->buffer, (unsigned long)position);
        uint32_t offset = gpiod_edge_event_get_line_offset(event), line = 0;
        while (line < input->count && input->offsets[line] != offset) line++;
        if (line == input->count) continue;
        edges[total++] = (cgpio_edge){
            .time_ns = (int64_t)gpiod_edge_event_get_timestamp_ns(event),
            .sequence = gpiod_edge_event_get_global_seqno(event),
            .line = line,
            .is_active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE,
        };
    }
    return total;
}

int32_t cgpio_input_levels(cgpio_input *input, bool *levels) {
    enum gpiod_line_value values[CGPIO_MAX_LINES];
    errno = 0;
    if (gpiod_line_request_get_values(input->request, values) < 0) return failure();
    for (size_t index = 0; index < input->count; index++) levels[index] = values[index] == GPIOD_LINE_VALUE_ACTIVE;
    return 0;
}

// --- Lines that are set -------------------------------------------------------------------------------------------

int32_t cgpio_output_request(
    cgpio_chip *chip, const uint32_t *offsets, size_t count, const char *consumer, bool is_active_low,
    cgpio_output **result) {
    *result = NULL;
    if (count == 0 || count > CGPIO_MAX_LINES) return EINVAL;
    cgpio_output *output = calloc(1, sizeof *output);
    if (!output) return ENOMEM;
    output->count = count;
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (settings) {
        gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
        gpiod_line_settings_set_output_value(settings, GPIOD_LINE_VALUE_INACTIVE);
        gpiod_line_settings_set_active_low(settings, is_active_low);
    }
    int32_t status = request(chip, offsets, count, consumer, 0, settings, &output->request);
    if (status) {
        free(output);
        return status;
    }
    *result = output;
    return 0;
}

void cgpio_output_release(cgpio_output *output) {
    gpiod_line_request_release(output->request);
    free(output);
}

int32_t cgpio_output_set(cgpio_output *output, const bool *levels) {
    enum gpiod_line_value values[CGPIO_MAX_LINES];
    for (size_t index = 0; index < output->count; index++) {
        values[index] = levels[index] ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    }
    errno = 0;
    return gpiod_line_request_set_values(output->request, values) < 0 ? failure() : 0;
}

#endif
