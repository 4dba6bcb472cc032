// libgpiod 1.6, as in Debian 12. It speaks the kernel's first interface, where every watched line has a descriptor and a
// buffer of its own; here they are one again.
#define _GNU_SOURCE
#include <gpiod.h>

#ifdef GPIOD_LINE_BULK_MAX_LINES // gone in 2.0

#include "CGPIO.h"
#include "Line.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { KERNEL_BUFFER = 16 }; // edges the kernel keeps for a line

struct cgpio_chip {
    struct gpiod_chip *chip;
};

struct cgpio_input {
    struct gpiod_line_bulk lines;
    int epoll;
    uint64_t sequence;
};

struct cgpio_output {
    struct gpiod_line_bulk lines;
};

// An errno that is surely one: some failures of the library set none.
static int32_t failure(void) { return errno ? errno : EIO; }

const char *cgpio_library_version(void) { return gpiod_version_string(); }

// --- Chips and lines ----------------------------------------------------------------------------------------------

int32_t cgpio_chip_open(const char *path, cgpio_chip **result) {
    *result = NULL;
    cgpio_chip *chip = calloc(1, sizeof *chip);
    if (!chip) return ENOMEM;
    errno = 0;
    chip->chip = gpiod_chip_open(path);
    if (!chip->chip) {
        int32_t status = failure();
        free(chip);
        return status;
    }
    *result = chip;
    return 0;
}

void cgpio_chip_close(cgpio_chip *chip) {
    gpiod_chip_close(chip->chip);
    free(chip);
}

const char *cgpio_chip_name(const cgpio_chip *chip) { return gpiod_chip_name(chip->chip); }
const char *cgpio_chip_label(const cgpio_chip *chip) { return gpiod_chip_label(chip->chip); }
uint32_t cgpio_chip_line_count(const cgpio_chip *chip) { return gpiod_chip_num_lines(chip->chip); }

static cgpio_bias bias_of(int bias) {
    switch (bias) {
        case GPIOD_LINE_BIAS_DISABLE: return CGPIO_BIAS_NONE;
        case GPIOD_LINE_BIAS_PULL_UP: return CGPIO_BIAS_PULL_UP;
        case GPIOD_LINE_BIAS_PULL_DOWN: return CGPIO_BIAS_PULL_DOWN;
        default: return CGPIO_BIAS_UNKNOWN;
    }
}

int32_t cgpio_line_new(cgpio_chip *chip, uint32_t offset, cgpio_line **result) {
    *result = NULL;
    errno = 0;
    struct gpiod_line *from = gpiod_chip_get_line(chip->chip, offset);
    // A line that was asked for before still shows the state of then.
    if (!from || gpiod_line_update(from) < 0) return failure();
    cgpio_line *line = cgpio_line_empty();
    if (!line) return ENOMEM;
    line->is_used = gpiod_line_is_used(from);
    line->is_output = gpiod_line_direction(from) == GPIOD_LINE_DIRECTION_OUTPUT;
    line->is_active_low = gpiod_line_active_state(from) == GPIOD_LINE_ACTIVE_STATE_LOW;
    line->bias = bias_of(gpiod_line_bias(from));
    if (!cgpio_copy(gpiod_line_name(from), &line->name) || !cgpio_copy(gpiod_line_consumer(from), &line->consumer)) {
        cgpio_line_free(line);
        return ENOMEM;
    }
    *result = line;
    return 0;
}

// Fills the bulk with the chip's lines at the offsets.
static int32_t gather(cgpio_chip *chip, const uint32_t *offsets, size_t count, struct gpiod_line_bulk *lines) {
    if (count == 0 || count > CGPIO_MAX_LINES) return EINVAL;
    gpiod_line_bulk_init(lines);
    for (size_t index = 0; index < count; index++) {
        errno = 0;
        struct gpiod_line *line = gpiod_chip_get_line(chip->chip, offsets[index]);
        if (!line) return failure();
        gpiod_line_bulk_add(lines, line);
    }
    return 0;
}

// --- Lines that are watched ---------------------------------------------------------------------------------------

static int watch(const struct gpiod_line_bulk *lines) {
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    if (epoll < 0) return -1;
    for (unsigned int index = 0; index < lines->num_lines; index++) {
        int descriptor = gpiod_line_event_get_fd(lines->lines[index]);
        int flags = fcntl(descriptor, F_GETFL);
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
        if (descriptor < 0 || flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0 ||
            epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) < 0) {
            int saved = errno;
            close(epoll);
            errno = saved;
            return -1;
        }
    }
    return epoll;
}

static int flags_of(cgpio_bias bias, bool is_active_low) {
    int flags = is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
    switch (bias) {
        case CGPIO_BIAS_UNKNOWN: break;
        case CGPIO_BIAS_NONE: flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE; break;
        case CGPIO_BIAS_PULL_UP: flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP; break;
        case CGPIO_BIAS_PULL_DOWN: flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN; break;
    }
    return flags;
}

int32_t cgpio_input_request(
    cgpio_chip *chip, const uint32_t *offsets, size_t count, const char *consumer, cgpio_bias bias, bool is_active_low,
    size_t buffer_events, cgpio_input **result) {
    (void)buffer_events;
    *result = NULL;
    cgpio_input *input = calloc(1, sizeof *input);
    if (!input) return ENOMEM;
    int32_t status = gather(chip, offsets, count, &input->lines);
    errno = 0;
    if (!status && gpiod_line_request_bulk_both_edges_events_flags(
                       &input->lines, consumer, flags_of(bias, is_active_low)) < 0) {
        status = failure();
    }
    if (status) {
        free(input);
        return status;
    }
    errno = 0;
    input->epoll = watch(&input->lines);
    if (input->epoll < 0) {
        status = failure();
        gpiod_line_release_bulk(&input->lines);
        free(input);
        return status;
    }
    *result = input;
    return 0;
}

void cgpio_input_release(cgpio_input *input) {
    close(input->epoll);
    gpiod_line_release_bulk(&input->lines);
    free(input);
}

int32_t cgpio_input_descriptor(const cgpio_input *input) { return input->epoll; }

static int by_time(const void *left, const void *right) {
    const cgpio_edge *a = left, *b = right;
    if (a->time_ns != b->time_ns) return a->time_ns < b->time_ns ? -1 : 1;
    // Of one line: in the order they were read in, which `sequence` still says here.
    return a->sequence < b->sequence ? -1 : 1;
}

// Takes what one line has. Result: the number of edges, or minus an errno value.
static int32_t read_line(cgpio_input *input, unsigned int index, cgpio_edge *edges, uint64_t order) {
    struct gpiod_line_event events[KERNEL_BUFFER];
    errno = 0;
    int count = gpiod_line_event_read_fd_multiple(
        gpiod_line_event_get_fd(input->lines.lines[index]), events, KERNEL_BUFFER);
    if (count < 0) return errno == EAGAIN ? 0 : -failure();
    for (int position = 0; position < count; position++) {
        edges[position] = (cgpio_edge){
            .time_ns = (int64_t)events[position].ts.tv_sec * 1000000000 + events[position].ts.tv_nsec,
            .sequence = order + (uint64_t)position,
            .line = index,
            .is_active = events[position].event_type == GPIOD_LINE_EVENT_RISING_EDGE,
        };
    }
    return count;
}

int32_t cgpio_input_read(cgpio_input *input, cgpio_edge *edges, size_t capacity, bool *lost) {
    *lost = false;
    size_t total = 0;
    bool is_drained = false;
    int32_t status = 0;
    // Until all are empty at once: an edge of one line may come while another is read.
    while (!is_drained && !status && capacity - total >= (size_t)CGPIO_MAX_LINES * KERNEL_BUFFER) {
        is_drained = true;
        for (unsigned int index = 0; index < input->lines.num_lines && !status; index++) {
            int32_t count = read_line(input, index, edges + total, total);
            if (count < 0) {
                status = count;
            } else if (count > 0) {
                is_drained = false;
                total += (size_t)count;
                if (count == KERNEL_BUFFER) *lost = true;
            }
        }
    }
    if (total > 0) {
        qsort(edges, total, sizeof *edges, by_time);
        for (size_t position = 0; position < total; position++) edges[position].sequence = ++input->sequence;
        return (int32_t)total;
    }
    if (status) return status;
    struct epoll_event events[CGPIO_MAX_LINES];
    int count = epoll_wait(input->epoll, events, CGPIO_MAX_LINES, 0);
    for (int index = 0; index < count; index++) {
        if (events[index].events & (EPOLLHUP | EPOLLERR)) return -ENODEV;
    }
    return 0;
}

int32_t cgpio_input_levels(cgpio_input *input, bool *levels) {
    int values[GPIOD_LINE_BULK_MAX_LINES];
    errno = 0;
    if (gpiod_line_get_value_bulk(&input->lines, values) < 0) return failure();
    for (unsigned int index = 0; index < input->lines.num_lines; index++) levels[index] = values[index] != 0;
    return 0;
}

// --- Lines that are set -------------------------------------------------------------------------------------------

int32_t cgpio_output_request(
    cgpio_chip *chip, const uint32_t *offsets, size_t count, const char *consumer, bool is_active_low,
    cgpio_output **result) {
    static const int inactive[CGPIO_MAX_LINES];
    *result = NULL;
    cgpio_output *output = calloc(1, sizeof *output);
    if (!output) return ENOMEM;
    int32_t status = gather(chip, offsets, count, &output->lines);
    errno = 0;
    if (!status && gpiod_line_request_bulk_output_flags(
                       &output->lines, consumer, flags_of(CGPIO_BIAS_UNKNOWN, is_active_low), inactive) < 0) {
        status = failure();
    }
    if (status) {
        free(output);
        return status;
    }
    *result = output;
    return 0;
}

void cgpio_output_release(cgpio_output *output) {
    gpiod_line_release_bulk(&output->lines);
    free(output);
}

int32_t cgpio_output_set(cgpio_output *output, const bool *levels) {
    int values[GPIOD_LINE_BULK_MAX_LINES] = {0};
    for (unsigned int index = 0; index < output->lines.num_lines; index++) values[index] = levels[index];
    errno = 0;
    return gpiod_line_set_value_bulk(&output->lines, values) < 0 ? failure() : 0;
}

#endif
