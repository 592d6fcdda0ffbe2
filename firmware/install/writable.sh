#!/bin/sh
# Runs a command that sees the card itself and may write it, while all else goes on with what is in memory:
#
#   sudo ballottino-writable apt upgrade
set -e

exec unshare --mount --propagation private sh -c '
    for top in etc home root var; do
        umount --recursive --lazy "/$top" 2>/dev/null || true
    done
    mount -o remount,bind,rw /
    if mountpoint --quiet /boot/firmware; then
        mount -o remount,bind,rw /boot/firmware
    fi
    cd "$PWD" 2>/dev/null || cd /
    exec "$@"' sh "$@"
