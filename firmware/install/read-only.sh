#!/bin/sh
# Protects the card from now until the Pi is switched off. What the system writes stays in memory, in layers over a few
# folders; what must last is written to the card as ever: those folders are on no layer. All of it or nothing: a box
# whose games were in memory would lose them.
set -e

layers=/run/ballottino-layers
tops="etc home media root var"
kept="@KEPT@"

undo() {
    for top in $tops; do
        umount --recursive --lazy "/$top" 2>/dev/null || true
    done
    umount --recursive --lazy "$layers" 2>/dev/null || true
    echo "The card is not protected: it goes on as any other."
}

mkdir -p "$layers"
trap undo EXIT
mount -t tmpfs -o size=96m,mode=0755 tmpfs "$layers"
mkdir "$layers/kept"
mount --bind / "$layers/kept"
# Systemd shares the mounts of the root with every other mount of it: else the layers would lie over what is kept, too.
mount --make-private "$layers/kept"
for top in $tops; do
    mkdir "$layers/$top" "$layers/$top.work"
    chmod --reference="/$top" "$layers/$top"
    mount -t overlay -o "lowerdir=/$top,upperdir=$layers/$top,workdir=$layers/$top.work" overlay "/$top"
done
for folder in $kept; do
    mount --bind "$layers/kept$folder" "$folder"
done
umount "$layers/kept"
mount -o remount,bind,ro /
if mountpoint --quiet /boot/firmware; then
    mount -o remount,bind,ro /boot/firmware
fi
trap - EXIT
