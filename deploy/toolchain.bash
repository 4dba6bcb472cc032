# shellcheck shell=bash
# Sourced by the scripts beside it: messages, what is linked to, and where Swift is. Needs $program, the name that messages begin with.

: "${program:?}"

least_swift=6.0

# The development packages of the C libraries; read by the scripts.
# shellcheck disable=SC2034
c_libraries=(
    libavahi-client-dev
    libevdev-dev
    libgpiod-dev
    libncurses-dev
    libsqlite3-dev
    libssl-dev
    libwebsockets-dev
    zlib1g-dev
)

# A line for the person, never on stdout: that belongs to the program's own output.
say() {
    printf '%s: %s\n' "$program" "$*" >&2
}

fail() {
    say "$*"
    exit 1
}

# Prints "MAJOR.MINOR" of the swift at $1; nothing when it does not run.
swift_version() {
    local line
    line=$("$1" --version 2>/dev/null </dev/null) || return 0
    if [[ $line =~ Swift\ version\ ([0-9]+\.[0-9]+) ]]; then
        printf '%s\n' "${BASH_REMATCH[1]}"
    fi
}

# What find_swift found that is too old, as " (PATH is VERSION)"; read by the scripts.
# shellcheck disable=SC2034
swift_found=

# Puts the first Swift that is new enough at the front of PATH. Returns 1 when there is none.
find_swift() {
    local candidate version
    for candidate in "$(command -v swift || true)" /opt/swift/usr/bin/swift /usr/libexec/swift/bin/swift; do
        [[ -n $candidate && -x $candidate ]] || continue
        version=$(swift_version "$candidate")
        if [[ -n $version && $(printf '%s\n' "$least_swift" "$version" | sort -V | head -n 1) == "$least_swift" ]]; then
            PATH=$(dirname "$candidate"):$PATH
            export PATH
            return 0
        fi
        # shellcheck disable=SC2034
        swift_found=" ($candidate is ${version:-broken})"
    done
    return 1
}
