#!/bin/sh
# Lends a root for another kind of computer this machine's own dpkg-deb, and takes it back: to unpack packages is most
# of the work of making such a root, and ten times slower under emulation.
#
#   sh native.sh lend|back ROOT
set -eu

program=/usr/bin/dpkg-deb
root=$2
case $1 in
lend)
    mkdir "$root/native"
    loader=$(ldd $program | grep -o '/[^ ]*/ld-linux[^ ]*')
    ldd $program | grep -o '/[^ ]*' | while read -r library; do
        cp --dereference "$library" "$root/native"
    done
    cp $program "$root/native"
    mv "$root$program" "$root$program.own"
    printf '#!/bin/sh\nexec /native/%s --library-path /native /native/dpkg-deb "$@"\n' "${loader##*/}" >"$root$program"
    chmod 755 "$root$program"
    ;;
back)
    mv "$root$program.own" "$root$program"
    rm -r "$root/native"
    ;;
esac
