"""Releases as files: one file with the whole program, signed, that a box can be brought up to date with.

    python3 -m firmware.release KEY FILE        # make one from this checkout: `make release KEY=...`

What a box accepts is decided here and nowhere else: the signature of a key it knows, and the digest of every file.
Like the installer it needs nothing but the standard library, and `ssh-keygen`, which every Raspberry Pi OS has.
"""
