#define _GNU_SOURCE 1
#define NCURSES_WIDECHAR 1

#include "Rescue.h"

#include <curses.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

// All of this is static because a signal handler can reach nothing else. It is written while `active` is false, or by
// the handlers' own installation; the handlers only read it, and call only what signal-safety(7) allows.
static atomic_bool active;
static atomic_bool has_run;
static atomic_int wake_descriptor = -1;
static int output_descriptor = -1;
static bool has_settings;
static struct termios settings;
static char farewell[256];
static size_t farewell_bytes;

static const int fatal[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE};
enum { fatal_count = sizeof fatal / sizeof fatal[0] };

static struct sigaction before_fatal[fatal_count];
static struct sigaction before_resize;
static struct sigaction before_stop;

static void restore(void) {
    if (!atomic_exchange(&active, false)) return;
    atomic_store(&has_run, true);
    ssize_t written = write(output_descriptor, farewell, farewell_bytes);
    (void)written;
    if (has_settings) tcsetattr(output_descriptor, TCSANOW, &settings);
}

static void on_fatal(int signal_number) {
    restore();
    // SA_RESETHAND has put the default back: the signal, raised again, ends the process as it would have.
    raise(signal_number);
}

static void on_resize(int signal_number) {
    int saved = errno;
    int descriptor = atomic_load(&wake_descriptor);
    if (descriptor >= 0) {
        ssize_t written = write(descriptor, "r", 1);
        (void)written;
    }
    errno = saved;
    if (before_resize.sa_handler != SIG_DFL && before_resize.sa_handler != SIG_IGN &&
        !(before_resize.sa_flags & SA_SIGINFO)) {
        before_resize.sa_handler(signal_number);
    }
}

// Appends a terminfo string without its padding ("$<5>"): waiting is not for a handler.
static void add_farewell(const char *text) {
    if (!text || text == (const char *)-1) return;
    while (*text && farewell_bytes < sizeof farewell) {
        if (text[0] == '$' && text[1] == '<') {
            const char *end = strchr(text, '>');
            if (!end) return;
            text = end + 1;
        } else {
            farewell[farewell_bytes++] = *text++;
        }
    }
}

void rescue_remember(int output) {
    output_descriptor = output;
    has_settings = tcgetattr(output, &settings) == 0;
    for (int index = 0; index < fatal_count; index++) sigaction(fatal[index], NULL, &before_fatal[index]);
    sigaction(SIGWINCH, NULL, &before_resize);
    sigaction(SIGTSTP, NULL, &before_stop);
}

void rescue_begin(int wake) {
    farewell_bytes = 0;
    add_farewell(tigetstr("sgr0"));
    add_farewell(tigetstr("op"));
    const char *bottom = tigetstr("cup");
    if (bottom && bottom != (const char *)-1) add_farewell(tiparm(bottom, LINES - 1, 0));
    add_farewell(tigetstr("rmcup"));
    add_farewell(tigetstr("cnorm"));
    add_farewell("\r\n");
    atomic_store(&wake_descriptor, wake);
    atomic_store(&has_run, false);
    atomic_store(&active, true);

    static bool at_exit;
    if (!at_exit) at_exit = atexit(restore) == 0;

    struct sigaction dying = {.sa_handler = on_fatal, .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};
    sigemptyset(&dying.sa_mask);
    for (int index = 0; index < fatal_count; index++) {
        bool is_default = !(before_fatal[index].sa_flags & SA_SIGINFO) && before_fatal[index].sa_handler == SIG_DFL;
        sigaction(fatal[index], is_default ? &dying : &before_fatal[index], NULL);
    }
    struct sigaction resized = {.sa_handler = on_resize, .sa_flags = SA_RESTART};
    sigemptyset(&resized.sa_mask);
    sigaction(SIGWINCH, &resized, NULL);
    sigaction(SIGTSTP, &before_stop, NULL);
}

void rescue_end(void) {
    atomic_store(&active, false);
    atomic_store(&wake_descriptor, -1);
    for (int index = 0; index < fatal_count; index++) {
        // A handler that the process set meanwhile is its own affair.
        struct sigaction now;
        sigaction(fatal[index], NULL, &now);
        if (!(now.sa_flags & SA_SIGINFO) && now.sa_handler == on_fatal) {
            sigaction(fatal[index], &before_fatal[index], NULL);
        }
    }
    struct sigaction now;
    sigaction(SIGWINCH, NULL, &now);
    if (!(now.sa_flags & SA_SIGINFO) && now.sa_handler == on_resize) sigaction(SIGWINCH, &before_resize, NULL);
}

bool rescue_has_run(void) { return atomic_load(&has_run); }
