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

// Signals that ask the process to end; a handler of its own for one of them is left alone.
static const int endings[] = {SIGTERM, SIGINT, SIGHUP};
// Signals of a crash. Swift's run time may have its crash reporter on these: it is called after the terminal is back.
static const int crashes[] = {SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE};
enum {
    ending_count = sizeof endings / sizeof endings[0],
    crash_count = sizeof crashes / sizeof crashes[0],
};

static struct sigaction before_ending[ending_count];
static struct sigaction before_crash[crash_count];
static struct sigaction before_resize;
static struct sigaction before_stop;

static void restore(void) {
    if (!atomic_exchange(&active, false)) return;
    atomic_store(&has_run, true);
    ssize_t written = write(output_descriptor, farewell, farewell_bytes);
    (void)written;
    if (has_settings) tcsetattr(output_descriptor, TCSANOW, &settings);
}

static void on_ending(int signal_number) {
    restore();
    // SA_RESETHAND has put the default back: the signal, raised again, ends the process as it would have.
    raise(signal_number);
}

static void on_crash(int signal_number, siginfo_t *info, void *context) {
    (void)context;
    restore();
    for (int index = 0; index < crash_count; index++) {
        if (crashes[index] == signal_number) sigaction(signal_number, &before_crash[index], NULL);
    }
    // A fault comes again by itself on return, from the place at fault, which a report shall show. SIGTRAP may not.
    bool comes_again = info->si_code > 0 && (signal_number == SIGSEGV || signal_number == SIGBUS ||
                                             signal_number == SIGILL || signal_number == SIGFPE);
    if (comes_again) return;
    raise(signal_number);
    // A reporter that came back has reported: the process ends, as its terminal is gone.
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static bool is_default(const struct sigaction *action) {
    return !(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_DFL;
}

static bool is_ignored(const struct sigaction *action) {
    return !(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_IGN;
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
    for (int index = 0; index < ending_count; index++) sigaction(endings[index], NULL, &before_ending[index]);
    for (int index = 0; index < crash_count; index++) sigaction(crashes[index], NULL, &before_crash[index]);
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

    struct sigaction ending = {.sa_handler = on_ending, .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};
    sigemptyset(&ending.sa_mask);
    for (int index = 0; index < ending_count; index++) {
        const struct sigaction *before = &before_ending[index];
        sigaction(endings[index], is_default(before) ? &ending : before, NULL);
    }
    // On the alternate stack where there is one: the stack itself may be what is at fault.
    struct sigaction crash = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
    sigemptyset(&crash.sa_mask);
    for (int index = 0; index < crash_count; index++) {
        if (!is_ignored(&before_crash[index])) sigaction(crashes[index], &crash, NULL);
    }
    struct sigaction resized = {.sa_handler = on_resize, .sa_flags = SA_RESTART};
    sigemptyset(&resized.sa_mask);
    sigaction(SIGWINCH, &resized, NULL);
    sigaction(SIGTSTP, &before_stop, NULL);
}

void rescue_end(void) {
    atomic_store(&active, false);
    atomic_store(&wake_descriptor, -1);
    // A handler that the process set meanwhile is its own affair.
    for (int index = 0; index < ending_count; index++) {
        struct sigaction present;
        sigaction(endings[index], NULL, &present);
        bool is_ours = !(present.sa_flags & SA_SIGINFO) && present.sa_handler == on_ending;
        if (is_ours) sigaction(endings[index], &before_ending[index], NULL);
    }
    for (int index = 0; index < crash_count; index++) {
        struct sigaction present;
        sigaction(crashes[index], NULL, &present);
        bool is_ours = (present.sa_flags & SA_SIGINFO) && present.sa_sigaction == on_crash;
        if (is_ours) sigaction(crashes[index], &before_crash[index], NULL);
    }
    struct sigaction now;
    sigaction(SIGWINCH, NULL, &now);
    if (!(now.sa_flags & SA_SIGINFO) && now.sa_handler == on_resize) sigaction(SIGWINCH, &before_resize, NULL);
}

bool rescue_has_run(void) { return atomic_load(&has_run); }
