#!/bin/sh
# Runs a command in the root that run.sh made, in a mount and process namespace that ends with it.
#
#   unshare --mount --pid --fork sh enter.sh KEPT base|layer COMMAND...
set -eu

kept=$1
on=$2
shift 2
root=$kept/$on

if [ "$on" = layer ]; then
    mkdir -p "$kept/work" "$kept/root"
    mount -t overlay overlay -o "lowerdir=$kept/base,upperdir=$kept/layer,workdir=$kept/work" "$kept/root"
    root=$kept/root
fi
[ ! -d "$root/dev/pts" ] || mount -t devpts devpts "$root/dev/pts"
[ ! -d "$root/dev/shm" ] || mount -t tmpfs tmpfs "$root/dev/shm"
mount -t tmpfs tmpfs "$root/tmp"
if [ "$on" = base ]; then
    mount -t proc proc "$root/proc"
else
    # Nobody can put a device tree into a real /proc. So this one is a folder of links to it, and a device tree.
    mkdir -p "$root/.proc"
    mount -t proc proc "$root/.proc"
    mount -t tmpfs tmpfs "$root/proc"
    for name in "$root"/.proc/[!0-9]*; do
        ln -s "/.proc/${name##*/}" "$root/proc/${name##*/}"
    done
    ln -s /.proc/1 "$root/proc/1"
fi
exec env -u SSL_CERT_DIR LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin chroot "$root" "$@"
