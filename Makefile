# `make run` and `make test` set up all they need in .venv: .venv/ready is what running needs, .venv/ready-dev what
# testing needs beside it.
PYTHON ?= python3
BIN := .venv/bin
# Tests keep their files in memory, where there is room and programs may run: nothing is proved by waiting for a disk.
IN_MEMORY := $(shell grep -qs ' /dev/shm .*noexec' /proc/mounts || df -k /dev/shm 2>/dev/null \
	| awk '$$6 == "/dev/shm" && $$4 > 2000000 { print "TMPDIR=/dev/shm" }')
# On every core and one more, since tests wait for browsers, servers and timers for a quarter of their time; those that
# share what is costly to prepare stay together.
PYTEST := $(IN_MEMORY) $(BIN)/pytest -n $(shell expr $$(nproc) + 1) --dist loadgroup
WORDS := $(wildcard */words/*.po companion/games/*/words/*.po)

.PHONY: run test check coverage words clean

run: .venv/ready
	$(BIN)/ballottino run --profile simulated

test: check chromium strace mosquitto espeak-ng ssh-keygen
	$(PYTEST)

# For every change, in two minutes: style, types, the rules, the referee, the command, and the pages without a browser.
.PHONY: quick
LONG := naive soak players thinking forgery harness spiel zoo page
quick: check
	$(PYTEST) $(LONG:%=--ignore-glob='*/test_%.py') tests/companion tests/games tests/hardware tests/versions \
		tests/firmware/commands tests/firmware/terminal tests/web/table tests/test_*.py

# The long way, for a quiet night: every way in which power may fail at every moment of an evening, 500 kills,
# a million random answers of each game with all promises checked, every combination of options where `make test`
# only pairs them, whole games in the engine of an iPhone and in Firefox, and whole games by ear.
# It takes hours; figures are printed.
.PHONY: nightly
nightly: .venv/ready-dev strace mosquitto engines
	NIGHTLY=1 $(PYTEST) -rP --timeout 0 tests/faults tests/games/test_harness.py tests/games/test_leaks.py \
		tests/games/test_soak.py tests/games/test_players.py tests/firmware/club tests/web/browsers/test_engines.py \
		tests/web/browsers/test_axe.py tests/firmware/speech/test_blind.py

# Do the tests notice when something is broken? Some places in the flows and sums of a game, in consent, seals or
# players are changed, one at a time in a copy of the tree, and their tests are run. Survivors are listed: a test is
# missing, or the change has no effect.
# make mutants; make mutants OF=rialto N=60; SEED=2 picks others; QUICK=1 leaves out the longest tests of games.
.PHONY: mutants
mutants: .venv/ready-dev
	$(BIN)/python -m tests.mutants $(addprefix --of ,$(OF)) $(addprefix --number ,$(N)) $(addprefix --seed ,$(SEED)) \
		$(if $(QUICK),--quick)

# Pages are tested in a real browser, without its window where Debian has it so. Without one those tests are skipped,
# and say so.
.PHONY: chromium
FIND_BROWSER := for one in chromium-headless-shell chromium chromium-browser; do command -v $$one && break; done
chromium:
	@{ $(FIND_BROWSER); } >/dev/null || $(call fetch,chromium-headless-shell) || $(call fetch,chromium) || true
	@{ $(FIND_BROWSER); } >/dev/null || echo 'No chromium: tests in a browser are skipped (apt install chromium).'

# Power cuts are tested on what strace saw being written. Without it those tests are skipped too.
.PHONY: strace
strace:
	@command -v strace >/dev/null || $(call fetch,strace) || true
	@command -v strace >/dev/null || echo 'No strace: tests of power cuts are skipped (apt install strace).'

# Clubs are tested at a real broker. Without one those tests are skipped too.
.PHONY: mosquitto
mosquitto:
	@command -v mosquitto >/dev/null || test -x /usr/sbin/mosquitto || $(call fetch,mosquitto) || true
	@command -v mosquitto >/dev/null || test -x /usr/sbin/mosquitto || echo 'No mosquitto: tests of clubs are skipped (apt install mosquitto).'

# How the box speaks is tested by ear, as far as a program has one. Without espeak-ng those tests are skipped too.
.PHONY: espeak-ng
espeak-ng:
	@command -v espeak-ng >/dev/null || $(call fetch,espeak-ng) || true
	@command -v espeak-ng >/dev/null || echo 'No espeak-ng: tests of the voice are skipped (apt install espeak-ng).'

# Releases are signed and checked with it, in the tests as on a box. Without it those tests are skipped too.
.PHONY: ssh-keygen
ssh-keygen:
	@command -v ssh-keygen >/dev/null || $(call fetch,openssh-client) || true
	@command -v ssh-keygen >/dev/null || echo 'No ssh-keygen: tests of updates are skipped (apt install openssh-client).'

.PHONY: engines
engines:
	@command -v WebKitWebDriver >/dev/null || $(call fetch,webkit2gtk-driver xvfb xauth) || true
	@command -v firefox-esr >/dev/null || command -v firefox >/dev/null || $(call fetch,firefox-esr) || true

# A Debian package, where we may.
fetch = { if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq $(1) >/dev/null; \
	elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then sudo apt-get update -qq && sudo apt-get install -y -qq $(1) >/dev/null; \
	else false; fi; }

# A fresh Raspberry Pi, emulated: also SUITE=trixie, and TESTS=tests for every test there is (hours).
.PHONY: test-arm
test-arm:
	$(if $(filter 0,$(shell id -u)),,sudo -E) sh tests/arm/run.sh '$(or $(SUITE),bookworm)' $(TESTS)

# The Debian package of this computer's kind, in a fresh Debian without any network: installed, updated, removed, purged.
# Also SUITE=trixie; ARCH=arm64 is the one for a Pi, emulated.
.PHONY: test-deb
test-deb: .venv/ready-dev
	$(if $(filter 0,$(shell id -u)),,sudo -E) sh tests/deb/run.sh '$(or $(SUITE),bookworm)'

# A Pi that boots: Debian's kernel on QEMU's Pi 3, our installer's work on a card, keys by the pin registers, pictures
# from the bus. ONLY=card, bonnet or waveshare is a part of it; WRITE=1 puts film and figures into BOOT.md.
.PHONY: test-boot
test-boot: .venv/ready-dev
	$(if $(filter 0,$(shell id -u)),,sudo -E) $(BIN)/python -m tests.boot $(addprefix --only ,$(ONLY)) $(if $(WRITE),--write)

check: .venv/ready-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/mypy tests
	$(BIN)/lint-imports --no-logo

# How much of `companion` its own tests, its examples and those of the games go through, branch by branch; what they miss
# is listed. coverage.py holds statements and branches together to a limit (`fail_under`), the second step branches alone.
BRANCHES := 95
coverage: .venv/ready-dev
	$(PYTEST) --cov --cov-report=term-missing:skip-covered tests/companion tests/games tests/versions \
		tests/test_examples.py tests/test_rules_traced.py
	@$(BIN)/coverage json --quiet -o - | $(BIN)/python -c 'import json, sys; \
		totals = json.load(sys.stdin)["totals"]; \
		share = 100 * totals["covered_branches"] / totals["num_branches"]; \
		print(f"{share:.2f} % of the branches are taken; $(BRANCHES) % must be."); \
		sys.exit(share < $(BRANCHES))'

# The sdist and the wheel, in dist/.
.PHONY: dist
dist: .venv/ready-dev
	$(BIN)/python -m build

# A signed release in dist/, with which boxes bring themselves up to date: make release KEY=~/.ssh/ballottino-release.
# With WHEELS=no it holds no libraries, so boxes need the internet.
.PHONY: release
release: .venv/ready-dev
	@mkdir -p dist
	$(BIN)/python -m firmware.release $(if $(filter no,$(WHEELS)),--no-wheels) '$(KEY)' \
		"dist/ballottino-$$($(BIN)/python -c 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["version"])').update"

# A Debian package in dist/, with the libraries it needs: make deb for a Pi, ARCH=amd64 for a PC.
.PHONY: deb
deb: .venv/ready-dev
	$(BIN)/python -m firmware.package deb '$(or $(ARCH),arm64)' dist

# Raspberry Pi OS with that package on it, ready to be flashed: make card IMAGE=raspios-lite-arm64.img PROFILE=...
# IMAGE may also be where the boot partition of a flashed card is mounted. DEB=... is a package that is there already.
.PHONY: card
card: $(if $(DEB),.venv/ready-dev,deb)
	$(BIN)/python -m firmware.package card '$(IMAGE)' '$(or $(DEB),$(shell ls -t dist/*_arm64.deb 2>/dev/null | head -1))' \
		--profile '$(PROFILE)'

# The versions that a Pi gets, each with the hashes of all its files: what our program and its build need, and apart
# from it the pin library of each kind of Pi. lgpio is left out: it is the system's. Pinned versions stay as they are
# while they fit; make pins UPGRADE=1 takes the newest.
.PHONY: pins
PIN = $(BIN)/pip-compile --quiet --generate-hashes --strip-extras --no-header --no-annotate --no-emit-options \
	--unsafe-package lgpio $(if $(UPGRADE),--upgrade)
EXTRA = $(BIN)/python -c 'import sys, tomllib; \
	print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"][sys.argv[1]], sep="\n")'
pins: .venv/ready-dev
	$(BIN)/pip install --editable '.[pins]'
	$(PIN) --build-deps-for wheel --output-file firmware/install/requirements.txt pyproject.toml
	$(EXTRA) pi | $(PIN) --output-file firmware/install/requirements-pi.txt -
	$(EXTRA) pi5 | $(PIN) --output-file firmware/install/requirements-pi5.txt -
	$(EXTRA) mqtt | $(PIN) --output-file firmware/install/requirements-mqtt.txt -
	$(EXTRA) hall | $(PIN) --output-file firmware/install/requirements-hall.txt -

# New messages into the catalogues; make words NEW=de starts the catalogues of a language.
words: .venv/ready-dev
	$(BIN)/python -m companion.words.extract $(NEW)

# Every figure in BENCHMARKS.md, made again here; OpenSpiel is what our engine is compared with.
.PHONY: bench
bench: .venv/ready-dev
	$(BIN)/pip install --quiet --editable '.[bench]' || echo 'No OpenSpiel: its column stays empty.'
	$(BIN)/ballottino bench --write BENCHMARKS.md --pictures tests/firmware/bench/pictures

# Every figure in PLAYERS.md; hours, but it can be stopped at any time and goes on where it was.
GAMES := 400
.PHONY: players
players: .venv/ready-dev
	$(BIN)/python -m companion.tournaments PLAYERS.md $(GAMES)

# Every figure in RELIABILITY.md, counted by the tests that prove it; NIGHTLY=1 make reliability takes the long way.
# PARTS='kills soak' runs only these.
.PHONY: reliability
reliability: .venv/ready-dev strace mosquitto
	$(BIN)/python -m tests.reliability --write RELIABILITY.md $(PARTS)

# The pictures of the README, from the real screens and pages.
.PHONY: pictures
pictures: .venv/ready-dev chromium
	$(BIN)/python -m tests.readme

# The gallery of all screens, in every language, on the page GALLERY.md.
.PHONY: gallery
gallery: .venv/ready-dev
	$(BIN)/python -m tests.gallery

# The table of texts by language on that page alone.
.PHONY: texts
texts: .venv/ready-dev
	$(BIN)/python -m tests.gallery.texts

# TEACHING.md: the set-up of every game in pictures, and a taught first round of each.
.PHONY: teaching
teaching: .venv/ready-dev
	$(BIN)/python -m tests.gallery.teaching

clean:
	rm -rf .venv build dist *.egg-info

.venv/ready: pyproject.toml setup.py $(WORDS)
	@$(PYTHON) -c 'import sys; sys.exit("Ballottino needs Python 3.11 or newer." if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || $(MAKE) --no-print-directory venv-package
	@echo 'Setting up what running needs, in .venv.'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --editable .
	@touch $@

# Not made again when only words have changed: .venv/ready compiles them.
.venv/ready-dev: pyproject.toml setup.py | .venv/ready
	@echo 'Setting up what testing needs, in .venv; the first time this takes a minute or two.'
	$(BIN)/pip install --editable '.[dev]'
	@touch $@

# Debian splits venv from Python; fetch it where we may.
.PHONY: venv-package
venv-package:
	@$(call fetch,python3-venv) || { echo 'Python has no venv here. Please run: sudo apt install python3-venv'; exit 1; }

# On the Raspberry Pi itself; with DRY=1, anywhere, it only prints what would be done.
.PHONY: install uninstall hotspot
SETUP = $(if $(DRY),,$(if $(filter 0,$(shell id -u)),,sudo --preserve-env=BALLOTTINO_CLUB_PASSWORD,BALLOTTINO_HALL_PASSWORD)) /usr/bin/python3 -B -m firmware.install

install:
	$(SETUP) install --profile '$(PROFILE)' --club '$(CLUB)' --hall '$(HALL)' $(if $(VOICE),--voice) \
		$(if $(READONLY),--read-only '$(if $(filter 0 off no,$(READONLY)),off,on)') $(if $(DRY),--dry-run)

uninstall:
	$(SETUP) uninstall $(if $(DRY),--dry-run)

# make hotspot, and make hotspot STATE=off
hotspot:
	$(SETUP) hotspot $(or $(STATE),on) $(if $(DRY),--dry-run)
