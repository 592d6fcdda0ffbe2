# What every trial in a root of its own needs; `arch` is the kind of computer that the root is for.
#
#   . tests/arm/shared.sh

is_foreign() {
    [ "$arch" = arm64 ] && [ "$(uname -m)" != aarch64 ]
}

# Fetches the packages that bring these commands, where they are missing.
tools() {
    missing=""
    for tool in "$@"; do
        command -v "$tool" >/dev/null || missing="$missing $tool"
    done
    if is_foreign && ! command -v qemu-aarch64-static >/dev/null; then
        missing="$missing qemu-user-static binfmt-support"
    fi
    [ -z "$missing" ] || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing; }
}

# The kernel hands programs for arm64 to qemu. Where no service has seen to that, we do.
emulation() {
    formats=/proc/sys/fs/binfmt_misc
    is_foreign || return 0
    [ -e $formats/register ] || mount -t binfmt_misc binfmt_misc $formats
    [ -e $formats/qemu-aarch64 ] || update-binfmts --enable qemu-aarch64
}

# Where this machine has its own Debian packages from; nothing where it isn't Debian: then debootstrap knows a place.
mirror() {
    apt-get indextargets --format '$(ORIGIN) $(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
        awk '$1 == "Debian" && $2 !~ /-/ { print $3; exit }'
}

# How this machine reaches the world: name servers, proxies, certificates, and what apt and pip were told.
connections() {
    mkdir -p "$1/etc/apt/apt.conf.d" "$1/etc/ssl/certs"
    cp -L /etc/resolv.conf "$1/etc/resolv.conf"
    apt-config dump Acquire | grep -v '^Acquire::IndexTargets' >"$1/etc/apt/apt.conf.d/90connections"
    for settings in /etc/pip.conf "${XDG_CONFIG_HOME:-$HOME/.config}/pip/pip.conf"; do
        [ ! -e "$settings" ] || cp "$settings" "$1/etc/pip.conf"
    done
    certificates=/etc/ssl/certs/ca-certificates.crt
    [ ! -e $certificates ] || cp -L $certificates "$1$certificates"
}
