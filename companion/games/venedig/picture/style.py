"""The look of the board, by day and by night."""

from companion.games.venedig.picture.tokens import DARK, LIGHT
from companion.picture.colours import DARK_SCREEN, fitted, seat_style

_DAY = """
--water:#b5d1d7;--deep:#c3dade;--shoal:#d8e8e6;--wave:#93b7bf;--fairway:#a4c5cd;--edge:#a08c66;--seam:#cdbf9f;
--marsh:#c3cfa6;--bog:#a7b989;--reed:#5f7a45;--head:#8a6338;--built:#e9dfca;--rock:#a9a69f;--facet:#6d6a64;
--wall:#f0c98f;--roof:#b4472f;--rose:#e2a48c;--marble:#fbf6ea;--dome:#7fa3a0;--gold:#c9962b;--paved:#d6cdbd;
--inlay:#b5aa96;--dark:#4a3a33;--rail:#7d6c50;--deck:#f3e9d6;--stage:#8a6c45;--space:#fbf8f0;--quay:#ead9b8;
--line:#2b2622;--ink:#2b2622;--faint:#6f6553;--offer:#0c6a72;--lit:#fffdf6;--mark:#a3239a;--paper:#fffdf8;
--back:#7a1f2b;--halo:#f8f2e4
"""
_NIGHT = """
--water:#0e2028;--deep:#132a33;--shoal:#1a353f;--wave:#2a4a55;--fairway:#1b3742;--edge:#847b60;--seam:#5c594b;
--marsh:#2f3f2c;--bog:#3f5238;--reed:#83a468;--head:#b98c57;--built:#4d4a40;--rock:#8b8a85;--facet:#47464a;
--wall:#c79a60;--roof:#a8452f;--rose:#b0735d;--marble:#d9d3c4;--dome:#5f8d8a;--gold:#d9ab45;--paved:#6f6a5e;
--inlay:#928b7a;--dark:#241c19;--rail:#b3a27e;--deck:#8d8470;--stage:#8f754e;--space:#d9d4c6;--quay:#55492f;
--line:#0d1112;--ink:#f1eadb;--faint:#aaa28e;--offer:#6cc3c7;--lit:#43453a;--mark:#eaa6e6;--paper:#2b2722;
--back:#b04655;--halo:#23261f
"""
_LAND_DAY = {
    "cannaregio": "#f6ecd2",
    "castello": "#f5e3da",
    "dorsoduro": "#edeedb",
    "san-marco": "#fbf1c9",
    "giudecca": "#eee5ee",
}
_LAND_NIGHT = {
    "cannaregio": "#3b3728",
    "castello": "#40322d",
    "dorsoduro": "#31382a",
    "san-marco": "#423c22",
    "giudecca": "#383040",
}


def _lands(colours: dict[str, str]) -> str:
    return "\n".join(f".venedig-{island}{{--land:{colour}}}" for island, colour in colours.items())


STYLE = f"""
.venedig-board{{{_DAY.strip()};
{fitted()}}}
{seat_style("venedig", LIGHT)}
{_lands(_LAND_DAY)}
@media {DARK_SCREEN}{{
.venedig-board{{{_NIGHT.strip()}}}
{seat_style("venedig", DARK)}
{_lands(_LAND_NIGHT)}
}}
.venedig-board text{{stroke:none}}

.venedig-water{{fill:var(--water)}}
.venedig-shoal{{fill:none;stroke:var(--shoal);stroke-width:9;stroke-linejoin:round}}
.venedig-deep{{stroke:var(--deep);stroke-width:19}}
.venedig-waves{{fill:none;stroke:var(--wave);stroke-width:1.2;stroke-linecap:round}}
.venedig-fairway{{fill:none;stroke:var(--fairway);stroke-width:12;stroke-linejoin:round;stroke-linecap:round}}
.venedig-coast{{fill:var(--edge);stroke:var(--edge);stroke-width:2.6;stroke-linejoin:round}}
.venedig-land{{fill:var(--land);stroke:var(--seam);stroke-width:.8;stroke-linejoin:round}}
.venedig-marsh{{fill:var(--marsh);stroke:var(--bog);stroke-width:1}}
.venedig-reeds{{fill:none;stroke:var(--reed);stroke-width:1.3;stroke-linecap:round}}
.venedig-heads{{fill:none;stroke:var(--head);stroke-width:2.2;stroke-linecap:round}}
.venedig-rock{{fill:var(--rock);stroke:var(--facet);stroke-width:.8;stroke-linejoin:round}}
.venedig-facet{{fill:none;stroke:var(--facet);stroke-width:.8}}
.venedig-built{{fill:var(--built);stroke:var(--edge);stroke-width:1;stroke-linejoin:round}}
.venedig-crossing{{fill:none;stroke:var(--rail);stroke-width:2;stroke-dasharray:4 3}}
.venedig-bed{{stroke:var(--deck);stroke-width:5;stroke-dasharray:none;stroke-linecap:round;opacity:.85}}
.venedig-names{{font:600 12.5px "Iowan Old Style",Palatino,"Palatino Linotype","Noto Serif",Georgia,serif;
letter-spacing:.9px;pointer-events:none}}
.venedig-names text{{stroke:var(--halo);stroke-width:4;stroke-linejoin:round;paint-order:stroke}}

.venedig-wall{{fill:var(--wall);stroke:var(--thin,var(--dark));stroke-width:var(--thick,.7)}}
.venedig-roof{{fill:var(--roof);stroke:var(--thin,var(--dark));stroke-width:var(--thick,.7);stroke-linejoin:round}}
.venedig-rose{{fill:var(--rose);stroke:var(--thin,var(--dark));stroke-width:var(--thick,.7)}}
.venedig-marble{{fill:var(--marble);stroke:var(--thin,var(--dark));stroke-width:var(--thick,.7);stroke-linejoin:round}}
.venedig-dome{{fill:var(--dome);stroke:var(--thin,var(--dark));stroke-width:var(--thick,.7)}}
.venedig-gold{{fill:var(--gold)}}
.venedig-paved{{fill:var(--paved);stroke:var(--thin,var(--rail));stroke-width:var(--thick,.9)}}
.venedig-inlay{{fill:none;stroke:var(--inlay);stroke-width:.9}}
.venedig-dark{{fill:var(--dark)}}
.venedig-deck{{fill:var(--deck);stroke:none}}
.venedig-steps{{fill:none;stroke:var(--inlay);stroke-width:.9}}
.venedig-rail{{fill:none;stroke:var(--thin,var(--rail));stroke-width:var(--thick,1.6);stroke-linecap:round}}

.venedig-stage{{fill:none;stroke:var(--stage);stroke-width:3;stroke-dasharray:1.5 1}}
.venedig-spaces{{fill:var(--space);stroke:var(--rail);stroke-width:.9;font-size:11.5px;font-weight:600}}
.venedig-spaces text{{fill:#2b2622}}
.venedig-twice{{stroke:var(--back);stroke-width:2}}
.venedig-last{{stroke:var(--gold);stroke-width:2.4}}
.venedig-quay{{fill:var(--quay);stroke:var(--rail);stroke-width:1.2}}
.venedig-start{{fill:var(--back)}}
.venedig-pole{{fill:#fbf6ea;stroke:var(--dark);stroke-width:.7}}
.venedig-stripe{{fill:#a62b36}}
.venedig-boat{{fill:var(--seat);stroke:var(--line);stroke-width:var(--thick,.9);stroke-linejoin:round}}
.venedig-sign{{fill:var(--sign);stroke:none}}
.venedig-trail{{fill:none;stroke:var(--mark);stroke-width:2.6;stroke-linejoin:round;stroke-linecap:round}}
.venedig-passed{{stroke:var(--mark);stroke-width:2}}
.venedig-gone{{fill:none;stroke:var(--mark);stroke-dasharray:2 2}}

.venedig-frame{{fill:var(--paper);stroke:var(--edge);stroke-width:.8}}
.venedig-waiting .venedig-frame{{stroke:var(--gold);stroke-width:2.4}}
.venedig-left{{font-size:17px;font-weight:600}}
.venedig-kind{{font:600 13.5px "Iowan Old Style",Palatino,"Palatino Linotype","Noto Serif",Georgia,serif}}
.venedig-slot{{fill:none;stroke:var(--edge);stroke-width:1;stroke-dasharray:2 1.8}}
.venedig-pawn{{fill:var(--seat);stroke:var(--line);stroke-width:var(--thick,.9)}}
.venedig-back{{fill:var(--back);stroke:var(--edge)}}
.venedig-back+text{{fill:#fff}}
.venedig-open{{fill:var(--paper);stroke:var(--mark);stroke-width:var(--thick,0)}}
.venedig-open:not(.venedig-changed){{stroke:var(--edge);stroke-width:1}}
.venedig-number{{font-size:15px;font-weight:600}}
.venedig-caption{{fill:var(--faint);font-size:11.5px}}
.venedig-coin{{fill:var(--gold);fill-rule:evenodd}}
.venedig-worth{{fill:#241c15;font-weight:700}}

.venedig-head{{fill:var(--faint)}}
.venedig-head text{{font-size:12px}}
.venedig-rule{{fill:none;stroke:var(--edge);stroke-width:.6;opacity:.6}}
.venedig-player{{text-anchor:start;font-size:13.5px;font-weight:600}}
.venedig-body{{fill:var(--seat);stroke:var(--line);stroke-width:.7}}
.venedig-figures{{font-size:15px;font-weight:600}}
.venedig-none{{opacity:.4}}
.venedig-laid{{fill:var(--paper);stroke:var(--ring,var(--edge));stroke-width:1}}
.venedig-alone{{--ring:var(--gold)}}
.venedig-laid text{{fill:var(--ink);font-weight:600}}

.venedig-place{{cursor:pointer;outline:none;fill:var(--offer);fill-opacity:var(--veil,.14);stroke:var(--offer);
stroke-width:var(--border,1.8);stroke-linejoin:round}}
.venedig-place:hover,.venedig-place:focus{{--border:3.6;--veil:.3}}
.venedig-place.chosen{{--border:4;--veil:.5}}
.venedig-chosen{{fill:var(--offer);fill-opacity:.45;stroke:var(--offer);stroke-width:3;stroke-linejoin:round;
stroke-linecap:round;pointer-events:none}}
.venedig-halo,.venedig-tick{{fill:none;stroke:var(--halo);stroke-width:6.4}}
.venedig-tick{{stroke:var(--offer);stroke-width:3.2}}
.venedig-offered{{cursor:pointer;outline:none}}
.venedig-island.venedig-offered .venedig-coast{{fill:var(--offer);stroke:var(--offer);stroke-width:6}}
.venedig-offered:hover .venedig-coast,.venedig-offered:focus .venedig-coast,
.venedig-island.venedig-offered.chosen .venedig-coast{{stroke-width:10}}
.venedig-pick.venedig-offered path,.venedig-pick.venedig-offered .venedig-back,
.venedig-pick.venedig-offered .venedig-open.venedig-open{{stroke:var(--offer);stroke-width:2.4}}
.venedig-pick.venedig-offered:hover .venedig-back,.venedig-pick.venedig-offered:focus .venedig-back,
.venedig-pick.venedig-offered.chosen .venedig-back,.venedig-pick.venedig-offered:hover .venedig-open.venedig-open,
.venedig-pick.venedig-offered:focus .venedig-open.venedig-open,
.venedig-pick.venedig-offered.chosen .venedig-open.venedig-open{{stroke-width:4.4}}

.venedig-edit .venedig-land{{stroke:var(--edge)}}
.venedig-along .venedig-coast{{fill:var(--mark);stroke:var(--mark);stroke-width:7}}
.venedig-rim{{fill:var(--faint);font-size:9px}}
.venedig-unmoved,.venedig-names{{pointer-events:none}}
.venedig-cells{{fill:transparent;stroke:var(--wave);stroke-width:.7;cursor:pointer}}
.venedig-cells .venedig-waits{{fill:var(--mark);fill-opacity:.35;stroke:var(--mark);stroke-width:2.4}}
.venedig-cells .touched{{fill:var(--offer);fill-opacity:.45}}
.venedig-reach{{fill:none;stroke:var(--offer);stroke-width:2}}
.venedig-reach.venedig-waits{{fill:var(--mark);fill-opacity:.3;stroke:var(--mark);stroke-width:4}}
.venedig-touch{{fill:transparent;cursor:pointer}}

.venedig-fresh{{fill:none;stroke:var(--mark);stroke-width:2.4;stroke-linejoin:round}}
.venedig-changed{{--line:var(--mark);--thin:var(--mark);--thick:1.8}}
.venedig-figures.venedig-changed,.venedig-left.venedig-changed,.venedig-number.venedig-changed{{fill:var(--mark);opacity:1}}
.venedig-laid.venedig-changed{{--ring:var(--mark);stroke-width:2}}
@media (prefers-reduced-motion:no-preference){{
.venedig-changed,.venedig-fresh{{animation:venedig-arrive 1s ease-out}}
@keyframes venedig-arrive{{from{{opacity:.2}}}}
}}
"""
