# shellcheck shell=bash
# Sourced by edge scripts that look at a program in a terminal: a tmux of their own, checks that ask again until they hold,
# and what the terminal's settings were before and after. start_tmux first, finish NAME last.

failures=0
work=
socket=

# Skips the script where there is no tmux.
start_tmux() {
    if ! command -v tmux >/dev/null; then
        echo "tmux is not installed (apt-get install tmux)"
        exit 77
    fi
    work=$(mktemp -d)
    socket="pulsador-test-$$"
    trap stop_tmux EXIT
    cat >"$work/runner" <<'RUNNER'
work=$1
shift
# Without the size, which a check changes.
settings() { stty -a | sed 's/rows [0-9]*; columns [0-9]*;//'; }
echo $$ >"$work/pid"
settings >"$work/before"
"$@"
echo $? >"$work/status"
settings >"$work/after.new"
mv "$work/after.new" "$work/after"
RUNNER
    # So that the server outlives the sessions.
    tm new-session -d -s keep cat
}

stop_tmux() {
    tm kill-server
    rm -rf "$work"
}

# No configuration of the person's own, and a socket that nobody else has.
tm() { tmux -L "$socket" -f /dev/null "$@" 2>/dev/null; }
screen() { tm capture-pane -p -t t; }
keys() { tm send-keys -t t "$@"; }

# Asks again until a command succeeds; false after twenty seconds.
eventually() {
    local try
    for ((try = 0; try < 400; try++)); do
        "$@" && return 0
        sleep 0.05
    done
    return 1
}

shows() { screen | grep -qF -- "$1"; }
shows_not() { ! shows "$1"; }
has_line() { [ -f "$work/$1" ]; }

check() {
    local name=$1
    shift
    if eventually "$@"; then
        echo "ok   $name"
    else
        echo "FAIL $name"
        screen | sed 's/^/     | /'
        failures=$((failures + 1))
    fi
}

# A fresh shell of WIDTH by HEIGHT.
shell() {
    tm kill-session -t t
    LC_ALL=C.UTF-8 tm -u new-session -d -s t -x "$1" -y "$2" "env PS1='ready> ' bash --norc --noprofile"
    tm set -g status off
    tm resize-window -t t -x "$1" -y "$2"
    eventually shows 'ready>'
}

# Runs a program in the shell, by itself so that no signal ends more than the program: VARIABLES PROGRAM ARGUMENTS, each
# one word to this function; the shell splits the last. The terminal's settings before and after go to files.
run_in_shell() {
    rm -f "$work/before" "$work/after" "$work/status" "$work/pid"
    tm clear-history -t t
    keys "clear; $1 SWIFT_BACKTRACE=interactive=no,color=no bash $work/runner $work $2 $3" Enter
}

restored() { has_line after && cmp -s "$work/before" "$work/after"; }
pid() { pgrep -P "$(cat "$work/pid")"; }
status_is() { has_line status && [ "$(cat "$work/status")" = "$1" ]; }

# Says how it went and ends the script.
finish() {
    if [ "$failures" -gt 0 ]; then
        echo "$1: $failures checks failed"
        exit 1
    fi
    echo "$1: all checks passed"
    exit 0
}
