"""A Debian package with the whole program, and a card with that package on it, ready to be flashed.

    python3 -m firmware.package deb arm64 dist                            # make deb
    python3 -m firmware.package card IMAGE DEB --profile adafruit-bonnet  # make card

The package holds what a signed release holds, the source and the libraries, and its scripts run the installer that
comes with it: nothing about a box is decided here.
"""
