#!/bin/sh
# Installs the package beside this file, at the first start of a card that `make card` has made. No internet is needed.
# Whatever comes of it, the next start is a usual one; what was done is in first-boot.log, which any computer can read.
here=/boot/firmware/ballottino
settings=/etc/ballottino
exec >>"$here/first-boot.log" 2>&1

mkdir -p "$settings"
cp "$here"/settings/* "$settings"
if dpkg --install "$here"/ballottino_*.deb; then
    rm -r "$here"/ballottino_*.deb "$here/settings" "$here/first-boot.sh"
else
    echo "It could not be installed. With the internet at hand: sudo apt install $here/ballottino_*.deb"
fi
sed -i 's| systemd.run=/boot/firmware/ballottino/first-boot.sh systemd.run_success_action=reboot||' /boot/firmware/cmdline.txt
sync
