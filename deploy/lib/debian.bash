# shellcheck shell=bash
# Sourced: Debian file trees from Debian's archive, kept in a cache outside the work tree. Needs say and fail.
#
# Every tree is made whole under another name and then renamed, so that what lies in the cache is complete; a tree whose
# recipe (the function that makes it, and its arguments) has changed is made anew.

cache=${PULSADOR_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/pulsador}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# release_name NUMBER: the name the archive has for a release.
release_name() {
    case $1 in
        12) echo bookworm ;;
        13) echo trixie ;;
        *) fail "there is no recipe for Debian $1; take 12 or 13" ;;
    esac
}

# Prints what keeps this machine from making and entering Debian trees; nothing when it can.
missing_for_trees() {
    local tool
    [[ $(dpkg --print-architecture 2>/dev/null) == amd64 ]] || { echo 'needs Debian on an amd64 machine'; return; }
    for tool in mmdebstrap bwrap; do
        command -v "$tool" >/dev/null || { echo "needs $tool (deploy/setup --cross installs it)"; return; }
    done
    [[ -r $keyring ]] || { echo 'needs debian-archive-keyring (deploy/setup --cross installs it)'; return; }
    if ! bwrap --ro-bind / / --dev /dev --proc /proc true 2>/dev/null; then
        echo 'needs a kernel that lets bubblewrap make namespaces (sysctl kernel.unprivileged_userns_clone=1)'
        return
    fi
    debian_mirror >/dev/null || echo "needs a Debian archive: this machine's apt knows none; set PULSADOR_MIRROR"
}

# The archive this machine's own apt uses. Returns 1 when it uses none of Debian's.
debian_mirror() {
    local mirror=${PULSADOR_MIRROR:-}
    if [[ -z $mirror ]]; then
        # shellcheck disable=SC2016  # for apt-get
        mirror=$(apt-get indextargets --format '$(LABEL)|$(REPO_URI)' 'Created-By: Packages' 2>/dev/null \
            | sed -n 's/^Debian|//p;T;q')
    fi
    [[ -n $mirror ]] && printf '%s\n' "$mirror"
}

# What this machine's apt needs to reach its archive, as options for mmdebstrap: one a line.
apt_options() {
    apt-config dump 2>/dev/null \
        | sed -n 's/^\(Acquire::\(https\?::Proxy\|Check-Valid-Until\)[^ ]* .*\);$/--aptopt=\1/p'
}

# What mmdebstrap is started with, for trees whose programs this machine starts only in namespaces made for it.
entering=()

# debstrap NAME OUTPUT RELEASE ARGUMENTS…: mmdebstrap with this machine's archive. NAME is for messages.
debstrap() {
    local name=$1 output=$2 release=$3 options mirror log=$cache/mmdebstrap.log status=0
    shift 3
    mirror=$(debian_mirror)
    mapfile -t options < <(apt_options)
    # On a terminal its own progress is shown; elsewhere that would only fill a log.
    [[ -t 2 ]] || options+=(--quiet)
    "${entering[@]}" mmdebstrap --format=tar --aptopt='Acquire::Languages "none"' --aptopt='Acquire::Retries "3"' \
        --dpkgopt=force-unsafe-io "${options[@]}" "$@" \
        "$release" "$output" "deb [signed-by=$keyring] $mirror $release main" 2> >(tee "$log" >&2) || status=$?
    ((status == 0)) || fail "could not get $name: $(grep -E '^(E:|error)' "$log" | tail -n 1 || true) (see $log)"
}

# tree NAME RELEASE DIRECTORY ARGUMENTS…: a Debian tree as plain files of the calling user.
tree() {
    local name=$1 release=$2 directory=$3
    shift 3
    debstrap "$name" - "$release" --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/doc/*' "$@" \
        | tar --extract --directory "$directory" --no-same-owner \
        --exclude='./dev/*' --exclude='./var/cache/*' --exclude='./var/lib/apt/lists/*'
}

# cached NAME WHAT FUNCTION ARGUMENTS…: makes $cache/NAME with FUNCTION, which gets the directory to fill as its first
# argument, unless it is there and was made the same way. WHAT is for the person who waits.
cached() {
    local name=$1 what=$2 recipe since=$SECONDS
    shift 2
    recipe=$({ declare -f "$1"; echo "$@"; } | sha256sum)
    [[ $(cat "$cache/$name/.recipe" 2>/dev/null) == "$recipe" ]] && return
    say "fetching $what"
    rm -rf "${cache:?}/$name.new"
    mkdir -p "$cache/$name.new"
    "$1" "$cache/$name.new" "${@:2}"
    echo "$recipe" >"$cache/$name.new/.recipe"
    rm -rf "${cache:?}/$name"
    mv "$cache/$name.new" "$cache/$name"
    say "$what: there after $((SECONDS - since)) s"
}

# Makes the cache this process's own until it ends: another one waits.
lock_cache() {
    mkdir -p "$cache" || fail "cannot write $cache; set PULSADOR_CACHE to a directory that can be"
    exec {cache_lock}>"$cache/lock"
    flock --nonblock "$cache_lock" && return
    say "waiting for another one that uses $cache"
    flock "$cache_lock"
}

unlock_cache() {
    exec {cache_lock}>&-
}
