#!/bin/sh
# lgpio is in Raspberry Pi's own archive and not in Debian's. This makes a stand-in for that archive, with this one
# package in it, from lgpio's own source. run.sh runs it once, in a layer that is then thrown away.
#
#   sh archive.sh FOLDER
set -eu

archive=$1
package=/tmp/python3-lgpio
needed="gcc libc6-dev python3-dev python3-venv swig"
if ! dpkg --status $needed >/dev/null 2>&1; then
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends $needed
fi
pip=$(echo /usr/share/python-wheels/pip-*.whl)/pip  # as it is packed: to install it takes minutes under emulation
PYPI=1 CFLAGS="-O0 -g0" python3 "$pip" wheel --quiet --no-deps --wheel-dir /tmp/wheels lgpio
mkdir -p "$archive" $package/DEBIAN $package/usr/lib/python3/dist-packages
python3 -m zipfile -e /tmp/wheels/lgpio-*.whl $package/usr/lib/python3/dist-packages
cat >$package/DEBIAN/control <<END
Package: python3-lgpio
Version: 0.2.2-0
Architecture: $(dpkg --print-architecture)
Maintainer: nobody
Depends: python3
Description: lgpio as Raspberry Pi OS brings it
END
dpkg-deb --root-owner-group --build $package "$archive/python3-lgpio.deb"
{
    cat $package/DEBIAN/control
    echo "Filename: ./python3-lgpio.deb"
    echo "Size: $(stat --format %s "$archive/python3-lgpio.deb")"
    echo "SHA256: $(sha256sum "$archive/python3-lgpio.deb" | cut -d ' ' -f 1)"
} >"$archive/Packages"
{
    echo "Suite: pi"
    echo "SHA256:"
    echo " $(sha256sum "$archive/Packages" | cut -d ' ' -f 1) $(stat --format %s "$archive/Packages") Packages"
} >"$archive/Release"
