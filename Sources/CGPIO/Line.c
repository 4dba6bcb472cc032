#define _GNU_SOURCE
#include "Line.h"

#include <stdlib.h>
#include <string.h>

struct cgpio_line *cgpio_line_empty(void) { return calloc(1, sizeof(struct cgpio_line)); }

bool cgpio_copy(const char *text, char **copy) {
    *copy = NULL;
    if (!text || !*text) return true;
    *copy = strdup(text);
    return *copy != NULL;
}

void cgpio_line_free(cgpio_line *line) {
    free(line->name);
    free(line->consumer);
    free(line);
}

const char *cgpio_line_name(const cgpio_line *line) { return line->name; }
const char *cgpio_line_consumer(const cgpio_line *line) { return line->consumer; }
bool cgpio_line_is_used(const cgpio_line *line) { return line->is_used; }
bool cgpio_line_is_output(const cgpio_line *line) { return line->is_output; }
bool cgpio_line_is_active_low(const cgpio_line *line) { return line->is_active_low; }
cgpio_bias cgpio_line_bias(const cgpio_line *line) { return line->bias; }
