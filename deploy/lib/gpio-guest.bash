# shellcheck shell=bash
# Sourced: an emulated arm64 machine whose GPIO lines the kernel simulates (gpio-sim), for Debian 12 and 13. Needs
# toolchain.bash and cross.bash, and the project's directory as the present one.
#
# What it works with, in the cache:
#   guest-tools      a Debian 13 for amd64 with the emulator and the compiler of modules, entered with bubblewrap
#   guest-kernel-N   the kernel of that Debian for arm64: image, the modules a guest needs, and gpio-sim.ko
#   guest-root-N     that Debian's gpiod and busybox for arm64
#
# No kernel of Debian's has gpio-sim, so the module is built from Debian's own source of the very kernel, outside of its
# tree. What is made stays in the cache, the sources do not stay anywhere.

: "${cache:?}"

make_guest_tools() { # DIRECTORY
    tree 'the emulator' trixie "$1" --architectures=amd64 --variant=essential \
        --include=qemu-system-arm,gcc-aarch64-linux-gnu,make,kmod,cpio,xz-utils
}

# in_guest_tools [BUBBLEWRAP OPTION…] -- COMMAND…
in_guest_tools() {
    bwrap --ro-bind "$cache/guest-tools" / --dev /dev --proc /proc --tmpfs /tmp --tmpfs /root --setenv HOME /root \
        --setenv PATH /usr/sbin:/usr/bin --unsetenv LD_LIBRARY_PATH --setenv LANG C.UTF-8 --die-with-parent "$@"
}

# The packages of one kernel, downloaded without their dependencies: nothing of them is installed.
fetch_kernel() { # DIRECTORY DEBIAN
    local hook
    # shellcheck disable=SC2016  # for the hook's shell
    hook='set -e; cd "$1"; export APT_CONFIG=$MMDEBSTRAP_APT_CONFIG
        depends() { apt-cache depends --important "$1" | sed -n "s/^ *|*Depends: //p"; }
        image=$(depends linux-image-cloud-arm64:arm64 | grep "^linux-image-[0-9]" | head -n 1)
        image=${image%:arm64}
        version=$(apt-cache show "$image:arm64" | sed -n "s/^Version: //p" | head -n 1)
        release=${image#linux-image-}
        release=${release%-cloud-arm64}
        kbuild=$(depends "linux-headers-$release-cloud-arm64:arm64" | grep "^linux-kbuild-" | head -n 1)
        source=linux-source-$(echo "$version" | sed "s/^\([0-9]*\.[0-9]*\)\..*/\1/")
        apt-get -qq -o APT::Sandbox::User=root download "$image:arm64=$version" \
            "linux-headers-$release-cloud-arm64:arm64=$version" "linux-headers-$release-common=$version" \
            "${kbuild%:*}:amd64=$version" "$source=$version"'
    tree "the kernel of Debian $2" "$(release_name "$2")" "$1" --architectures=amd64,arm64 --variant=extract \
        --extract-hook="$hook"
}

# gpio-sim.ko out of the packages' files in the present directory, which is theirs alone; runs in the guest tools.
build_gpio_sim() {
    local headers common source
    for source in *.deb; do
        [[ $source == linux-source-* ]] || dpkg-deb --extract "$source" unpacked
    done
    headers=$(echo unpacked/usr/src/linux-headers-*-cloud-arm64)
    common=$(echo unpacked/usr/src/linux-headers-*-common*)
    echo "include $PWD/$common/Makefile" >"$headers/Makefile"
    # Without the kernel's own type data there is nothing to make the module's from.
    rm -f "$headers/vmlinux"
    mkdir module
    dpkg-deb --fsys-tarfile linux-source-*.deb | tar --extract --to-stdout --wildcards './usr/src/linux-source-*.tar.xz' \
        | xz --decompress --stdout --threads=0 | tar --extract --directory module --strip-components=1 --wildcards \
        'linux-source-*/drivers/gpio/gpio*.[ch]' 'linux-source-*/kernel/irq/irq_sim.c'
    # Linux 6.1's includes a header that is beside it.
    mv module/drivers/gpio/*.h module/
    mv module/drivers/gpio/gpio-sim.c module/chip.c
    mv module/kernel/irq/irq_sim.c module/interrupts.c
    # The one function that the kernel keeps to itself; modules may look a descriptor up through its data.
    sed -i 's/\<irq_to_desc(\([a-z]*\))/irq_data_to_desc(irq_get_irq_data(\1))/' module/interrupts.c
    # A finger is stronger than a pull-up. Simulated wires take the bias that a program asks for, even of a button that is
    # held: those in the parameter "held", a mask, keep their level.
    sed -i -e '0,/^#include <linux\/module.h>/s//&\nstatic ulong held;\nmodule_param(held, ulong, 0600);/' \
        -e 's/return \(gpio_sim_apply_pull(chip, offset, 1)\);/return held \& BIT(offset) ? 0 : \1;/' module/chip.c
    grep -q 'held & BIT' module/chip.c
    printf 'obj-m := gpio-sim.o\ngpio-sim-y := chip.o interrupts.o\n' >module/Kbuild
    make -C "$headers" M="$PWD/module" ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- CC=aarch64-linux-gnu-gcc modules >&2
    aarch64-linux-gnu-strip --strip-debug module/gpio-sim.ko
}

# The guest's modules and, in the file "order", the order in which to load them; runs where build_gpio_sim ran.
collect_modules() {
    local root release file name
    mkdir modules
    mv module/gpio-sim.ko modules/
    root=$(dirname "$(find unpacked -type d -path '*lib/modules' -print -quit)")
    mkdir -p unpacked/lib/modules unpacked/usr/lib/modules
    release=$(basename "$root"/modules/*)
    for file in unpacked/lib unpacked/usr/lib; do
        [[ -e $file/modules/$release ]] || ln -s "$PWD/$root/modules/$release" "$file/modules/$release"
    done
    depmod --basedir unpacked "$release"
    # Built-in ones are named so, and need no loading.
    modprobe --dirname unpacked --set-version "$release" --show-depends --all \
        configfs virtio_pci virtio_net virtio_input evdev | sed -n 's/^insmod //p' | while IFS= read -r file; do
        name=$(basename "${file%%.ko*}")
        [[ -e modules/$name.ko ]] && continue
        case $file in
            *.xz*) xz --decompress --stdout "${file% }" >"modules/$name.ko" ;;
            *) cp "${file% }" "modules/$name.ko" ;;
        esac
        echo "$name" >>modules/order
    done
    echo gpio-sim >>modules/order
}

make_guest_kernel() { # DIRECTORY DEBIAN
    local build=$1/build
    mkdir "$build"
    fetch_kernel "$build" "$2"
    in_guest_tools --bind "$build" /tmp/build --chdir /tmp/build -- bash -euo pipefail -c \
        "$(declare -f build_gpio_sim collect_modules); build_gpio_sim; collect_modules" \
        || fail "cannot build gpio-sim for Debian $2 (see above)"
    cp "$build"/unpacked/boot/vmlinuz-* "$1/vmlinuz"
    cp -r "$build/modules" "$1/modules"
    rm -r "$build"
}

make_guest_root() { # DIRECTORY DEBIAN
    tree "gpiod of Debian $2 for arm64" "$(release_name "$2")" "$1" --architectures=arm64 --variant=extract \
        --include=busybox-static,coreutils,gpiod
    rm -rf "${1:?}/usr/share"
}

# prepare_guest DEBIAN: fetches and builds what is missing.
prepare_guest() {
    lock_cache
    cached guest-tools 'the emulator (about 150 MB)' make_guest_tools
    cached "guest-kernel-$1" "the kernel of Debian $1 and its source (about 200 MB)" make_guest_kernel "$1" \
        "$(declare -f fetch_kernel build_gpio_sim collect_modules)"
    cached "guest-root-$1" "gpiod of Debian $1 for arm64" make_guest_root "$1"
    unlock_cache
}

# Copies the libraries that the programs of a guest need into it, and the libraries that those need.
copy_libraries() { # DEBIAN DIRECTORY
    local places=() place library missing file
    for place in "$(sysroot_of "$1" arm64)" "$cache/guest-root-$1"; do
        places+=("$place/usr/lib/aarch64-linux-gnu" "$place/lib/aarch64-linux-gnu" "$place/usr/lib" "$place/lib")
    done
    while true; do
        missing=()
        while IFS= read -r library; do
            [[ -e $2/usr/lib/$library ]] || missing+=("$library")
        done < <(in_guest_tools --ro-bind "$2/usr" /tmp/guest --chdir /tmp/guest -- sh -c \
            'aarch64-linux-gnu-readelf --dynamic bin/* lib/* 2>/dev/null' \
            | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p' | sort -u)
        ((${#missing[@]} > 0)) || break
        for library in "${missing[@]}"; do
            file=$(find "${places[@]}" -maxdepth 1 -name "$library" -print -quit 2>/dev/null)
            [[ -n $file ]] || fail "no $library for Debian $1, arm64, among what was fetched"
            cp --dereference "$file" "$2/usr/lib/"
        done
    done
}

# Puts the program, as deploy/arm64 has built it, and the probe, which prints every press, into a directory.
guest_programs() { # DEBIAN DIRECTORY
    local directory=.build/cross/debian-$1-arm64
    cp "$directory/pulsador" "$2/"
    # Of two products Swift builds the last.
    cross_program "$1" arm64 --product gpio-probe
    in_guest_tools --ro-bind "$directory/$(triple_of arm64)/release" /tmp/built --bind "$2" /tmp/programs -- \
        aarch64-linux-gnu-strip --strip-all -o /tmp/programs/gpio-probe /tmp/built/gpio-probe
}

# Fills a directory with a guest's files, and packs them as DIRECTORY.cpio.
make_guest() { # DEBIAN DIRECTORY PROGRAMS
    local debian=$1 guest=$2 programs=$3 applet
    mkdir -p "$guest"/{dev,proc,sys,tmp,root,etc,test,modules,usr/bin,usr/lib,usr/sbin,usr/share/pulsador/boards}
    ln -s usr/bin usr/sbin usr/lib "$guest/"
    cp "$cache/guest-root-$debian"/usr/bin/gpio* "$cache/guest-root-$debian/usr/sbin/chroot" "$programs"/* \
        "$guest/usr/bin/"
    cp "$(find "$cache/guest-root-$debian" -path '*/bin/busybox')" "$guest/usr/bin/"
    for applet in sh mount insmod ip uname usleep poweroff mkdir ls cat basename grep sed head tail tr wc sleep \
        rm kill sort uniq chmod cut awk timeout; do
        ln -s busybox "$guest/usr/bin/$applet"
    done
    copy_libraries "$debian" "$guest"
    # The name under which programs ask for their loader.
    [[ -e $guest/usr/lib/ld-linux-aarch64.so.1 ]] || fail 'the programs of the guest name no loader'
    cp "$cache/guest-kernel-$debian"/modules/* "$guest/modules/"
    cp board/*.board "$guest/usr/share/pulsador/boards/"
    cp deploy/lib/gpio-guest/* "$guest/test/"
    mv "$guest/test/init" "$guest/init"
    printf 'root:x:0:0::/root:/bin/sh\n' >"$guest/etc/passwd"
    printf '127.0.0.1 localhost\n' >"$guest/etc/hosts"
    in_guest_tools --ro-bind "$guest" /tmp/guest --chdir /tmp/guest -- sh -c \
        'find . -print0 | cpio --quiet --null --create --format=newc --owner=0:0' >"$guest.cpio"
}

# run_guest DEBIAN DIRECTORY JOB [QEMU OPTION…] [-- NAME=VALUE…]: runs a job in the guest. Its console is the output, and
# DIRECTORY.monitor/pipe.in takes commands for the emulator. That always ends with 0: what the guest says last is the
# verdict.
run_guest() {
    local debian=$1 guest=$2 job=$3 options=()
    shift 3
    while (($# > 0)) && [[ $1 != -- ]]; do
        options+=("$1")
        shift
    done
    shift || true
    rm -rf "$guest.monitor"
    mkdir "$guest.monitor"
    mkfifo "$guest.monitor/pipe.in" "$guest.monitor/pipe.out"
    in_guest_tools --ro-bind "$guest.cpio" /tmp/guest.cpio --ro-bind "$cache/guest-kernel-$debian/vmlinuz" /tmp/vmlinuz \
        --bind "$guest.monitor" /tmp/monitor -- \
        qemu-system-aarch64 -M virt,gic-version=3 -cpu cortex-a72 -m 256 -nodefaults -nographic -no-reboot \
        -serial stdio -chardev pipe,id=monitor,path=/tmp/monitor/pipe -mon chardev=monitor \
        -kernel /tmp/vmlinuz -initrd /tmp/guest.cpio "${options[@]}" \
        -append "console=ttyAMA0 panic=-1 quiet loglevel=2 job=$job $*" </dev/null
}
