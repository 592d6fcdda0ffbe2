"""Compiles the word catalogues while the package is built; everything else is in pyproject.toml."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent


class BuildWithWords(build_py):
    """`build_py` that first turns every words/*.po into the *.mo that gettext reads."""

    def run(self) -> None:
        for source in HERE.glob("[cfhw]*/**/words/*.po"):
            with source.open("rb") as po, source.with_suffix(".mo").open("wb") as mo:
                write_mo(mo, read_po(po, locale=source.stem))
        super().run()


setup(cmdclass={"build_py": BuildWithWords})
