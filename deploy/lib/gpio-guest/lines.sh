# shellcheck shell=dash
# Sourced by the guest's jobs: a simulated chip, fingers on its lines, and checks that say what they saw.

driver=/sys/bus/platform/drivers/gpio-sim
passed=0
failed=0

# chip_create LABEL NAME…: a chip with these lines. Sets chip (its device's name) and wires (where the lines' ends are).
chip_create() {
    local config=/sys/kernel/config/gpio-sim/board line=0 name
    mkdir -p "$config/bank"
    echo "$1" >"$config/bank/label"
    shift
    echo $# >"$config/bank/num_lines"
    for name in "$@"; do
        mkdir "$config/bank/line$line"
        echo "$name" >"$config/bank/line$line/name"
        line=$((line + 1))
    done
    echo 1 >"$config/live"
    device=$(cat "$config/dev_name")
    chip_find "$(cat "$config/bank/chip_name")"
}

chip_find() {
    chip=$1
    wires=/sys/devices/platform/$device/$chip
    [ -d "$wires" ] && [ -c "/dev/$chip" ]
}

# The chip goes away as if it had been pulled out, and comes back.
chip_unbind() { echo "$device" >"$driver/unbind"; }
chip_bind() {
    echo "$device" >"$driver/bind"
    chip_find "$(basename /sys/devices/platform/"$device"/gpiochip*)"
}

# A button connects its line to ground. Through files that stay open: a finger is quicker than a shell opens a file.
chip_touch() {
    exec 5>"$wires/sim_gpio0/pull" 6>"$wires/sim_gpio1/pull" 7>"$wires/sim_gpio2/pull" 8>"$wires/sim_gpio3/pull"
}
down() { echo pull-down >&$(($1 + 5)); }
up() { echo pull-up >&$(($1 + 5)); }
level() { cat "$wires/sim_gpio$1/value"; }
pull() { cat "$wires/sim_gpio$1/pull"; }

ms() { usleep "$1"000; }

# Sets clock to CLOCK_MONOTONIC in nanoseconds, as the kernel says it.
now() {
    local a b
    while read -r a b clock _; do
        [ "$a $b" = 'now at' ] && return
    done </proc/timer_list
}

# eventually COMMAND…: asks again until it succeeds; false after a minute.
eventually() {
    local try=0
    until "$@"; do
        try=$((try + 1))
        [ $try -gt 3000 ] && return 1
        ms 20
    done
}

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
    fi
}

# is NAME SAW WANTED
is() {
    check "$1" "$2" [ "$2" = "$3" ] || return
    [ "$2" = "$3" ] || echo "     wanted: $3"
}

finish() {
    echo "guest: $passed passed, $failed failed"
    [ "$failed" = 0 ]
    exit
}
