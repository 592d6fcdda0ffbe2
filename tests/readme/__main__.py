"""Make all pictures of the README again: `make pictures`. Look at what changes."""

from pathlib import Path

from tests.readme import motion, phones, still

HERE = Path(__file__).parent / "pictures"

if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    still.main(HERE / "box.svg")
    motion.main(HERE / "screen.gif")
    phones.main(HERE)
