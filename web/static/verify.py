"""Verify the record of a game without a line of Ballottino: python3 verify.py RECORD [SEAL THAT YOU NOTED]...

It recomputes the first seal (SHA-256 of the secret), the second seal (of the table and all that was stirred), the
digest that each line carries of those before it, and every draw of the urn. Each seal that you noted, as six words
in quotation marks or as digits, must be one of the three: then this is the game that you played.
"""

import hashlib
import hmac
import json
import sys
from typing import Any

RUDE = """
    bite dago dike dope figa fika fuka kike kulo lube nega negi nego nude paki pede pedo pene puke puta pute puto rape
    sega sego suka teta
"""
SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstv" for vowel in "aeiou"]
PAIRS = [first + second for first in SYLLABLES for second in SYLLABLES if first != second]
WORDS = [word for word in PAIRS if word not in RUDE.split()][:4096]


def check(holds: bool, claim: str) -> None:
    if not holds:
        sys.exit(f"FALSE: {claim}")


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def in_words(digest: str) -> str:
    return " ".join(WORDS[int(digest[place : place + 3], 16)] for place in range(0, 18, 3))


def check_seals(head: dict[str, Any]) -> list[str]:
    """Return the first and the second seal."""
    check(sha(bytes.fromhex(head["secret"])) == head["commitment"], "the secret is not the one that was sealed")
    bound = {key: head[key] for key in ("commitment", "game", "layout", "options", "seats", "stirred")}
    text = json.dumps(bound, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    check(sha(text.encode()) == head["sealed"], "table or stirring are not those that were sealed")
    return [head["commitment"], head["sealed"]]


def check_chain(lines: list[bytes]) -> str:
    """Return the last seal."""
    before = lines[0]
    for number, line in enumerate(lines[1:-1], start=2):
        check(json.loads(line).get("d") == sha(before)[:16], f"line {number}, or one before it, was changed")
        before += line
    check(json.loads(lines[-1]) == {"end": sha(before)}, "the record does not end as it did")
    return sha(before)


def draw(head: dict[str, Any], name: str, outcomes: list[Any]) -> Any:
    """Draw from the urn: the first eight bytes that are below the largest multiple of the number of outcomes."""
    words = [word.encode() for word in head["stirred"]]
    mix = hashlib.sha256(b"".join(len(word).to_bytes(4, "big") + word for word in words)).digest()
    attempt = 0
    while True:
        message = mix + f"{name}/{attempt}".encode()
        digest = hmac.digest(bytes.fromhex(head["secret"]), message, "sha256")
        for place in (0, 8, 16, 24):
            number = int.from_bytes(digest[place : place + 8], "big")
            if number < 2**64 - 2**64 % len(outcomes):
                return outcomes[number % len(outcomes)]
        attempt += 1


def main(path: str, noted: list[str]) -> None:
    with open(path, "rb") as file:
        lines = file.read().splitlines(keepends=True)
    head = json.loads(lines[0])
    check(head["ballottino"] in (2, 3, 4), "this program reads records of formats 2 to 4")
    seals = [*check_seals(head), check_chain(lines)]
    draws = [line for line in map(json.loads, lines[1:]) if line.get("by") == "urn"]
    for line in draws:
        check(draw(head, line["draw"], line["of"]) == line["value"], f"the draw {line['draw']}")
    for seal in noted:
        known = any(seal.lower() in (in_words(digest), digest) for digest in seals)
        check(known, f"{seal} is no seal of this game")
    for name, digest in zip(("first", "second", "last"), seals, strict=True):
        print(f"{name} seal: {in_words(digest)}\n  {digest}")
    print(f"TRUE: {len(lines)} lines, {len(draws)} draws of the urn")


if __name__ == "__main__":
    try:
        main(sys.argv[1], sys.argv[2:])
    except (AttributeError, LookupError, TypeError, ValueError):
        sys.exit("FALSE: this is no whole record")
