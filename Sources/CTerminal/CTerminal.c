#define _GNU_SOURCE 1
#define NCURSES_WIDECHAR 1

#include "CTerminal.h"
#include "Rescue.h"

#include <curses.h>
#include <locale.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

enum { max_scalars = CCHARW_MAX };

struct pulsador_terminal {
    SCREEN *screen;
    FILE *input;
    FILE *output;
    int32_t colors;
    int32_t width;
    int32_t height;
};

static atomic_bool is_open;

// The thread's locale decides what ncurses and wcwidth take for a character. The process may run under LANG=C.
static pthread_once_t utf8_once = PTHREAD_ONCE_INIT;
static locale_t utf8;

static void make_utf8(void) { utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

static locale_t enter_utf8(void) {
    pthread_once(&utf8_once, make_utf8);
    return uselocale(utf8);
}

static void leave_utf8(locale_t before) { uselocale(before); }

int32_t pulsador_terminal_scalar_width(uint32_t scalar) {
    locale_t before = enter_utf8();
    int32_t width = wcwidth((wchar_t)scalar);
    leave_utf8(before);
    return width;
}

static FILE *duplicate(int descriptor, const char *mode) {
    int copy = dup(descriptor);
    if (copy < 0) return NULL;
    FILE *file = fdopen(copy, mode);
    if (!file) close(copy);
    return file;
}

static void discard(pulsador_terminal *terminal) {
    if (terminal->screen) delscreen(terminal->screen);
    if (terminal->input) fclose(terminal->input);
    if (terminal->output) fclose(terminal->output);
    free(terminal);
    atomic_store(&is_open, false);
}

// Everything that can fail, before the terminal is touched.
static pulsador_terminal_problem check(const char *term, int input, int output) {
    if (!isatty(input) || !isatty(output)) return pulsador_terminal_not_a_terminal;
    int status = 0;
    if (setupterm(term, output, &status) == ERR) {
        return status == 1 ? pulsador_terminal_too_simple : pulsador_terminal_unknown_term;
    }
    const char *placement = tigetstr("cup");
    bool can_place = placement && placement != (const char *)-1;
    del_curterm(cur_term);
    return can_place ? pulsador_terminal_fine : pulsador_terminal_too_simple;
}

static void set_up(pulsador_terminal *terminal, bool colors) {
    raw();
    noecho();
    nonl();
    curs_set(0);
    leaveok(stdscr, TRUE);
    scrollok(stdscr, FALSE);
    if (colors && has_colors() && start_color() == OK && use_default_colors() == OK) terminal->colors = COLORS;
}

pulsador_terminal *pulsador_terminal_open(
    const char *term, int input, int output, int wake, bool colors, pulsador_terminal_problem *problem) {
    bool was_open = false;
    if (!atomic_compare_exchange_strong(&is_open, &was_open, true)) {
        *problem = pulsador_terminal_already_open;
        return NULL;
    }
    locale_t before = enter_utf8();
    pulsador_terminal *terminal = NULL;
    *problem = check(term, input, output);
    if (*problem != pulsador_terminal_fine) {
        atomic_store(&is_open, false);
    } else if (!(terminal = calloc(1, sizeof *terminal))) {
        *problem = pulsador_terminal_no_resources;
        atomic_store(&is_open, false);
    } else {
        terminal->input = duplicate(input, "r");
        terminal->output = duplicate(output, "w");
        use_env(FALSE);
        use_tioctl(TRUE);
        if (terminal->input && terminal->output) {
            rescue_remember(fileno(terminal->output));
            terminal->screen = newterm(term, terminal->output, terminal->input);
        }
        if (terminal->screen) {
            // newterm has just set handlers that end the process from inside ncurses: ours replace them.
            rescue_begin(wake);
            set_up(terminal, colors);
            terminal->width = COLS;
            terminal->height = LINES;
        } else {
            *problem = pulsador_terminal_no_resources;
            discard(terminal);
            terminal = NULL;
        }
    }
    leave_utf8(before);
    return terminal;
}

void pulsador_terminal_close(pulsador_terminal *terminal) {
    locale_t before = enter_utf8();
    endwin();
    rescue_end();
    discard(terminal);
    leave_utf8(before);
}

int32_t pulsador_terminal_colors(const pulsador_terminal *terminal) { return terminal->colors; }

bool pulsador_terminal_measure(pulsador_terminal *terminal, int32_t *width, int32_t *height) {
    struct winsize size;
    bool changed = false;
    // A serial line answers 0 x 0: then the size that ncurses began with stays.
    if (ioctl(fileno(terminal->output), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        changed = size.ws_col != terminal->width || size.ws_row != terminal->height;
        if (changed && resizeterm(size.ws_row, size.ws_col) == OK) {
            terminal->width = size.ws_col;
            terminal->height = size.ws_row;
        }
    }
    *width = terminal->width;
    *height = terminal->height;
    return changed;
}

void pulsador_terminal_put(
    pulsador_terminal *terminal, int32_t x, int32_t y, const uint32_t *scalars, int32_t count, int32_t foreground,
    int32_t background, bool bold, bool reverse) {
    if (x < 0 || y < 0 || x >= terminal->width || y >= terminal->height) return;
    wchar_t text[max_scalars + 1] = {0};
    for (int32_t index = 0; index < count && index < max_scalars; index++) text[index] = (wchar_t)scalars[index];
    attr_t attributes = (bold ? A_BOLD : A_NORMAL) | (reverse ? A_REVERSE : A_NORMAL);
    int pair = 0;
    if (terminal->colors > 0 && (foreground >= 0 || background >= 0)) pair = alloc_pair(foreground, background);
    locale_t before = enter_utf8();
    cchar_t cell;
    if (setcchar(&cell, text, attributes, (short)(pair > 0 ? pair : 0), NULL) == OK) mvadd_wch(y, x, &cell);
    leave_utf8(before);
}

void pulsador_terminal_show(pulsador_terminal *terminal, bool everything) {
    (void)terminal;
    if (rescue_has_run()) return;
    locale_t before = enter_utf8();
    if (everything) clearok(stdscr, TRUE);
    refresh();
    leave_utf8(before);
}
