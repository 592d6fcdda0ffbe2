"""Makes a Raspberry Pi into the box, and takes it all back: a list of small steps that can be run again.

    sudo python3 -m firmware.install install --profile adafruit-bonnet
    sudo python3 -m firmware.install hotspot on
    sudo python3 -m firmware.install uninstall

Each step knows whether it is done, so a second run changes nothing and a broken-off one is taken up where
it stopped. A new version stands beside the old one (`versions.py`). The installer runs on the system's bare
Python, before there is a venv or a compiled word: that is why it needs nothing but the standard library and
speaks English only.
"""
