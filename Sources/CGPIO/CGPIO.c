#define _GNU_SOURCE
#include "CGPIO.h"

#include <errno.h>
#include <poll.h>
#include <time.h>

int32_t cgpio_wait(const int32_t *descriptors, size_t count, int64_t timeout_ns) {
    struct pollfd polled[4];
    if (count > sizeof polled / sizeof *polled) return -EINVAL;
    for (size_t index = 0; index < count; index++) {
        polled[index] = (struct pollfd){.fd = descriptors[index], .events = POLLIN};
    }
    struct timespec timeout = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
    if (ppoll(polled, count, timeout_ns < 0 ? NULL : &timeout, NULL) < 0) return -errno;
    int32_t result = 0;
    for (size_t index = 0; index < count; index++) {
        if (polled[index].revents) result |= 1 << index;
        if (polled[index].revents & (POLLHUP | POLLERR | POLLNVAL)) result |= 1 << (8 + index);
    }
    return result;
}
