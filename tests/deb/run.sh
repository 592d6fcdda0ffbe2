#!/bin/sh
# The Debian package in a fresh Debian: `make test-deb`, `make test-deb SUITE=trixie`.
#
# Makes a Debian root once and keeps it in build/deb-SUITE. The package of this checkout is built twice, once with an
# older number, and both are tried in a layer over that root that has no network at all. What is done there is in
# trial.py. Nothing outside build/ is changed but for the packages named in `tools`.
#
#   sh tests/deb/run.sh SUITE
set -eu

suite=$1
here=$(cd "$(dirname "$0")" && pwd)
checkout=$(cd "$here/../.." && pwd)
arch=$(dpkg --print-architecture)
kept=$checkout/build/deb-$suite
STANDS_ON="systemd-sysv,dbus,python3,python3-venv,polkitd,openssh-client"

tools() {
    missing=""
    command -v mmdebstrap >/dev/null || missing="mmdebstrap"
    command -v lintian >/dev/null || missing="$missing lintian"
    [ -z "$missing" ] || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing; }
}

# Where this machine has its own Debian packages from; nothing where it isn't Debian.
mirror() {
    apt-get indextargets --format '$(ORIGIN) $(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
        awk '$1 == "Debian" && $2 !~ /-/ { print $3; exit }'
}

base() {
    [ ! -e "$kept/base.ready" ] || return 0
    echo "== a Debian $suite (some minutes, once)"
    rm -rf "$kept/base"
    mkdir -p "$kept"
    mmdebstrap --quiet --mode=root --variant=minbase --include="$STANDS_ON" "$suite" "$kept/base" $(mirror)
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
    cp "$kept"/new/*.deb "$kept"/old/*.deb "$here/trial.py" tests/arm/service.py "$kept/layer/home/trial"
    cp -r tests/versions/1/games "$kept/layer/home/trial/games"
    # The boot partition of a card that `make card` has made.
    mkdir -p "$kept/layer/boot/firmware"
    echo "dtparam=audio=on" >"$kept/layer/boot/firmware/config.txt"
    echo "console=tty1 root=PARTUUID=0-02 rootwait" >"$kept/layer/boot/firmware/cmdline.txt"
    .venv/bin/python -m firmware.package card "$kept/layer/boot/firmware" "$kept"/new/*.deb --profile simulated
}

cd "$checkout"
tools
base
packages
fresh
# Twice: the second time everything that was only in memory is gone.
for part in "" unplugged; do
    unshare --net --mount --pid --fork --kill-child sh tests/arm/enter.sh "$kept" layer \
        /usr/bin/python3 -B /home/trial/trial.py $part
done
