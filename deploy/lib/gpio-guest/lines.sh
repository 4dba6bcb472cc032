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
now() {
    local a b
    while read -r a b clock _; do
        [ "$a $b" = 'now at' ] && return
    done </proc/timer_list
}

# eventually COMMAND…: asks again until it succeeds; false after half a minute.
eventually() {
    local limit
    now
    limit=$((clock + 30000000000))
    until "$@"; do
        now
        [ "$clock" -gt "$limit" ] && return 1
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
    local end before seen=''
    now
    end=$((clock + $1 * 1000000))
    while [ "$clock" -lt "$end" ]; do
        # Twice the same: not amid a change.
        read_lamps
        before=$lit
        read_lamps
        case " $seen " in
            *" $lit "*) ;;
            *) [ "$before" = "$lit" ] && seen="$seen $lit" ;;
        esac
        ms 5
        now
    done
    echo "${seen# }"
}

shows() {
    read_lamps
    [ "$lit" = "$1" ]
}

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

# Shows a file, each line of it behind a word.
show() { sed "s/^/     $1: /" "$2"; }

finish() {
    echo "guest: $passed passed, $failed failed"
    [ "$failed" = 0 ]
    exit
}
