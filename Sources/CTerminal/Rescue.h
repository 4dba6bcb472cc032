#pragma once

#include <stdbool.h>

// Giving the terminal back when the process ends without closing it, and hearing of a new window size.

/// Keeps the terminal's present settings as the ones to go back to. Before ncurses changes them.
void rescue_remember(int output);

/// Sets the handlers, in place of those that ncurses set since `rescue_remember`. While ncurses has a current terminal.
void rescue_begin(int wake);

/// Puts back every handler that was there at `rescue_remember`.
void rescue_end(void);

/// True once the process is on its way out and the terminal was given back behind ncurses' back.
bool rescue_has_run(void);
