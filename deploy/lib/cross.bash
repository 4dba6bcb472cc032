# shellcheck shell=bash
# Sourced: building for Debian 12 and 13, arm64 and amd64, with the compiler of Debian 13. Needs toolchain.bash, and
# the project's directory as the present one.
#
# What it works with, in the cache:
#   tools                a Debian 13 for amd64 with the compiler, entered with bubblewrap
#   runtime-ARCH         Swift's own libraries and modules for ARCH, of the very version of the compiler
#   sdk/debian-N-ARCH…   a Swift SDK: the C libraries of that Debian, and the runtime

# shellcheck source-path=SCRIPTDIR source=debian.bash
source "$(dirname "${BASH_SOURCE[0]}")/debian.bash"

: "${c_libraries:?}"

# The compiler's Debian, and where that installs Swift.
compiler_release=trixie
swift_home=usr/libexec/swift

triple_of() {
    case $1 in
        arm64) echo aarch64-unknown-linux-gnu ;;
        amd64) echo x86_64-pc-linux-gnu ;;
        *) fail "there is no recipe for $1; take arm64 or amd64" ;;
    esac
}

# The directory of an architecture's libraries, which is also what its binutils are called by.
multiarch_of() {
    case $1 in
        arm64) echo aarch64-linux-gnu ;;
        amd64) echo x86_64-linux-gnu ;;
    esac
}

sdk_of() { # DEBIAN ARCH
    echo "$cache/sdk/debian-$1-$2.artifactbundle"
}

sysroot_of() { # DEBIAN ARCH
    echo "$(sdk_of "$1" "$2")/debian-$1-$2/sysroot"
}

# --- Making what it works with ------------------------------------------------------------------------------------

make_tools() { # DIRECTORY
    tree 'the compiler' "$compiler_release" "$1" --architectures=amd64 --variant=essential \
        --dpkgopt="path-exclude=/$swift_home/lib/swift/embedded/*" --dpkgopt="path-exclude=/$swift_home/bin/lldb*" \
        --dpkgopt="path-exclude=/$swift_home/bin/clangd" --dpkgopt="path-exclude=/$swift_home/bin/sourcekit-lsp" \
        --dpkgopt="path-exclude=/$swift_home/lib/liblldb*" \
        --include=swiftlang,libc6-dev,libstdc++-14-dev,git,ca-certificates,binutils-aarch64-linux-gnu \
        --include=dpkg-dev,qemu-user,dbus-daemon,iproute2
    # Where the project, the SDKs and a foreign architecture's libraries are mounted.
    mkdir -p "$1/src" "$1/sdk" "$1/sysroot" "$1/usr/lib/aarch64-linux-gnu" "$1/$swift_home-arm64"
    ln -sf aarch64-linux-gnu/ld-linux-aarch64.so.1 "$1/usr/lib/ld-linux-aarch64.so.1"
}

# Out of the packages, without their dependencies: a compiler that runs on the board is of no use in an SDK.
make_runtime() { # DIRECTORY ARCH
    local package
    # shellcheck disable=SC2016  # for the hook's shell
    tree "Swift's libraries for $2" "$compiler_release" "$1" --architectures="$2" --variant=extract \
        --extract-hook='cd "$1" && APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get -qq -o APT::Sandbox::User=root download swiftlang libswiftlang'
    for package in "$1"/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar --extract --directory "$1" --no-same-owner --wildcards \
            --wildcards-match-slash --exclude='*/lib/swift/embedded*' --exclude='*/swift_static/embedded*' \
            --exclude='*/lib/swift/host*' --exclude='*/lib/swift/pm*' --exclude='*/lib/swift/migrator*' \
            --exclude='*/FrameworkABIBaseline*' --exclude='*/lib_InternalSwift*' --exclude='*.abi.json' \
            --exclude='*.swiftdoc' --exclude='*.syms' --exclude='*/swift/lib/lib*' "./$swift_home/lib/*"
        dpkg-deb --field "$package" Version >"$1/version"
        rm "$package"
    done
}

# The compiler's own are at hand.
make_own_runtime() { # DIRECTORY VERSION
    mkdir -p "$1/$swift_home"
    cp --archive --link "$cache/tools/$swift_home/lib" "$1/$swift_home/"
    echo "$2" >"$1/version"
}

# A static Swift library for Debian 13 wants more of glibc and libstdc++ than Debian 12 has; see debian12.c.
make_compatibility() { # SYSROOT ARCH
    local source=deploy/lib/debian12.c object
    object=$(dirname "$1")/debian12.o
    bwrap --ro-bind "$cache/tools" / --dev /dev --proc /proc --tmpfs /tmp --bind "$(dirname "$1")" /sdk \
        --ro-bind "$PWD" /src "/$swift_home/bin/clang" --target="$(triple_of "$2")" --sysroot=/sdk/sysroot -O2 -fPIC \
        -Wall -Werror -c "/src/$source" -o /sdk/debian12.o || fail "cannot compile $source (see above)"
    bwrap --ro-bind "$cache/tools" / --dev /dev --bind "$(dirname "$1")" /sdk "/$swift_home/bin/llvm-ar" rcs \
        "/sdk/sysroot/usr/lib/$(multiarch_of "$2")/libdebian12.a" /sdk/debian12.o || fail 'cannot archive debian12.o'
    rm "$object"
}

# The last argument is only there so that other libraries or sources make it anew.
make_sdk() { # DIRECTORY DEBIAN ARCH REST
    local name=debian-$2-$3 version gcc link compat=''
    local sysroot=$1/$name/sysroot
    case $2 in
        12) gcc=12 ;;
        13) gcc=14 ;;
    esac
    mkdir -p "$sysroot"
    tree "the C libraries of Debian $2 for $3" "$(release_name "$2")" "$sysroot" --architectures="$3" \
        --variant=extract --include="base-files,libc6-dev,libgcc-$gcc-dev,libstdc++-$gcc-dev" \
        "${c_libraries[@]/#/--include=}" --extract-hook="\"$PWD/deploy/lib/record-packages\" \"\$1\""
    (cd "$sysroot" && rm -rf bin boot dev etc home media mnt opt proc root run sbin srv sys tmp usr/bin usr/sbin \
        usr/share var/cache var/lib/apt var/log)
    # Links to absolute paths would lead out of the tree.
    find "$sysroot" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
        ln -srfn "$sysroot$(readlink "$link")" "$link"
    done
    mkdir -p "$sysroot/usr/libexec"
    cp --archive --link "$cache/runtime-$3/$swift_home" "$sysroot/usr/libexec/"
    if [[ $2 == 12 ]]; then
        make_compatibility "$sysroot" "$3"
        compat='"-ldebian12"'
    fi
    version=$(cat "$cache/runtime-$3/version")
    printf '{ "CanonicalName": "debian%s", "DisplayName": "Debian %s %s", "Version": "%s.0", "VersionMap": {} }\n' \
        "$2" "$2" "$3" "$2" >"$sysroot/SDKSettings.json"
    cat >"$1/info.json" <<JSON
{
  "schemaVersion": "1.0",
  "artifacts": {
    "$name": {
      "type": "swiftSDK",
      "version": "$version",
      "variants": [{ "path": "$name", "supportedTriples": ["x86_64-pc-linux-gnu", "x86_64-unknown-linux-gnu"] }]
    }
  }
}
JSON
    cat >"$1/$name/swift-sdk.json" <<JSON
{
  "schemaVersion": "4.0",
  "targetTriples": {
    "$(triple_of "$3")": {
      "sdkRootPath": "sysroot",
      "swiftResourcesPath": "sysroot/$swift_home/lib/swift",
      "swiftStaticResourcesPath": "sysroot/$swift_home/lib/swift_static",
      "toolsetPaths": ["toolset.json"]
    }
  }
}
JSON
    cat >"$1/$name/toolset.json" <<JSON
{
  "schemaVersion": "1.0",
  "swiftCompiler": { "extraCLIOptions": ["-use-ld=lld", "-no-toolchain-stdlib-rpath"] },
  "linker": { "extraCLIOptions": ["--build-id=sha1", "-z", "now", "-z", "pack-relative-relocs"${compat:+, $compat}] }
}
JSON
}

# prepare_cross DEBIAN ARCH: fetches what is missing.
prepare_cross() {
    local version
    lock_cache
    cached tools 'the compiler of Debian 13 (about 500 MB)' make_tools
    version=$(dpkg-query --admindir="$cache/tools/var/lib/dpkg" --show --showformat='${Version}' swiftlang)
    if [[ $2 == amd64 ]]; then
        cached runtime-amd64 "the compiler's own libraries" make_own_runtime "$version"
    else
        cached "runtime-$2" "Swift's libraries for $2 (about 400 MB)" make_runtime "$2"
    fi
    # Swift's binary modules are good for one version of the compiler.
    [[ $(cat "$cache/runtime-$2/version") == "$version" ]] \
        || fail "the compiler is swiftlang $version, but for $2 there is $(cat "$cache/runtime-$2/version"); remove $cache and try again"
    mkdir -p "$cache/sdk"
    cached "sdk/debian-$1-$2.artifactbundle" "the C libraries of Debian $1 for $2 (about 50 MB)" make_sdk "$1" "$2" \
        "$version ${c_libraries[*]} $(cat deploy/lib/debian12.c deploy/lib/record-packages)"
    unlock_cache
}

# --- Working with it ----------------------------------------------------------------------------------------------

# in_tools [BUBBLEWRAP OPTION…] -- COMMAND…: runs a command in the tools, in the project, which is /src there.
in_tools() {
    local options=()
    while [[ $1 != -- ]]; do
        options+=("$1")
        shift
    done
    [[ " ${options[*]} " == *' --chdir '* ]] || options+=(--chdir /src)
    bwrap --ro-bind "$cache/tools" / --dev /dev --proc /proc --tmpfs /tmp --ro-bind "$cache/sdk" /sdk --bind "$PWD" /src \
        --tmpfs /root --setenv HOME /root --setenv PATH "/$swift_home/bin:/usr/sbin:/usr/bin" --unsetenv LD_LIBRARY_PATH \
        --setenv LANG C.UTF-8 --die-with-parent "${options[@]}" "$@"
}

# cross_swift DIRECTORY DEBIAN ARCH SWIFT-BUILD-OPTION…: one Swift build, into a directory of the project.
cross_swift() {
    local directory=$1 debian=$2 arch=$3
    shift 3
    # SwiftPM does not see that an SDK has changed.
    if ! cmp --silent "$(sdk_of "$debian" "$arch")/.recipe" "$directory/.recipe"; then
        rm -rf "$directory"
        mkdir -p "$directory"
        cp "$(sdk_of "$debian" "$arch")/.recipe" "$directory/.recipe"
    fi
    in_tools -- swift build --swift-sdks-path /sdk --swift-sdk "debian-$debian-$arch" --disable-local-rpath \
        --scratch-path "/src/$directory" "$@" </dev/null >&2
}

# cross_program DEBIAN ARCH [SWIFT-BUILD-OPTION…]: builds .build/cross/debian-N-ARCH/pulsador, stripped, and
# pulsador.debug beside it.
cross_program() {
    local debian=$1 arch=$2 built directory=.build/cross/debian-$1-$2 tool
    shift 2
    # Nobody looks up a symbol of the program: without them in its tables it is 400 kB smaller. Functions with the same code,
    # of which specialised generics make many, share it: 180 kB.
    cross_swift "$directory" "$debian" "$arch" --configuration release --static-swift-stdlib --product pulsador \
        -Xlinker --no-export-dynamic -Xlinker --icf=all "$@" \
        || fail "the build for Debian $debian, $arch, failed; the compiler's messages are above"
    built=$directory/$(triple_of "$arch")/release/pulsador
    tool=$(multiarch_of "$arch")
    if [[ ! $directory/pulsador -nt $built ]]; then
        # shellcheck disable=SC2016  # for the inner shell
        in_tools --chdir "/src/$directory" -- sh -ec '
            "$0-objcopy" --only-keep-debug --compress-debug-sections "$1" pulsador.debug
            "$0-strip" --strip-all --remove-section=.comment --remove-section=.note -o pulsador.new "$1"
            "$0-objcopy" --add-gnu-debuglink=pulsador.debug pulsador.new' "$tool" "/src/$built" \
            || fail "could not strip $built (see above)"
        mv "$directory/pulsador.new" "$directory/pulsador"
    fi
}

# cross_tests DEBIAN ARCH [SWIFT-BUILD-OPTION…]: builds the test bundle below .build/cross/debian-N-ARCH-tests. With
# optimization: emulated, the debug build's tests of random input would take an hour.
cross_tests() {
    local debian=$1 arch=$2
    shift 2
    cross_swift ".build/cross/debian-$debian-$arch-tests" "$debian" "$arch" --configuration release --build-tests \
        -Xswiftc -enable-testing -Xlinker -rpath -Xlinker "/$swift_home-$arch/lib/swift/linux" "$@" \
        || fail "the tests do not build for Debian $debian, $arch; the compiler's messages are above"
}

# on_target DEBIAN ARCH [BUBBLEWRAP OPTION…] -- COMMAND…: runs a program that was built for that Debian, with its
# libraries, through an emulator where the processor is another.
on_target() {
    local debian=$1 arch=$2 options=() sysroot emulator
    shift 2
    while [[ $1 != -- ]]; do
        options+=("$1")
        shift
    done
    shift
    sysroot=/sdk/debian-$debian-$arch.artifactbundle/debian-$debian-$arch/sysroot
    case $arch in
        arm64) emulator=qemu-aarch64 ;;
        amd64) emulator=qemu-x86_64 ;;
    esac
    # With its libraries by name: the loader's own list of them is that of the tools.
    in_tools "${options[@]}" -- "$emulator" -L "$sysroot" \
        -E "LD_LIBRARY_PATH=$sysroot/usr/lib/$(multiarch_of "$arch"):$sysroot/lib/$(multiarch_of "$arch")" "$@"
}
