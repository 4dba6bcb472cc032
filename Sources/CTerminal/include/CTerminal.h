#pragma once

#include <stdbool.h>
#include <stdint.h>

// What the terminal room needs of ncursesw 6.1 or later (Debian 12 and 13 have 6.4 and 6.5).
//
// ncurses keeps one current screen per process, so at most one terminal is open at a time. A handle is used by one
// thread at a time: the thread that opens it may pass it to another, but two never call in at once. The process's
// locale is left alone: every function that needs UTF-8 switches its own thread to C.UTF-8 and back.

/// An open full-screen terminal.
typedef struct pulsador_terminal pulsador_terminal;

/// Why `pulsador_terminal_open` gave nothing.
typedef enum pulsador_terminal_problem : uint32_t {
    pulsador_terminal_fine = 0,
    /// The input or the output is not a terminal.
    pulsador_terminal_not_a_terminal = 1,
    /// The terminfo database has no such terminal.
    pulsador_terminal_unknown_term = 2,
    /// The terminal is known, and cannot place its cursor ("dumb").
    pulsador_terminal_too_simple = 3,
    /// This process has a terminal open already.
    pulsador_terminal_already_open = 4,
    /// There is no memory or no file descriptor left.
    pulsador_terminal_no_resources = 5,
} pulsador_terminal_problem;

/// Takes over the terminal: raw keys, no echo, cursor hidden, the alternate screen where there is one.
///
/// Both descriptors stay the caller's; duplicates are kept. `term` is copied. `wake` is the non-blocking write end of a
/// pipe, or -1: one byte is written to it whenever the window changes size; it must stay open until the terminal is
/// closed. `colors` false draws in reverse and bold only.
///
/// From here to the close the terminal is also restored when the process exits by `exit`, when it dies of SIGTERM,
/// SIGINT or SIGHUP with no handler of its own, and when it crashes (SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS,
/// SIGFPE), before any crash handler that was set earlier. The signal then ends the process as it would have.
///
/// Returns a handle to be given to `pulsador_terminal_close`, or null and the reason in `problem`. Any thread.
pulsador_terminal *_Nullable pulsador_terminal_open(
    const char *_Nonnull term, int input, int output, int wake, bool colors,
    pulsador_terminal_problem *_Nonnull problem);

/// Gives the terminal back as it was found and frees the handle.
void pulsador_terminal_close(pulsador_terminal *_Nonnull terminal);

/// The number of colours the terminal can show; 0 when it has none or none were wanted.
int32_t pulsador_terminal_colors(const pulsador_terminal *_Nonnull terminal);

/// Asks the terminal for its present size, in character cells, and makes ncurses follow it. True when it differs from
/// the size before.
bool pulsador_terminal_measure(
    pulsador_terminal *_Nonnull terminal, int32_t *_Nonnull width, int32_t *_Nonnull height);

/// Sets the cell at column `x`, row `y` (from 0) in the next picture: one printable scalar and up to four combining
/// ones (more are cut off). A wide one also takes the cell to its right. `foreground` and `background` are colour numbers
/// below the terminal's number of colours, or -1 for its own. Outside the screen, nothing happens.
void pulsador_terminal_put(
    pulsador_terminal *_Nonnull terminal, int32_t x, int32_t y, const uint32_t *_Nonnull scalars, int32_t count,
    int32_t foreground, int32_t background, bool bold, bool reverse);

/// Sends what changed since the last picture; with `everything`, all of it, as after another program wrote there.
/// Blocks for as long as the terminal does not take the bytes.
void pulsador_terminal_show(pulsador_terminal *_Nonnull terminal, bool everything);

/// How many columns a scalar takes: 0 for a combining one, 1, 2 for a wide one, -1 for one that cannot be printed.
/// Any thread.
int32_t pulsador_terminal_scalar_width(uint32_t scalar);
