"""A client of the API without any code of ours: the standard library, the JSON it gets, and a die to decide with.

It prints what happens in the words that the API sends, so a person can play along. On a box with phones:

    python tests/web/api/client.py http://box:8080 CODE SEAT
"""

from __future__ import annotations

import json
import sys
import time
from http.cookiejar import CookieJar
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

Json = dict[str, Any]


class Client:
    """A phone with one seat at the table."""

    def __init__(self, url: str, rng: Random, language: str = "en") -> None:
        self.url = url
        self.rng = rng
        self.language = language
        self.heard = 0
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> Any:
        with self._opener.open(f"{self.url}/api/{path}?lang={self.language}") as answer:
            return json.load(answer)

    def post(self, path: str, **body: Any) -> Any:
        request = Request(f"{self.url}/api/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
        with self._opener.open(request) as answer:
            return json.load(answer)

    def start(self, game: str, names: list[str], word: str = "", **options: str) -> None:
        """Start a game of these people, once somebody has pressed OK on the box if there is one."""
        players = [{"name": name, "colour": "", "player": "people"} for name in names]
        seal = self.get("start")["commitment"]
        body = {"game": game, "players": players, "options": options, "word": word, "commitment": seal}
        while "code" in (said := self.post("start", **body)):
            print(said["text"], said["code"])
            time.sleep(0.5)

    def join(self, code: str, seat: int) -> None:
        self.post("join", code=code, seat=seat)

    def news(self, view: Json) -> list[str]:
        """Return what was told since the last look."""
        said = [tell["text"] for tell in view["tells"][self.heard :]]
        self.heard = len(view["tells"])
        return said

    def questions(self, view: Json) -> list[Json]:
        """Return the open questions that this seat may answer: its own, and the table's."""
        return [one for one in view["asked"] if one["seat"] in (view["seat"], 0) and "choice" in one]

    def answer(self, question: Json, advice: Any = None) -> Any:
        """Answer a question as somebody advises, or else at random; return the answer."""
        value = self.decide(question["choice"]) if advice is None else advice
        self.post("answer", question=question["id"], seat=question["seat"], value=value)
        return value

    def decide(self, choice: Json) -> Any:
        rng = self.rng
        match choice["kind"]:
            case "pick":
                return rng.choice(choice["options"])
            case "count":
                return rng.randint(choice["low"], choice["high"])
            case "several":
                return rng.sample(choice["items"], rng.randint(choice["low"], choice["high"]))
            case "spread":
                room = [place for place, most in choice["most"].items() for _ in range(most)]
                chosen = rng.sample(room, rng.randint(choice["low"], choice["high"]))
                return {place: chosen.count(place) for place in choice["most"]}
            case _:
                rows = choice["rows"].items()
                return {row: {column: self.decide(cell) for column, cell in cells.items()} for row, cells in rows}


def in_words(choice: Json, value: Any) -> str:
    """Return an answer in the words that came with its question."""
    texts = choice["texts"]
    match choice["kind"]:
        case "count":
            return str(value)
        case "several":
            return ", ".join(texts[str(item)] for item in value)
        case "spread":
            return ", ".join(f"{texts[place]} {number}" for place, number in value.items() if number)
        case "sheet":
            rows = choice["rows"]
            return "; ".join(
                f"{texts[row]}: "
                + ", ".join(
                    f"{choice['columns'][column]} {in_words(rows[row][column], cell)}"
                    for column, cell in cells.items()
                )
                for row, cells in value.items()
            )
    return str(texts[str(value)])


def main(url: str, code: str, seat: str) -> None:
    """Play this seat at random to the end."""
    client = Client(url, Random())
    client.join(code, int(seat))
    while True:
        view = client.get("seat")
        for line in client.news(view):
            print(line)
        if view["winners"] is not None:
            print(view["ending"])
            return
        for question in client.questions(view)[:1]:
            try:
                print(f"{question['text']}  {in_words(question['choice'], client.answer(question))}")
            except HTTPError as refused:
                print(json.load(refused)["text"])
        time.sleep(0.5)


if __name__ == "__main__":
    main(*sys.argv[1:])
