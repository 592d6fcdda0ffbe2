"""A board in letters."""

from __future__ import annotations

from companion.screen.maps import Chart


def board_text(chart: Chart) -> str:
    """A board in letters: marks as they are, `*` for a star, `#` where nothing may go.

    >>> print(board_text(Chart("AB", ("1", "2"), {"A1": "3"}, shaded=["B2"], starred=["A1", "B1"])))
          1   2
    A    3*   .
    B     *   #

    On a map of hexes `~` is swamp, `x` what is chosen already, and water is blank.

    >>> land = dict.fromkeys(("A1", "A2", "B1", "C2"), "castello")
    >>> print(board_text(Chart("ABC", "12", {"B1": "^"}, ["A2"], shifted="B", areas=land, chosen=["C2"])))
          1   2
    A     .   ~
    B       ^
    C         x
    """
    lines = ["   " + "".join(f"{column:>4}" for column in chart.columns).rstrip()]
    for row in chart.rows:
        start = f"{row}    " if row in chart.shifted else f"{row}  "
        places = [f"{row}{column}" for column in chart.columns]
        lines.append((start + "".join(f"{_sign(chart, place):>4}" for place in places)).rstrip())
    return "\n".join(lines)


def _sign(chart: Chart, place: str) -> str:
    if chart.areas and place not in chart.areas:
        return ""
    if place in chart.chosen:
        return "x"
    sign = chart.marks.get(place, "") + ("*" if place in chart.starred else "")
    return sign or (("~" if chart.areas else "#") if place in chart.shaded else ".")
