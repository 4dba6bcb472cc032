# shellcheck shell=dash
# Sourced by the guest's jobs: a simulated chip, fingers on its lines, and checks that say what they saw.

driver=/sys/bus/platform/drivers/gpio-sim
map=/usr/share/pulsador/boards/gpio-sim.board
passed=0
failed=0

# --- The chip -----------------------------------------------------------------------------------------------------

# The chip that the pin map describes: its label, and its lines in the map's order.
chip_create() {
    local config=/sys/kernel/config/gpio-sim/board line=0 name
    mkdir -p "$config/bank"
    label=$(sed -n 's/^chip *= *label:\([^ ,]*\).*/\1/p' "$map")
    echo "$label" >"$config/bank/label"
    echo 16 >"$config/bank/num_lines"
    sed -n 's/^\(button-[1-4]\|lamp-[1-4]\|beeper\) *= *\([^ ,]*\).*/\2/p' "$map" >/tmp/names
    while read -r name; do
        mkdir "$config/bank/line$line"
        echo "$name" >"$config/bank/line$line/name"
        line=$((line + 1))
    done </tmp/names
    echo 1 >"$config/live"
    device=$(cat "$config/dev_name")
    chip_find
}

# Sets chip (the kernel's name for it) and wires (where its lines' other ends are), and takes the buttons in hand: their
# files stay open, as a finger is quicker than a shell opens a file.
chip_find() {
    wires=$(echo /sys/devices/platform/"$device"/gpiochip*)
    chip=$(basename "$wires")
    [ -c "/dev/$chip" ] || return
    exec 5>"$wires/sim_gpio0/pull" 6>"$wires/sim_gpio1/pull" 7>"$wires/sim_gpio2/pull" 8>"$wires/sim_gpio3/pull"
}

# The chip goes away as if it had been pulled out, and comes back.
chip_unbind() {
    exec 5>&- 6>&- 7>&- 8>&-
    echo "$device" >"$driver/unbind"
}
chip_bind() {
    echo "$device" >"$driver/bind"
    chip_find
}

# Buttons connect their lines, 0 to 3, to ground.
down() { echo pull-down >&$(($1 + 5)); }
up() { echo pull-up >&$(($1 + 5)); }
pull() { cat "$wires/sim_gpio$1/pull"; }

# The chip's lines as gpiod's own tool sees them, of either version.
lines_now() { gpioinfo -c "$chip" 2>/dev/null || gpioinfo "$chip"; }
# Whether the player has all four buttons.
has_lines() { [ "$(lines_now | grep -c '"pulsador"')" = 4 ]; }

# --- Time ---------------------------------------------------------------------------------------------------------

ms() { usleep "$1"000; }

# Sets clock to CLOCK_MONOTONIC in nanoseconds, as the kernel says it.
# shellcheck disable=SC2034  # the jobs read it
now() {
    local a b
    while read -r a b clock _; do
        [ "$a $b" = 'now at' ] && return
    done </proc/timer_list
}

# eventually COMMAND…: asks again until it succeeds; false after half a minute.
eventually() {
    local limit uptime
    read -r uptime _ </proc/uptime
    limit=$((${uptime%.*} + 30))
    until "$@"; do
        read -r uptime _ </proc/uptime
        [ "${uptime%.*}" -gt "$limit" ] && return 1
        ms 20
    done
}

# --- Lamps --------------------------------------------------------------------------------------------------------

# Sets lit to the levels of the lamps' lines, such as 1000.
read_lamps() {
    local a b c d
    read -r a <"$wires/sim_gpio4/value"
    read -r b <"$wires/sim_gpio5/value"
    read -r c <"$wires/sim_gpio6/value"
    read -r d <"$wires/sim_gpio7/value"
    lit=$a$b$c$d
}

# Watches the lamps for so many milliseconds, and prints what they showed, in the order in which it came first.
watch_lamps() {
    local looks=$(($1 / 20)) before seen=''
    while [ "$looks" -gt 0 ]; do
        # Twice the same: not amid a change.
        read_lamps
        before=$lit
        read_lamps
        case " $seen " in
            *" $lit "*) ;;
            *) [ "$before" = "$lit" ] && seen="$seen $lit" ;;
        esac
        ms 20
        looks=$((looks - 1))
    done
    echo "${seen# }"
}

shows() {
    read_lamps
    [ "$lit" = "$1" ]
}

# --- The player ---------------------------------------------------------------------------------------------------

# start_player OPTION…: in the background, as process $player; what it says goes to /tmp/player.log.
# shellcheck disable=SC2034  # the jobs read it
start_player() {
    pulsador player --name Finger --database /tmp/player --once --json "$@" >/tmp/player.log 2>/tmp/player.errors &
    player=$!
}

# start_host OPTION…: likewise, here in the guest.
# shellcheck disable=SC2034  # the jobs read it
start_host() {
    pulsador host /test/lines.quiz.json --port 18999 --no-advertise --auto --headless --json --database /tmp/host "$@" \
        >/tmp/host.log 2>/tmp/host.errors &
    host=$!
}

# What the player has said: an event, a question's opening, the choices it has made.
said() { grep -q "\"event\":\"$1\"" /tmp/player.log; }
opened() { grep -q "\"event\":\"question\",\"index\":$1" /tmp/player.log; }
choices() { sed -n 's/^{"choice":\([0-9]*\),"event":"answered".*/\1/p' /tmp/player.log | tr '\n' ' '; }
chose() { [ "$(choices)" = "$1" ]; }

# ended NAME PROCESS: waits for its end, which must be a good one.
ended() {
    local status=0
    wait "$2" || status=$?
    is "$1 ends well" "status $status" 'status 0'
}

# Prints the time of the player's press in a question, from 0, as its answer's document has it.
time_of() {
    pulsador documents list /tmp/player --bodies --json | grep "\"id\":\"answer::.*::$1::" \
        | sed -n 's/.*"clientCreatedAtUptimeNs":\([0-9]*\).*/\1/p'
}

# was_between NAME BEFORE TIME AFTER: nanoseconds of CLOCK_MONOTONIC.
was_between() { check "$1" "$2 <= $3 <= $4" [ "$2" -le "$3" -a "$3" -le "$4" ]; }

# --- Checks -------------------------------------------------------------------------------------------------------

# check NAME SAW COMMAND…: the command is the verdict; what was seen is printed either way.
check() {
    local name=$1 saw=$2
    shift 2
    if "$@"; then
        passed=$((passed + 1))
        echo "ok   $name: $saw"
    else
        failed=$((failed + 1))
        echo "FAIL $name: $saw"
        return 1
    fi
}

# is NAME SAW WANTED
is() { check "$1" "$2" [ "$2" = "$3" ] || echo "     wanted: $3"; }

# Ends a job whose other checks would only wait in vain, with what the player has said.
give_up() {
    show player /tmp/player.log
    show 'player, on stderr' /tmp/player.errors
    finish
}

# Shows a file, each line of it behind a word.
show() { sed "s/^/     $1: /" "$2"; }

finish() {
    echo "guest: $passed passed, $failed failed"
    [ "$failed" = 0 ]
    exit
}
