# shellcheck shell=bash
# Sourced: Debians to install packages in, each an archive in the cache. Needs toolchain.bash and cross.bash.

: "${cache:?}"

# The Debians that packages are tried in, each as NUMBER ARCHITECTURE; read by the tests.
# shellcheck disable=SC2034
places=('13 amd64' '12 amd64' '13 arm64')

# Sets root to what makes this process root, able to start programs of ARCH: a command to put before another.
as_root_for() { # ARCH
    case $1 in
        amd64)
            root=(unshare --mount)
            ((EUID == 0)) || root=(unshare --map-root-user --map-auto --mount)
            ;;
        arm64) root=(deploy/lib/with-arm64 "$cache/tools/usr/bin/qemu-aarch64") ;;
    esac
}

# obstacle_for ARCH: prints why packages of that architecture cannot be tried here; nothing when they can.
obstacle_for() {
    local root reason
    as_root_for "$1"
    reason=$("${root[@]}" true 2>&1) || echo "${reason:-needs root, or an /etc/subuid that gives this user some users}"
}

# A small Debian in an archive. With systemd and what else the package's files are for, but for an emulated one, in which
# all of that would take minutes and is the same.
make_root() { # DIRECTORY DEBIAN ARCH
    local options=(--architectures="$3" --variant=apt) entering=()
    if [[ $3 == amd64 ]]; then
        # shellcheck disable=SC2054  # one list for mmdebstrap
        options+=(--include=systemd,udev,man-db,bash-completion,console-setup-linux,kbd)
    else
        # It is made by the root of a namespace, who cannot mount all that mmdebstrap would.
        # shellcheck disable=SC2034  # for debstrap
        entering=("${root[@]}")
        # shellcheck disable=SC2016  # for the hooks' shell
        options+=(--mode=root --skip=check/qemu --skip=chroot/mount
            --setup-hook='mkdir -p "$1/proc"; mount --rbind /proc "$1/proc"'
            --customize-hook='umount --lazy "$1/proc"')
    fi
    debstrap "Debian $2 for $3" "$1/root.tar" "$(release_name "$2")" "${options[@]}"
}

# prepare_root DEBIAN ARCH: fetches what is missing of it.
prepare_root() {
    local root
    as_root_for "$2"
    lock_cache
    cached "root-debian-$1-$2" "a Debian $1 for $2 to install in (about 60 MB)" make_root "$1" "$2"
    unlock_cache
}

# older PACKAGE DIRECTORY: makes the same package with an earlier version, to upgrade from, and prints its path.
older() {
    local tree=$2/older
    rm -rf "$tree"
    dpkg-deb --raw-extract "$1" "$tree"
    sed -i 's/^Version: .*/Version: 0.0.1/' "$tree/DEBIAN/control"
    dpkg-deb --root-owner-group -Zgzip --build "$tree" "$2/older.deb" >/dev/null
    printf '%s\n' "$2/older.deb"
}
