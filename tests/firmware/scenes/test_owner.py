"""The owner's word: a phone without a seat asks, real keys on simulated wires answer, the phone goes on or not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import games
from companion.ledger.record import SECOND
from companion.referee.seals import seal_words
from companion.referee.urn import Urn
from companion.words import LANGUAGES, folders_of
from firmware.box.phones import Phones
from firmware.scenes.home.sealing import TIME_TO_NOTE, Sealed
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.match import Match
from firmware.scenes.owner import SETTLE, OwnerAsked
from firmware.screens.reading import fits_footer, wrap_tiny
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.tables import table
from web.app import create_app
from web.petitions import (
    BACKUP,
    BOARDS,
    DELETE,
    HOLDS,
    LAPSES,
    QUIET_AFTER_NO,
    QUIET_AFTER_SILENCE,
    RECORD,
    RESTORE,
    START,
    Deed,
    Petition,
)

AFAR = "192.168.1.66"
CHANGE = "/layouts/venise/ours"
"""Deletes the owner's corrections of a board."""
NAMES = ("Massimiliano", "Bartolomea", "Cristoforo", "Domenica", "Evangelista")
ADDRESS = "fe80::ba27:ebff:fe12:3456%wlan0"


class Pair:
    """A box and the phones around it."""

    def __init__(self, box: TestBox) -> None:
        self.box = box
        self.pages = Phones(box.box, "127.0.0.1", 0)
        self.pages.site.petitions.clock = box.clock
        self.app = create_app(self.pages.site)
        self.corrections = box.box.ledger.folder / "layouts" / "venise.toml"
        self.correct()

    def correct(self) -> None:
        """Have corrections by the owner lie there."""
        self.corrections.parent.mkdir(exist_ok=True)
        self.corrections.write_text("")

    def phone(self, address: str = AFAR) -> FlaskClient:
        client = self.app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        return client

    def send(self, send: Callable[[], TestResponse]) -> TestResponse:
        """Send a request while the box's loop goes round."""
        with ThreadPoolExecutor(1) as pool:
            sent = pool.submit(send)
            while not sent.done():
                self.box.box.step(0.01)
        return sent.result()

    def ask(self, phone: FlaskClient) -> TestResponse:
        return self.send(lambda: phone.post(CHANGE, data={"some": "field"}))

    def read(self) -> None:
        """Look at the screen for a while, as somebody does who wants to know what is asked."""
        self.box.wait(SETTLE)

    def word(self, phone: FlaskClient) -> str:
        answer: str = phone.get("/owner/word").get_json()["word"]
        return answer


@pytest.fixture
def pair(box: TestBox) -> Iterator[Pair]:
    pair = Pair(box)
    yield pair
    pair.pages._server.close()


def code_on(response: TestResponse) -> str:
    found = re.search(r'<p class="code">(\w+)</p>', response.text)
    assert found is not None, response.text
    return found[1]


def test_ok_allows_and_the_phone_goes_on(pair: Pair) -> None:
    phone = pair.phone()
    asked = pair.ask(phone)
    assert asked.status_code == 403
    assert '<input type="hidden" name="some" value="field">' in asked.text, "the page sends the same again"
    scene = pair.box.box.scene
    assert isinstance(scene, OwnerAsked)
    assert (scene.petition.code, scene.petition.address) == (code_on(asked), AFAR)
    assert pair.box.glass().tobytes() == scene.picture().tobytes()
    assert pair.word(phone) == "waiting"
    assert pair.corrections.exists()
    pair.read()
    pair.box.tap(Key.OK)
    assert pair.word(phone) == "given"
    assert not isinstance(pair.box.box.scene, OwnerAsked)
    assert pair.ask(phone).status_code == 303
    assert not pair.corrections.exists()


def test_ok_begins_the_game_that_a_phone_wants(pair: Pair) -> None:
    """The second seal is shown on the box and on every phone, with the word that was stirred in, before it begins."""
    box, phone, other = pair.box, pair.phone(), pair.phone("192.168.1.77")
    urn = pair.pages.site.urn
    names = {f"name.{seat}": name for seat, name in enumerate(("Anna", "Bo", "Cy"), start=1)}
    form = {**names, "word": "gondola", "commitment": urn.commitment}
    asked = pair.send(lambda: phone.post("/start/doge", data=form))
    scene = box.box.scene
    assert isinstance(scene, OwnerAsked)
    assert scene.petition.code == code_on(asked)
    assert scene.text == "Begin Doge: Anna, Bo, Cy"
    pair.read()
    box.tap(Key.OK)
    sealed = box.box.scene
    assert isinstance(sealed, Sealed)
    assert urn.stirred[0] == "gondola"
    assert box.box.game() is None, "nothing is drawn before the seal could be noted"
    second = seal_words(sealed.beginning.seals[SECOND])
    for page in ("/", "/part/mirror", "/tv"):
        shown = pair.send(partial(other.get, page)).text
        assert all(said in shown for said in (second, seal_words(urn.commitment), "gondola", "Anna, Bo, Cy")), page
    again = pair.send(lambda: phone.post("/start/doge", data=form))
    assert (again.status_code, again.location) == (302, "/")
    late = pair.send(lambda: other.post("/start/doge", data={**form, "name.1": "Zoë"}))
    assert late.status_code == 409
    box.wait(TIME_TO_NOTE)
    referee = box.box.game()
    assert referee is not None
    assert [seat.name for seat in referee.table.seats] == ["Anna", "Bo", "Cy"]
    assert seal_words(referee.sealed) == second


def test_back_on_the_seal_calls_the_game_off_and_phones_are_told(pair: Pair) -> None:
    phone, site = pair.phone(), pair.pages.site
    names = {f"name.{seat}": name for seat, name in enumerate(("Anna", "Bo", "Cy"), start=1)}
    form = {**names, "commitment": site.urn.commitment}
    pair.box.box.phones = pair.pages
    pair.send(lambda: phone.post("/start/doge", data=form))
    pair.read()
    pair.box.tap(Key.OK)
    version = site.listeners.version
    pair.box.tap(Key.BACK)
    assert site.listeners.version > version
    assert "No game is on the table" in pair.send(lambda: phone.get("/")).text
    again = pair.send(lambda: phone.post("/start/doge", data=form))
    assert (again.status_code, "a new urn" in again.text) == (409, True), "one word, one game"


def test_back_refuses_and_the_address_has_to_wait(pair: Pair) -> None:
    phone = pair.phone()
    pair.ask(phone)
    pair.read()
    pair.box.tap(Key.BACK)
    assert pair.word(phone) == "refused"
    for again in (phone, pair.phone()):
        said = pair.ask(again)
        assert (said.status_code, "said no" in said.text) == (403, True)
        assert not isinstance(pair.box.box.scene, OwnerAsked), "the table is not worn down"
    assert pair.corrections.exists()
    pair.box.wait(QUIET_AFTER_NO)
    pair.ask(phone)
    assert isinstance(pair.box.box.scene, OwnerAsked)


def test_a_secret_on_the_screen_is_covered_before_the_owner_is_asked(pair: Pair) -> None:
    """Everyone looks up at the sound; when it is answered the secret must not lie there."""
    box = pair.box
    seated = table("doge", 3)
    referee = box.box.ledger.begin(games.find("doge").game, seated, Urn(bytes(32)))
    match = Match(box.box, referee, box.box.words_for(folders_of("doge"), seated.seats))
    box.box.play(match)
    match.hand_to(2)
    secret = box.box.lowest
    assert match.holder == 2
    pair.ask(pair.phone())
    assert isinstance(box.box.scene, OwnerAsked)
    pair.read()
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Guard)
    match.hand_to(2)
    assert box.box.scene is secret


def test_it_lapses_unanswered(pair: Pair) -> None:
    phone = pair.phone()
    pair.ask(phone)
    pair.box.wait(LAPSES)
    assert not isinstance(pair.box.box.scene, OwnerAsked)
    assert pair.word(phone) == "lapsed"
    assert "Nobody answered" in pair.ask(phone).text
    pair.box.wait(QUIET_AFTER_SILENCE)
    pair.ask(phone)
    assert isinstance(pair.box.box.scene, OwnerAsked)
    assert pair.corrections.exists()


def test_a_key_of_someone_who_plays_answers_nothing(pair: Pair) -> None:
    """A screen that comes up under a thumb is not answered by it, however often it presses."""
    phone = pair.phone()
    pair.ask(phone)
    for _ in range(30):
        pair.box.tap(Key.OK)
    assert pair.word(phone) == "waiting"
    pair.read()
    pair.box.tap(Key.UP)
    assert pair.word(phone) == "waiting"
    pair.box.tap(Key.OK)
    assert pair.word(phone) == "given"


def test_a_held_key_answers_nothing(pair: Pair) -> None:
    phone = pair.phone()
    pair.ask(phone)
    pair.box.hold(Key.OK, 3 * SETTLE)
    assert pair.word(phone) == "waiting"


def test_the_word_is_for_one_phone_one_deed_and_a_while(pair: Pair) -> None:
    phone, other = pair.phone(), pair.phone()
    pair.ask(phone)
    pair.read()
    pair.box.tap(Key.OK)
    assert pair.ask(other).status_code == 403
    pair.read()
    pair.box.tap(Key.BACK)
    elsewhere = pair.send(lambda: phone.post("/layouts/rialto/ours"))
    assert elsewhere.status_code == 403
    assert pair.ask(phone).status_code == 303
    pair.box.wait(HOLDS)
    pair.correct()
    assert pair.ask(phone).status_code == 403
    assert pair.corrections.exists()


def test_one_petition_stands_at_a_time(pair: Pair) -> None:
    phone, other = pair.phone(), pair.phone("192.168.1.67")
    code = code_on(pair.ask(phone))
    for later in (pair.ask(other), pair.send(lambda: phone.post("/layouts/rialto/ours"))):
        assert (later.status_code, "another phone" in later.text) == (403, True)
    assert code_on(pair.ask(phone)) == code, "asked twice, it is one petition"
    scene = pair.box.box.scene
    assert isinstance(scene, OwnerAsked)
    assert scene.petition.code == code


def test_the_game_goes_on_below(pair: Pair) -> None:
    """Whatever phones do meanwhile, the question to the owner stays; then the game is as it should be."""
    box = pair.box
    kind, seated = games.find("doge").game, table("doge", 3)
    referee = box.box.ledger.begin(kind, seated, Urn(bytes(32)))
    match = Match(box.box, referee, box.box.words_for(folders_of("doge"), seated.seats))
    box.box.play(match)
    match.go_on()
    phone = pair.phone()
    assert "/join" in pair.ask(phone).text, "a seat would do as well"
    scene = box.box.scene
    assert isinstance(scene, OwnerAsked)
    for value in ("castello", [3]):
        referee.answer(1, value)
        box.wait()
    assert box.box.scene is scene
    pair.read()
    box.tap(Key.OK)
    assert box.box.scene is box.box.scenes[-1]
    assert pair.ask(phone).status_code == 303


def test_what_does_not_exist_bothers_nobody(pair: Pair) -> None:
    for path in ("/layouts/ludo/ours", "/history/20260101-000000-doge-abcdef/record", "/history/x/delete"):
        assert pair.send(partial(pair.phone().post, path)).status_code == 404
        assert not isinstance(pair.box.box.scene, OwnerAsked)


def test_a_box_that_has_lost_its_screen_asks_nobody(pair: Pair) -> None:
    pair.box.wires.chip.unplug()
    pair.box.tap(Key.DOWN)
    said = pair.ask(pair.phone())
    assert (said.status_code, "take a seat" in said.text) == (403, True)
    assert not isinstance(pair.box.box.scene, OwnerAsked)


def test_a_broken_lamp_keeps_nobody_from_being_asked(pair: Pair) -> None:
    pair.box.panel.lamps.faults.append("seat 1: OSError: burnt out")
    pair.ask(pair.phone())
    assert isinstance(pair.box.box.scene, OwnerAsked)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_petition_fits_the_screen(language: str, tmp_path: Path, cut: list[str]) -> None:
    """The longest address there is, and five long names, of which the last may have no room."""
    box = TestBox(tmp_path, language)
    for name in games.names():
        for kind in (BACKUP, BOARDS, RECORD, DELETE, RESTORE, START):
            about = () if kind == BACKUP else (name, "", () if kind == BOARDS else NAMES)
            deed = Deed(kind, *about)
            scene = OwnerAsked(box.box, Petition(deed, "phone", ADDRESS, box.clock), lambda: None)
            scene.picture()
            assert fits_footer(box.box.words("owner.keys"))
            assert len(wrap_tiny(scene.text)) <= 4
    assert cut == []
    box.close()
