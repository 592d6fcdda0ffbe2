#!/bin/sh
# The Debian package in a fresh Debian: `make test-deb`, also with SUITE=trixie, and with ARCH=arm64, the one for a Pi.
#
# Makes a Debian root once and keeps it in ~/.cache/ballottino-deb, not in the checkout, where setuptools would walk
# through it at every install; if this machine is of another kind, its programs run under qemu. The package of this
# checkout is built twice, once with an older number, and both are tried in a layer over that root that has no network
# at all. What is done there is in trial.py. Nothing outside that folder is changed but for the packages that bring its
# tools.
#
#   sh tests/deb/run.sh SUITE
set -eu

suite=$1
here=$(cd "$(dirname "$0")" && pwd)
checkout=$(cd "$here/../.." && pwd)
arch=${ARCH:-$(dpkg --print-architecture)}
kept=${XDG_CACHE_HOME:-$HOME/.cache}/ballottino-deb/$arch-$suite
STANDS_ON="systemd-sysv,dbus,python3,python3-venv,polkitd,openssh-client"

. "$here/../arm/shared.sh"

inside() {
    unshare --net --mount --pid --fork --kill-child sh tests/arm/enter.sh "$kept" "$@"
}

# What only Raspberry Pi's own archive has, and the package for a Pi stands on.
lgpio() {
    echo "== lgpio, built from its source (some minutes, once)"
    rm -rf "$kept/layer" "$kept/work"
    connections "$kept/layer"
    mkdir -p "$kept/layer/home"
    cp "$here/../arm/archive.sh" "$kept/layer/home"
    unshare --mount --pid --fork --kill-child sh tests/arm/enter.sh "$kept" layer sh /home/archive.sh /home/archive
    mv "$kept/layer/home/archive/python3-lgpio.deb" "$kept/base/home"
    inside base dpkg --install /home/python3-lgpio.deb
    rm "$kept/base/home/python3-lgpio.deb"
}

base() {
    [ ! -e "$kept/base.ready" ] || return 0
    echo "== a Debian $suite for $arch (some minutes, once)"
    rm -rf "$kept/base"
    mkdir -p "$kept"
    [ "$arch" != arm64 ] || STANDS_ON=$STANDS_ON,python3-spidev
    set -- --mode=root --skip=check/qemu --architectures="$arch" --variant=minbase --include="$STANDS_ON"
    ! is_foreign || set -- "$@" --extract-hook="sh '$here/../arm/native.sh' lend \"\$1\""
    mmdebstrap --quiet "$@" "$suite" "$kept/base" $(mirror)
    [ "$arch" != arm64 ] || lgpio
    ! is_foreign || sh tests/arm/native.sh back "$kept/base"
    touch "$kept/base.ready"
}

# This checkout as a package, and the same as an older one. The libraries are fetched once.
packages() {
    echo "== two packages of this checkout"
    .venv/bin/python -m firmware.package deb "$arch" "$kept/new" ${WHEELS:+--wheels "$WHEELS"}
    rm -rf "$kept/unpacked" "$kept/older"
    dpkg-deb --extract "$kept"/new/*.deb "$kept/unpacked"
    mkdir "$kept/older"
    cp -r pyproject.toml setup.py README.md LICENSE CHANGELOG.md companion firmware hardware web "$kept/older"
    sed -i 's/^version = .*/version = "0.0.1"/' "$kept/older/pyproject.toml"
    (cd "$kept/older" && "$checkout/.venv/bin/python" -P -c "import sys; sys.path.insert(0, '.'); \
        from firmware.package.__main__ import main; sys.exit(main(sys.argv[1:]))" \
        deb "$arch" "$kept/old" --wheels "$kept/unpacked/usr/lib/ballottino/wheels")
    echo "== lintian"
    lintian --allow-root --fail-on error "$kept"/new/*.deb
}

fresh() {
    rm -rf "$kept/layer" "$kept/work"
    mkdir -p "$kept/layer/home/trial"
    cp "$kept"/new/*.deb "$kept"/old/*.deb "$here/trial.py" tests/arm/service.py tests/arm/boards.py \
        "$kept/layer/home/trial"
    cp -r tests/versions/1/games "$kept/layer/home/trial/games"
    # The boot partition of a card that `make card` has made.
    mkdir -p "$kept/layer/boot/firmware"
    echo "dtparam=audio=on" >"$kept/layer/boot/firmware/config.txt"
    echo "console=tty1 root=PARTUUID=0-02 rootwait" >"$kept/layer/boot/firmware/cmdline.txt"
    .venv/bin/python -m firmware.package card "$kept/layer/boot/firmware" "$kept"/new/*.deb --profile simulated
}

cd "$checkout"
tools mmdebstrap lintian
emulation
base
packages
fresh
# Twice: the second time everything that was only in memory is gone.
for part in "" unplugged; do
    inside layer /usr/bin/python3 -B /home/trial/trial.py $part
done
