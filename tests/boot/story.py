"""An evening on the Pi: dials, a year of Doge, a phone, a pulled plug, the same question, the doctor, good night."""

from __future__ import annotations

import http.cookiejar
import json
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import zxingcpp

from companion.games.doge.rules.state import State
from companion.referee.referee import Referee
from companion.referee.simulation import some_answer
from companion.steps import TABLE
from firmware.scenes.home.drawing import LastDraw
from firmware.scenes.home.sealing import Stir
from firmware.scenes.joining import Joining
from firmware.scenes.match.match import Match
from firmware.scenes.menus import Menu
from hardware.frame import unpack
from hardware.keys import Key
from tests.boot.building.kept import Failed
from tests.boot.bus import missing
from tests.boot.machine import Machine
from tests.boot.strip import Strip
from tests.boot.twin import GAMES, PRESS, Twin, fetch
from tests.firmware.playing import choose, draw, match_of, menu_of, set_table, stir
from tests.games.harness import fingerprint

SPINS = 6
SEED = 22
SERVICE = "ballottino.service"


class Phone:
    """A phone: it goes where the QR code says, through the forwarded port, and keeps its cookies."""

    def __init__(self, port: int) -> None:
        self._base = f"http://127.0.0.1:{port}"
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(cookies)

    def get(self, path: str) -> bytes:
        with self._opener.open(self._base + path, timeout=120) as page:
            return bytes(page.read())

    def call(self, path: str, **body: Any) -> Any:
        """Ask the API; with a body, post it."""
        data = json.dumps(body).encode() if body else None
        request = urllib.request.Request(self._base + path, data, {"Content-Type": "application/json"})
        with self._opener.open(request, timeout=120) as answer:
            return json.loads(answer.read())


def expect(right: bool, what: str) -> None:
    if not right:
        raise Failed(what)


def compare_pictures(pi: Machine) -> int:
    """Check that every picture that the box drew came out of the bus, in order; return how many there were."""
    time.sleep(2)
    numbers = [drawn.number for drawn in pi.drawn]
    # They begin again when the service does.
    gaps = [after for before, after in zip([-1, *numbers], numbers, strict=False) if after not in (0, before + 1)]
    expect(not gaps, f"pictures were lost on the way to the test, before these: {gaps}")
    turned = [unpack(drawn.frame).tobytes() for drawn in pi.drawn]
    lost = missing(turned, [seen.picture.tobytes() for seen in pi.bus.seen])
    expect(not lost, f"of {len(turned)} pictures drawn, these never came out of the bus: {lost[:5]}")
    return len(turned)


def start_up(pi: Machine, strip: Strip) -> dict[str, float]:
    """Wait until the box is there; return after how many seconds the first picture and the page came."""
    page = pi.wait_for_page()
    pi.log_in()
    lit = next((seen.at for seen in pi.bus.seen if seen.picture.getbbox()), None)
    expect(lit is not None, "the page is there, but the glass is dark")
    assert lit is not None
    strip.shoot(pi, "the first picture", at=lit)
    pi.run(f"date -s @{time.time():.0f}")
    # On a busy machine the page answers seconds before systemd has heard of it.
    still = f'[ "$(systemctl is-active {SERVICE})" = activating ]'
    said = pi.run(f"for n in $(seq 300); do {still} || break; sleep 1; done; systemctl is-active {SERVICE}", 900)
    expect(said == "active", f"{SERVICE} is {said}")
    strip.shoot(pi, "home")
    return {"first picture": lit - pi.begun, "page": page}


def leave(twin: Twin) -> None:
    """Leave the game on the table; it stays saved."""
    if not isinstance(twin.box.scene, Menu):
        twin.hold(Key.BACK) if isinstance(twin.box.scene, LastDraw) else twin.tap(Key.BACK)
    if not isinstance(twin.box.scene, Menu):
        twin.hold(Key.BACK)
    choose_from_below(twin, twin.box.words("box.leave"))


def choose_from_below(twin: Twin, label: str) -> None:
    """Choose one of the last lines of a menu; above them a game may have others that the twin can't know."""
    menu = menu_of(twin)
    while menu.items[menu.cursor].row.text != label:
        twin.tap(Key.UP)
    twin.tap(Key.OK)


def learn(twin: Twin, folder: Path) -> Twin:
    """Return a new twin that knows what the Pi has drawn by lot; both are at home, and from here on go together."""
    twin.wait_until_still()
    twin.close()
    other = Twin(fetch(twin.pi, folder), twin.pi, twin.panel.profile.name)
    other.met, other.slowest, other.thumb.presses = twin.met, twin.slowest, twin.thumb.presses
    other.meet()
    return other


def spin_dials(twin: Twin, folder: Path, strip: Strip) -> Twin:
    """Spin Venezia's dials, by keys."""
    twin.apart = True
    draw(twin, "venezia", "dials")
    twin.wait_out_turning()
    leave(twin)
    twin = learn(twin, folder)
    twin.tap(Key.OK)  # on Resume
    if isinstance(twin.box.scene, Menu):
        twin.tap(Key.OK)
    for _ in range(SPINS):
        again = twin.box.game()
        assert again is not None
        twin.thumb.answer(again.open[TABLE].likely, TABLE)
        twin.wait_out_tellings()
    strip.shoot(twin.pi, "Venezia's dials")
    twin.tap(Key.BACK)
    twin.meet()
    return twin


def begin_doge(twin: Twin, folder: Path) -> Twin:
    """Set the table for Doge with three players, stir, and come back to its first question."""
    choose(twin, twin.box.words("home.play"))
    choose(twin, "Doge")
    set_table(twin, "doge", 3, {"ballots": "device"})
    twin.apart = True  # each stirs its own urn
    choose(twin, twin.box.words("seating.go"))
    if not isinstance(twin.box.scene, Stir):
        twin.tap(Key.OK)
    stir(twin)
    twin.wait_out_tellings()
    twin.wait_until_still(4.0)
    leave(twin)
    twin = learn(twin, folder)
    resume(twin)
    return twin


def resume(twin: Twin) -> Match:
    """Take up the game that was left open, on which home has its bar; return it."""
    twin.tap(Key.OK)
    twin.wait_out_tellings()
    return match_of(twin)


def play(twin: Twin, match: Match, is_over: Callable[[], bool]) -> int:
    """Answer by keys until this is so; return how many answers that took."""
    rng = Random(SEED)
    before = len(match.referee.entries)
    while not is_over():
        expect(bool(match.referee.open), "the game is over")
        twin.play_on(match, lambda decision: some_answer(match.referee.game, decision, rng))
    return len(match.referee.entries) - before


def year_of(match: Match) -> int:
    """Return the year of a game of Doge."""
    assert isinstance(match.referee.game, State)
    return match.referee.game.year


def standing(referee: Referee) -> tuple[str, list[str]]:
    """Return all there is to a game, and what it asks now."""
    return fingerprint(referee), sorted(decision.id for decision in referee.open.values())


def join_phone(twin: Twin, strip: Strip) -> Phone:
    """Open the QR code by keys, read it off the bus as a phone does, and take a seat."""
    twin.apart = True
    while not isinstance(twin.box.scene, Menu):
        twin.tap(Key.BACK)
    choose_from_below(twin, twin.box.words("box.phones"))
    choose(twin, twin.box.words("box.join"))
    assert isinstance(twin.box.scene, Joining)
    twin.wait_until_still()
    strip.shoot(twin.pi, "for a phone")
    large = twin.pi.bus.picture.convert("L").resize((512, 256))
    codes = zxingcpp.read_barcodes(large)
    expect(len(codes) == 1, "there is no QR code on the glass")
    path = "/" + codes[0].text.split("/", 3)[3]
    phone = Phone(twin.pi.port)
    expect(b"<form" in phone.get(path.upper()), f"{path} does not let a phone in")
    phone.call("/api/join", code=path.rpartition("/")[2], seat=2)
    twin.seat_phone(2)
    for _ in range(3):
        twin.tap(Key.BACK)
    return phone


def see_seat(phone: Phone) -> str:
    """Check that the phone has its seat and sees the game; return what its page says the game is."""
    seat = phone.call("/api/seat")
    expect(seat["seat"] == 2, f"the phone has another seat: {seat['seat']}")
    expect(b"<svg" in phone.get("/seat"), "the phone's page has no board")
    return str(seat["game"])


def examine(pi: Machine, profile: str) -> list[dict[str, Any]]:
    """Stop the box, so that its wires are free, run the doctor as the box's user, and start it again."""
    pi.run(f"systemctl stop {SERVICE}", patience=300)
    doctor = f"runuser -u ballottino -- ballottino --data {GAMES} doctor --profile {profile} --json"
    said = pi.run(f"cd / && {doctor} 2>/dev/null", patience=300)
    found: list[dict[str, Any]] = json.loads(said[said.index("[") :])
    wrong = [f"{one['check']}: {one['what']} {one['facts']}" for one in found if one["state"] == "bad"]
    expect(not wrong, f"the doctor found: {'; '.join(wrong)}")
    pi.run(f"systemctl start {SERVICE}", patience=900)
    pi.wait_for_page()
    return found


def shut_down(twin: Twin, strip: Strip) -> float:
    """Choose to shut down in Set-up; return how many seconds it takes until the machine is off."""
    choose(twin, twin.box.words("home.setup"))
    choose(twin, twin.box.words("setup.off"))
    strip.shoot(twin.pi, "shut down?")
    # Only the Pi is told yes.
    pin = twin.panel.profile.keys[Key.LEFT][0]
    begun = time.monotonic()
    since = len(twin.pi.bus.seen)
    twin.pi.close_contact(pin)
    time.sleep(PRESS)
    twin.pi.open_contact(pin)
    twin.wait_for_change(since)
    strip.shoot(twin.pi, "switching off")
    twin.pi.wait_for_end()
    expect(twin.pi.bus.picture.getbbox() is None, "the machine is off, but its glass is still lit")
    return time.monotonic() - begun
