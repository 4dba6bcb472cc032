#pragma once

// A line's state as both generations of the library keep it here.

#include "CGPIO.h"

struct cgpio_line {
    char *name;
    char *consumer;
    bool is_used;
    bool is_output;
    bool is_active_low;
    cgpio_bias bias;
};

// An empty line; NULL without memory.
struct cgpio_line *cgpio_line_empty(void);

// A copy of a text that may be NULL or empty, which both become NULL. False without memory.
bool cgpio_copy(const char *text, char **copy);
