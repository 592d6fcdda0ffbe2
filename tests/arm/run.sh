#!/bin/sh
# A fresh Raspberry Pi without one: `make test-arm`, `make test-arm SUITE=trixie`, `make test-arm TESTS=tests`.
#
# Makes a Debian root for arm64 once and keeps it in ~/.cache/ballottino-arm, not in the checkout, where setuptools
# would walk through it at every install; if this machine is of another kind, its programs run under qemu. (ARCH=amd64
# makes one for a PC: no Pi, but ten times sooner it shows what a release breaks.) Each trial works on a layer over that
# root, so it is as fresh as a card that was just written. What is done there is in trial.py. Nothing outside that
# folder is changed but for the packages that bring its tools.
#
#   sh tests/arm/run.sh SUITE [WHICH TESTS...]
set -eu

suite=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
checkout=$(cd "$here/../.." && pwd)
arch=${ARCH:-arm64}
kept=${XDG_CACHE_HOME:-$HOME/.cache}/ballottino-arm/$arch-$suite
LIKE_A_PI="systemd-sysv dbus make python3 ca-certificates network-manager"

. "$here/shared.sh"

inside() {
    unshare --mount --pid --fork --kill-child sh "$here/enter.sh" "$@"
}

# A root with what Raspberry Pi OS Lite brings and we count on; the longest part, and done once.
base() {
    [ ! -e "$kept/base.ready" ] || return 0
    echo "== a Debian $suite for $arch (under emulation this takes some ten minutes, once)"
    rm -rf "$kept/base"
    mkdir -p "$kept"
    debootstrap --arch="$arch" --variant=minbase --foreign "$suite" "$kept/base" $(mirror)
    inside "$kept" base /debootstrap/debootstrap --second-stage
    connections "$kept/base"
    inside "$kept" base sh -c "apt-get update -qq && apt-get install -y -qq --no-install-recommends $LIKE_A_PI"
    touch "$kept/base.ready"
}

# An empty layer.
layer() {
    rm -rf "$kept/layer" "$kept/work"
    connections "$kept/layer"
    mkdir -p "$kept/layer/home/ballottino"
}

# What Raspberry Pi OS has from its own archive.
archive() {
    [ ! -e "$kept/archive/Packages" ] || return 0
    echo "== lgpio, which only Raspberry Pi's own archive has (once)"
    layer
    cp "$here/archive.sh" "$kept/layer/home"
    inside "$kept" layer sh /home/archive.sh /home/archive
    rm -rf "$kept/archive"
    mv "$kept/layer/home/archive" "$kept/archive"
}

# The layer of this trial, with the last commit in it as it would come from a clone.
fresh() {
    layer
    cp -r "$kept/archive" "$kept/layer/home/archive"
    mkdir -p "$kept/layer/etc/apt/sources.list.d"
    echo "deb [trusted=yes] file:/home/archive ./" >"$kept/layer/etc/apt/sources.list.d/pi.list"
    [ -z "$(git status --porcelain)" ] || echo "== what is not committed is not tried"
    git archive HEAD | tar -x -C "$kept/layer/home/ballottino"
}

cd "$checkout"
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0="$checkout"  # root may look at it
tools debootstrap
emulation
base
archive
fresh
inside "$kept" layer /usr/bin/python3 -B /home/ballottino/tests/arm/trial.py "$@"
