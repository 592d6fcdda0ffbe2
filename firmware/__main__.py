"""`python -m firmware` is `ballottino`."""

from firmware.start import main

main()
