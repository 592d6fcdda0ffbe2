"""The look of the board: the canal by day and by night, on light pages and on dark ones."""

from collections.abc import Mapping

from companion.games.venise.rules.piles import COLOURS
from companion.picture.colours import DARK, DARK_SCREEN, LIGHT, fitted

_LIGHT = LIGHT | {"white": ("#fbf8f0", "#2b2622")}
_DARK = DARK | {"white": ("#f4f1e8", "#151a1c")}

_PAGE = """
--ink:#2b2622;--faint:#6f6553;--rule:#a8946f;--line:#2b2622;--mark:#a3239a;--paper:#fffdf8;--band:#efe4cd;
--glass:#7d6a45;--sand:#d9a441;--small:#cf9a58;--large:#9c5f2e;--bark:#5b3a18
"""
_DARK_PAGE = """
--ink:#f1eadb;--faint:#aaa28e;--rule:#7d7760;--line:#0d1112;--mark:#eaa6e6;--paper:#1b1712;--band:#2b251d;
--glass:#b7a57c;--sand:#e5b65a;--small:#c9975c;--large:#9a6434;--bark:#2a1a0b
"""
_DAY = """
--sky:#e3eef0;--behind:#c5d6da;--water:#9ccbcd;--deep:#7fb3b8;--shine:#b9dedb;--wave:#7eb2b8;--ripple:#bfe0de;
--quay:#eadfc8;--kerb:#9c8b6a;--letter:#24565d;--stone:#f6eedc;--foot:#a18d67;--below:#d9cbab;--edge:#6d5c3d;
--joint:#d3c39f;--brick:#b5604a;--mortar:#e9c3ae;--offer:#0b3f49;--ghost:#fffdf4;--veil:.62;--strike:#c4121f;
--roof:#c1664b;--rose:#e8b9a4;--plaster:#f0dfbd;--ochre:#e3bb78;--cream:#f7efdd;--clay:#cf9079;--pane:#6e7f83;
--lit:#6e7f83;--moon:transparent;--star:transparent;--hull:#23282b;--pole:#f4ead4;--stripe:#a8322c;--mark:#8d1688;
--line:#241f1a;--small:#d9a25c;--large:#a5662f;--bark:#4e3013
"""
_DIM_DAY = """
--sky:#2d4852;--behind:#233c46;--water:#2b555b;--deep:#21464d;--shine:#3b6a6f;--wave:#45757b;--ripple:#3f7177;
--quay:#5f5644;--kerb:#2d281f;--letter:#b9dcdd;--stone:#a39a82;--foot:#3f3626;--below:#736a54;--edge:#1c1811;
--joint:#83795f;--brick:#a1523e;--mortar:#c79681;--offer:#d8fbff;--ghost:#d8fbff;--veil:.28;--strike:#ff6167;
--roof:#7d3f2e;--rose:#7d5c50;--plaster:#7d7157;--ochre:#80683e;--cream:#857e6e;--clay:#6f4839;--pane:#2b3437;
--lit:#2b3437;--moon:transparent;--star:transparent;--hull:#0c0f10;--pole:#b9ad92;--stripe:#8f2c27;--mark:#f2b3ee;
--line:#0d1112;--small:#c8945a;--large:#965c2c;--bark:#241507
"""
_NIGHT = """
--sky:#101a38;--behind:#1c2950;--water:#1a3158;--deep:#142649;--shine:#d9a85444;--wave:#2c4a7a;--ripple:#27457a;
--quay:#4a4c5c;--kerb:#0b1226;--letter:#a9bfe6;--stone:#aba9ad;--foot:#31344a;--below:#727688;--edge:#0a0f20;
--joint:#8b8a95;--brick:#a4563f;--mortar:#d49c83;--offer:#c6e6ff;--ghost:#bfe2ff;--veil:.24;--strike:#ff6a6f;
--roof:#3d2c3a;--rose:#4a3f58;--plaster:#484a5e;--ochre:#4d4653;--cream:#555870;--clay:#433349;--pane:#141b33;
--lit:#ffd27a;--moon:#f6edcd;--star:#dfe7ff;--hull:#04060c;--pole:#8f93a3;--stripe:#7c2f38;--mark:#ffb5f7;
--line:#090d18;--small:#c99a62;--large:#99633a;--bark:#20130a
"""
_LATE = "--sky:#0a1128;--behind:#141d3c;--water:#122443;--deep:#0d1b36;--stone:#95949b;--cream:#44475e"


def _paints(theme: Mapping[str, tuple[str, str]]) -> str:
    """Return the seats' colours as variables; reused shapes take them from where they are used."""
    return ";".join(f"--{colour}:{theme[colour][0]};--on-{colour}:{theme[colour][1]}" for colour in COLOURS)


_SEATS = "\n".join(f".venise-{colour}{{--seat:var(--{colour});--sign:var(--on-{colour})}}" for colour in COLOURS)


def _rule(selector: str, palette: str) -> str:
    return f"{selector}{{{palette.strip()}}}"


STYLE = f"""
.venise-board{{{_PAGE.strip()};{_paints(_LIGHT)};
{fitted()}}}
{_rule(".venise-day", _DAY)}
.venise-night{{{_NIGHT.strip()};{_paints(_DARK)}}}
{_SEATS}
@media {DARK_SCREEN}{{
.venise-board{{{_DARK_PAGE.strip()};{_paints(_DARK)}}}
{_rule(".venise-day", _DIM_DAY)}
.venise-night{{{_LATE}}}
}}
.venise-board text{{stroke:none}}

.venise-sky{{fill:var(--sky)}}
.venise-behind{{fill:var(--behind)}}
.venise-moon{{fill:var(--moon)}}
.venise-star{{stroke:var(--star);stroke-width:1.3;stroke-linecap:round}}
.venise-rose{{fill:var(--rose)}}
.venise-sand{{fill:var(--sand)}}
.venise-ochre{{fill:var(--ochre)}}
.venise-cream{{fill:var(--cream)}}
.venise-plaster{{fill:var(--plaster)}}
.venise-clay{{fill:var(--clay)}}
.venise-roof{{fill:var(--roof)}}
.venise-pane{{fill:var(--pane)}}
.venise-lit{{fill:var(--lit)}}
.venise-water{{fill:var(--water)}}
.venise-deep{{fill:var(--deep)}}
.venise-shine{{fill:none;stroke:var(--shine);stroke-width:2;stroke-linecap:round}}
.venise-waves{{fill:none;stroke:var(--wave);stroke-width:1.2;stroke-linecap:round}}
.venise-quay{{fill:var(--quay)}}
.venise-kerb{{fill:none;stroke:var(--kerb)}}
.venise-pole{{fill:var(--pole);stroke:var(--kerb);stroke-width:.6}}
.venise-stripe{{fill:var(--stripe)}}
.venise-hull{{fill:var(--hull)}}
.venise-rim text{{fill:var(--ink);font-size:12px;font-weight:600;opacity:.75}}
.venise-night .venise-rim text{{fill:var(--letter);opacity:1}}
.venise-rim .venise-row{{fill:var(--letter);font-size:12px;opacity:1}}

.venise-ripple{{fill:none;stroke:var(--ripple);stroke-width:8;stroke-linejoin:round;opacity:.8}}
.venise-foot{{fill:var(--foot);stroke:var(--edge);stroke-width:.8}}
.venise-top{{fill:var(--stone);stroke:var(--edge);stroke-width:.8}}
.venise-joint{{fill:none;stroke:var(--joint);stroke-width:1.1}}
.venise-berth{{fill:none;stroke:var(--seat);stroke-width:6.4}}
.venise-body{{fill:var(--seat);stroke:var(--line);stroke-width:.6}}
.venise-card{{fill:#fffdf6;stroke:#8b8378;stroke-width:1}}
.venise-arrow{{fill:#0c6a72}}
.venise-steps{{fill:#0c6a72;font-weight:700;font-size:17px}}
.venise-away{{fill:none;stroke:#b3261e;stroke-width:3;stroke-linecap:round}}
.venise-joker{{fill:#8c5a00}}
.venise-wall{{fill:var(--brick);stroke:var(--edge);stroke-width:.8}}
.venise-mortar{{fill:none;stroke:var(--mortar);stroke-width:.7}}
.venise-below{{fill:var(--below);stroke:var(--edge);stroke-width:.8}}
.venise-deck{{fill:var(--stone);stroke:var(--edge);stroke-width:.8}}
.venise-parapet{{fill:none;stroke:var(--foot);stroke-width:2.2;stroke-dasharray:3 .8}}
.venise-rail{{fill:none;stroke:var(--brick);stroke-width:3}}

.venise-wood{{stroke:var(--bark);stroke-width:var(--thick,.9);stroke-linejoin:round}}
.venise-small{{fill:var(--small)}}
.venise-large,.venise-aitch{{fill:var(--large)}}
.venise-grain{{fill:none;stroke-width:.6;opacity:.5}}
.venise-nail{{fill:none;stroke-width:1.5;stroke-linecap:round;opacity:.75}}
.venise-shadow{{opacity:.32;fill:#000}}
.venise-gone{{fill:none;stroke:var(--mark);stroke-dasharray:3 2.4}}
.venise-lifted{{opacity:.45}}
.venise-doomed{{fill:var(--strike);fill-opacity:.38;stroke:var(--strike);stroke-width:1.8}}
.venise-strike{{fill:none;stroke:var(--strike);stroke-width:2.6;stroke-linecap:round}}

.venise-gem{{fill:var(--seat);stroke:var(--line);stroke-width:var(--thick,.9);stroke-linejoin:round}}
.venise-face{{fill:#fff;fill-opacity:.42;stroke:none}}
.venise-white .venise-face,.venise-gem.venise-white .venise-face{{fill:#9fc4dd;fill-opacity:.75}}
.venise-pawn{{fill:var(--seat);stroke:var(--line);stroke-width:var(--thick,1);stroke-linejoin:round}}
.venise-halo{{stroke:var(--halo,#fffdf4);stroke-width:3.2}}
.venise-sign{{fill:var(--sign);stroke:none}}
.venise-acting{{filter:drop-shadow(0 0 2.2px #fff)}}
.venise-left-behind{{fill:none;stroke:var(--mark);stroke-dasharray:2 1.6}}

.venise-wanted{{fill:var(--ghost);fill-opacity:var(--veil);stroke:var(--seat);stroke-width:1.1;
stroke-dasharray:2.5 2}}
.venise-way,.venise-casing{{fill:none;stroke:var(--seat);stroke-width:2.6;stroke-linecap:round;
stroke-linejoin:round;stroke-dasharray:.1 5}}
.venise-casing{{stroke:var(--line);stroke-width:4.2}}
.venise-price path{{fill:var(--paper);stroke:var(--line);stroke-width:.7}}
.venise-price text{{fill:var(--ink);font-size:11px;font-weight:700}}

.venise-place{{cursor:pointer;outline:none}}
.venise-touch{{fill:transparent;stroke:transparent;stroke-width:12;pointer-events:all}}
.venise-mark{{fill:var(--offer);fill-opacity:var(--fill,.12);stroke:var(--offer);
stroke-width:var(--ring,1.9);pointer-events:none}}
.venise-ghost{{fill:var(--ghost);fill-opacity:var(--fill,var(--veil));stroke:var(--offer);
stroke-width:var(--ring,1.3);stroke-dasharray:4 2.4;pointer-events:none}}
.venise-place:hover,.venise-place:focus{{--ring:3.4;--fill:.45}}
.venise-place.chosen{{--ring:4.2;--fill:.7}}
.venise-point{{--ring:0;--fill:0}}
.venise-free{{fill:var(--letter);opacity:.55;pointer-events:none}}
.venise-rubbed{{fill:none;stroke:var(--edge);stroke-dasharray:3 2}}
.venise-compass{{fill:none;stroke:var(--offer);stroke-width:2.6;stroke-linecap:round}}
.venise-near text{{fill:var(--offer);font-size:11px;font-weight:700}}
.venise-badge{{fill:var(--strike);stroke:#fff;pointer-events:none}}
.venise-badge text{{fill:#fff;font-size:11px;font-weight:700}}
.venise-hint{{display:none;pointer-events:none}}
.venise-place:hover .venise-hint,.venise-place:focus .venise-hint,.venise-place.chosen .venise-hint{{display:inline}}

.venise-head{{fill:var(--faint)}}
.venise-head text{{font-size:10.5px}}
.venise-hourglass{{fill:var(--glass)}}
.venise-spent{{opacity:.25}}
.venise-paper{{fill:var(--paper)}}
.venise-rule{{fill:none;stroke:var(--rule);stroke-width:.6;opacity:.6}}
.venise-band{{fill:var(--band)}}
.venise-player{{text-anchor:start;font-size:13.5px;font-weight:600}}
.venise-box .venise-player,.venise-box .venise-figures{{fill:var(--faint);font-weight:500}}
.venise-figures{{font-size:15px;font-weight:600}}
.venise-none{{opacity:.4}}
.venise-lacking{{fill:none;stroke:var(--faint);stroke-width:1;stroke-dasharray:2 1.6}}
.venise-medal{{fill:var(--sand);stroke:var(--line);stroke-width:1.2}}
.venise-place-won{{fill:#2b2622;font-weight:700;font-size:14px}}
.venise-changed{{--line:var(--mark);--bark:var(--mark);--thick:2.2}}
.venise-figures.venise-changed{{fill:var(--mark);opacity:1}}
@media (prefers-reduced-motion:no-preference){{
.venise-changed:not(.venise-piece){{animation:venise-arrive 1s ease-out}}
@keyframes venise-arrive{{from{{opacity:.2}}}}
}}
"""
