"""Every scene in words for the ear. A new kind of scene registers its words here, in `questions` or in `maps`."""

from __future__ import annotations

from functools import singledispatch

from companion.ledger.record import FIRST, SECOND
from companion.referee.seals import seal_words
from companion.steps import TABLE
from firmware.scenes import Scene
from firmware.scenes.home.laying_out import LayingOut, SetUpPage
from firmware.scenes.home.sealing import Sealed, Stir
from firmware.scenes.joining import Joining, JoiningPage
from firmware.scenes.match.counting import MANY, CountPages, Scores
from firmware.scenes.match.ending import REASONS, EndingPage, EndingScene
from firmware.scenes.match.explaining import NewRules
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.telling import Telling, Turning
from firmware.scenes.match.thinking import Thinking
from firmware.scenes.menus import Agree, Item, Menu, Reading
from firmware.scenes.owner import OwnerAsked
from firmware.scenes.setup.first_start import ByPhone
from firmware.scenes.setup.pins import PinTest
from firmware.scenes.setup.settings import SwitchingOff
from firmware.scenes.setup.upkeep import Working
from firmware.scenes.writing import NameEditor, TextEditor
from firmware.speech.spoken import Spoken, joined, keys_said
from hardware.keys import Key


@singledispatch
def spoken(scene: Scene) -> Spoken:
    """Return a scene in words for the ear."""
    raise NotImplementedError(f"{type(scene).__name__} has no words for the ear")


@spoken.register
def _(scene: Menu) -> Spoken:
    words = scene.stage.words
    keys = words("say.lines", n=len(scene.items)) if len(scene.items) > 1 else ""
    return Spoken(asks=joined([scene.title.capitalize(), scene.right]), keys=keys, here=_line(scene))


def _line(menu: Menu) -> str:
    """Return the line under the bar, and what LEFT and RIGHT do there, if anything."""
    item: Item = menu.items[menu.cursor]
    words = menu.stage.words
    value = words.pair(item.row.text, item.row.note) if item.row.note.strip("▸… ") else item.row.text
    return joined([value, words("say.turns") if item.turn is not None else "", item.note])


@spoken.register
def _(scene: Reading) -> Spoken:
    return Spoken(asks=joined([scene.title, scene.right, *scene.paragraphs]), keys=scene.stage.words("say.leave"))


@spoken.register
def _(scene: Agree) -> Spoken:
    words = scene.stage.words
    keys = keys_said(words, {Key.LEFT: words("box.yes"), Key.RIGHT: words("box.no")})
    return Spoken(
        asks=joined([scene.title, scene.text]), keys=keys, here=words("box.no" if scene.cursor else "box.yes")
    )


@spoken.register
def _(scene: OwnerAsked) -> Spoken:
    words, petition = scene.stage.words, scene.petition
    code = " ".join(petition.code)
    asks = joined([words("owner.title").capitalize(), scene.text, code])
    return Spoken(asks=asks, keys=words("owner.keys"))


@spoken.register
def _(scene: Joining) -> Spoken:
    words, pages = scene.stage.words, scene.pages
    if scene.shown is JoiningPage.WIFI and scene.wifi is not None:
        return Spoken(asks=joined([words("box.wifi"), scene.wifi.ssid, " ".join(scene.wifi.password)]))
    title = words("box.big-screen") if scene.shown is JoiningPage.BIG_SCREEN else words("home.join")
    code = " ".join(pages.code) if scene.has_game else ""
    return Spoken(asks=joined([title, pages.address, code]), keys=words("say.pages"))


@spoken.register
def _(scene: Telling) -> Spoken:
    keys = scene.stage.words("say.go-on") if scene.waits else ""
    return Spoken(news=scene.said, keys=keys)


@spoken.register
def _(scene: Turning) -> Spoken:
    """Say what has come up once it has stopped, not before."""
    return spoken.dispatch(Telling)(scene) if scene.since() >= scene.turning else Spoken()


@spoken.register
def _(scene: CountPages) -> Spoken:
    words = scene.stage.words
    return Spoken(news=scene.said, keys=words("say.pages"), here=scene.pages[scene.page].said)


@spoken.register
def _(scene: SetUpPage) -> Spoken:
    words = scene.stage.words
    said = joined([scene.title.capitalize(), scene.said])
    return Spoken(news=said, keys=words("say.set-up" if scene.is_first else "say.go-on"))


@spoken.register
def _(scene: LayingOut) -> Spoken:
    """Say where the pawn of the seat that is shown starts, and what it is after, as its own instructions word it."""
    words = scene.words
    if scene.seat == TABLE:
        return Spoken(asks=words("box.laid-out"), keys=words("say.go-on"))
    own = joined(one.text(words.aloud()) for one in scene.own())
    return Spoken(asks=words("say.lay-out"), keys=words("say.pages"), here=own or words.thing("seat", scene.seat))


@spoken.register
def _(scene: Guard) -> Spoken:
    words, unseen = scene.match.words, scene.unseen
    turn = scene.turn
    later = words("box.waiting", seats=scene.seats[1:]) if len(scene.seats) > 1 else ""
    if scene.on_phones:
        later = words("box.answer-here")
    passed = words(f"unseen.{unseen.key}", seat=unseen.seat) if unseen is not None else ""
    keys = keys_said(words, {Key.DOWN: passed}) if passed else later
    return Spoken(turn, " ".join(scene.told), asks=turn, keys=keys)


@spoken.register
def _(scene: Thinking) -> Spoken:
    thinks = scene.match.words("box.thinks", seat=scene.seat)
    return Spoken(thinks, scene.news, asks=thinks)


@spoken.register
def _(scene: Scores) -> Spoken:
    words, game = scene.words, scene.game
    seat = game.seats[scene.cursor]
    tallies = [words.pair(words(f"tally.{tally}", n=MANY), str(points)) for tally, points in game.score[seat].items()]
    here = words.pair(words.thing("seat", seat), ", ".join(tallies))
    return Spoken(asks=words("box.scores"), keys=words("say.lines", n=len(game.seats)), here=here)


@spoken.register
def _(scene: EndingScene) -> Spoken:
    """Say who has won, then on each page what it shows; what OK does comes last."""
    words, outcome, game = scene.words, scene.outcome, scene.referee.game
    winners = words.thing("seat", outcome.winners) if outcome.winners else words("box.nobody")
    won = joined([words.pair(words("box.winner"), winners)])
    if scene.page == 0:
        return Spoken(won, won, keys=words("say.go-on"))
    if scene.shown is EndingPage.PLACES:
        ranked = [(place, seat) for place, seats in outcome.ranked() for seat in seats]
        lines = [
            f"{place}, {words.thing('seat', seat)}, {scene.points(seat, game.tallies)}" for place, seat in ranked
        ]
    elif scene.shown is EndingPage.REASONS:
        lines = [words("end.reasons"), *(f"{amount:+d} {why}" for why, amount in scene.reasons()[:REASONS])]
    elif scene.shown is EndingPage.NOBODY:
        lines = [words(outcome.rule)]
    else:
        lines = [words(f"tally.{game.tallies[0]}", n=MANY)]
    return Spoken(asks=joined(lines), keys=words("say.ending"), here=scene.items[scene.cursor].row.text)


@spoken.register
def _(scene: TextEditor) -> Spoken:
    """Say the letter alone: what is written may be a password."""
    return Spoken(asks=scene.title, keys=scene.stage.words("say.naming"), here=_letter(scene))


@spoken.register
def _(scene: NameEditor) -> Spoken:
    words = scene.stage.words
    here = words("say.letter", letter=_letter(scene), place=scene.cursor + 1, name=scene.text)
    return Spoken(asks=words("naming.title"), keys=words("say.naming"), here=here)


def _letter(scene: TextEditor) -> str:
    return scene.letters[scene.cursor].strip() or scene.stage.words("say.space")


@spoken.register
def _(scene: Working) -> Spoken:
    return Spoken(asks=joined([scene.title, scene.stage.words("upkeep.working")]))


@spoken.register
def _(scene: NewRules) -> Spoken:
    """Say a rule whole on its first page; on each, which page it is, so that every key is heard to have counted."""
    words, (rule, _) = scene.words, scene.pages[scene.shown]
    place = f"{scene.shown + 1}/{len(scene.pages)}" if len(scene.pages) > 1 else ""
    asks = joined([words("box.new-rule").capitalize(), words.aloud()(rule)])
    return Spoken(asks=asks, keys=joined([place, words("say.go-on")]))


@spoken.register
def _(scene: Stir) -> Spoken:
    words = scene.words
    asks = joined([words.thing("seal", FIRST), seal_words(scene.urn.commitment)])
    stirred = [words.thing("key", key.lower()) for key in scene.urn.stirred]
    here = words("box.stirred", stirred=", ".join(stirred)) if stirred else ""
    return Spoken(asks=asks, keys=words("say.stir"), here=here)


@spoken.register
def _(scene: Sealed) -> Spoken:
    words = scene.words
    asks = joined([words.thing("seal", SECOND), seal_words(scene.beginning.seals[SECOND])])
    return Spoken(asks=asks, keys=words("say.sealed"))


@spoken.register
def _(scene: SwitchingOff) -> Spoken:
    return Spoken(news=scene.stage.words("setup.switching-off"))


@spoken.register
def _(scene: ByPhone) -> Spoken:
    words = scene.stage.words
    if not scene.has_address:
        return Spoken(asks=joined([words("setup.by-phone"), words("first.opening")]))
    wifi = [words("box.wifi"), scene.wifi.ssid, " ".join(scene.wifi.password)] if scene.wifi is not None else []
    return Spoken(asks=joined([words("setup.by-phone"), *wifi, f"{scene.pages.address}/setup"]))


@spoken.register
def _(scene: PinTest) -> Spoken:
    """Say each key as it is pressed, so that a build can be tried by ear."""
    words = scene.stage.words
    counted = ", ".join(f"{words.thing('key', key.value.lower())} {times}" for key, times in scene.pressed.items())
    return Spoken(asks=words("setup.pins"), keys=words("setup.pins-leave"), here=counted)
