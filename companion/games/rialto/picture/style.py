"""The look of the board, by day and by night."""

from companion.games.rialto.picture.tokens import DARK, LIGHT
from companion.picture.colours import board_style

_DAY = """
--water:#b9d3d8;--deep:#c6dcdf;--shoal:#d9e8e6;--wave:#97b9c0;--land:#f8f2e4;--ultra:#f3e6d3;--lit:#fffdf6;
--edge:#a8946f;--rio:#dfe6de;--stone:#efe6d4;--line:#2b2622;--ink:#2b2622;--faint:#6f6553;--offer:#0c6a72;
--mark:#a3239a;--gold:#e9bf4a;--rim:#9a7420;--now:#8c2f26;--on:#fffaf0;--paper:#fffdf8;--hull:#26211f;
--tree:#a9bc94;--brick:#b97d66;--back:#9c4a3c;--glow:#d7a528;
--g:#4f8a4a;--y:#e7b93a;--b:#3c6ba8;--gt:#fff;--yt:#2b2622;--bt:#fff
"""
_NIGHT = """
--water:#0e2028;--deep:#132a33;--shoal:#1a353f;--wave:#2a4a55;--land:#34372f;--ultra:#3c352f;--lit:#43453a;
--edge:#7d7760;--rio:#26353a;--stone:#4a4a42;--line:#0d1112;--ink:#f1eadb;--faint:#aaa28e;--offer:#5fb0b4;
--mark:#eaa6e6;--gold:#dcb245;--rim:#6d5115;--now:#e0674f;--on:#151a1c;--paper:#ece4d0;--hull:#05090b;
--tree:#566b4b;--brick:#7a4f40;--back:#8a4436;--glow:#e9bf4a;
--g:#6fae67;--y:#e7c04e;--b:#6c9bd8;--gt:#10150f;--yt:#151a1c;--bt:#0d141c
"""

STYLE = f"""{board_style("rialto", day=_DAY, night=_NIGHT, light=LIGHT, dark=DARK)}
.rialto-name,.rialto-brief{{font:600 13px "Iowan Old Style",Palatino,"Palatino Linotype","Noto Serif",Georgia,serif}}
.rialto-brief{{text-anchor:start;font-size:16px}}

.rialto-tab{{fill:var(--stone);stroke:var(--edge);stroke-width:.7;font-size:10.5px}}
.rialto-tab.rialto-past{{fill:none;--tone:var(--faint)}}
.rialto-tab text{{fill:var(--tone,var(--ink))}}
.rialto-tab.rialto-now{{fill:var(--now);--tone:var(--on)}}
.rialto-roman{{font-family:"Iowan Old Style",Palatino,"Noto Serif",Georgia,serif;font-weight:700}}
.rialto-line{{fill:none;stroke:var(--edge);stroke-width:2;stroke-dasharray:.1 5;stroke-linecap:round}}
.rialto-stop{{fill:var(--tone,var(--faint));font-size:12.5px;font-weight:600}}
.rialto-stop use:first-child{{fill:var(--plate,var(--stone));stroke:var(--edge);stroke-width:.9}}
.rialto-stop.rialto-past use:nth-child(2),.rialto-stop.rialto-past text{{opacity:.45}}
.rialto-stop.rialto-now{{--plate:var(--now)}}
.rialto-stop.rialto-now use:nth-child(2){{fill:var(--on)}}
.rialto-stop.rialto-now text{{fill:var(--now)}}
.rialto-flag{{fill:var(--now);stroke:none}}
.rialto-bonus{{fill:var(--gold);stroke:var(--line);stroke-width:.9;stroke-linejoin:round}}
.rialto-passing{{opacity:.5}}

.rialto-water{{fill:var(--water)}}
.rialto-sea{{fill:var(--water)}}
.rialto-far{{fill:var(--land)}}
.rialto-lit{{fill:var(--offer)}}
.rialto-shoal{{fill:none;stroke:var(--shoal);stroke-width:9;stroke-linejoin:round}}
.rialto-deep{{stroke:var(--deep);stroke-width:20}}
.rialto-waves{{fill:none;stroke:var(--wave);stroke-width:1.2;stroke-linecap:round}}
.rialto-land{{fill:var(--land);stroke:var(--edge);stroke-width:1.1}}
.rialto-ultra .rialto-land{{fill:var(--ultra)}}
.rialto-present .rialto-land{{fill:var(--lit);stroke:var(--glow);stroke-width:3}}
.rialto-scenery,.rialto-bank,.rialto-crossing:not(.rialto-offered){{pointer-events:none}}
.rialto-rii{{fill:none;stroke:var(--rio);stroke-width:2.2}}
.rialto-basin{{fill:var(--shoal);stroke:var(--brick);stroke-width:1.6;stroke-dasharray:2.4 1.2}}
.rialto-gardens{{fill:none;stroke:var(--tree);stroke-width:8;stroke-linecap:round}}
.rialto-marble{{fill:var(--stone);stroke:var(--edge);stroke-width:.9}}
.rialto-tile{{fill:var(--stone);stroke:var(--edge);stroke-width:.8}}
.rialto-tile text{{font:700 10.5px "Iowan Old Style",Palatino,"Noto Serif",Georgia,serif;fill:var(--tone,var(--ink))}}
.rialto-tile.rialto-past{{fill:none;--tone:var(--faint)}}
.rialto-tile.rialto-now{{fill:var(--now);--tone:var(--on)}}
.rialto-route{{fill:none;stroke:var(--faint);stroke-width:1.8;stroke-dasharray:.1 5;stroke-linecap:round}}
.rialto-harbour{{font-size:12.5px;fill:var(--faint)}}
.rialto-bank{{fill:var(--gold);stroke:var(--line);stroke-width:var(--thick,.8);font-weight:700}}
.rialto-bank text{{fill:#2b2622}}
.rialto-bank .rialto-harbour{{text-anchor:start;fill:var(--ink);font-size:11.5px;font-weight:500}}
.rialto-taken{{fill:var(--deep);stroke:var(--faint)}}
.rialto-struck{{fill:none;stroke-width:1.6}}

.rialto-touch,.rialto-plate{{fill:transparent}}
.rialto-stone{{fill:var(--stone);stroke:var(--edge);stroke-width:1.2}}
.rialto-steps{{fill:none;stroke:var(--edge)}}
.rialto-medal{{fill:var(--paper);stroke:var(--line);stroke-width:var(--thick,1)}}
.rialto-crossing text,.rialto-stocks text{{fill:#2b2622;font-weight:700}}
.rialto-crossing .rialto-harbour{{fill:var(--ink);font-weight:500}}
.rialto-hull{{fill:var(--hull);stroke:var(--paper);stroke-width:.8}}
.rialto-berth{{fill:none;stroke:var(--faint);stroke-width:1;stroke-dasharray:2.4 2;opacity:.75}}
.rialto-count{{fill:var(--seat);stroke:var(--line);stroke-width:var(--thick,.7)}}
.rialto-count text{{fill:var(--sign);font-weight:700}}
.rialto-sign{{fill:var(--sign);stroke:none}}
.rialto-body{{fill:var(--seat);stroke:var(--line);stroke-width:var(--thick,.8)}}
.rialto-leads{{--thick:1.5}}
.rialto-worth{{fill:var(--gold);stroke:var(--line);stroke-width:var(--thick,.7)}}
.rialto-worth text{{fill:#2b2622;font-weight:700;font-size:12px}}

.rialto-way{{fill:var(--stone);stroke:var(--edge);stroke-width:.9}}
.rialto-dots{{fill:none;stroke:var(--edge);stroke-width:3.6;stroke-linecap:round}}
.rialto-fifths{{stroke:var(--faint);stroke-width:6.4}}
.rialto-fifth{{fill:var(--faint);font-size:12px}}
.rialto-foot{{fill:none;stroke:var(--ink);stroke-width:1.2}}
.rialto-space{{font-weight:600}}
.rialto-cap{{fill:var(--gold);stroke:var(--line);stroke-width:1;stroke-linejoin:round}}
.rialto-sort{{fill:var(--faint)}}

.rialto-house{{stroke:var(--line);stroke-width:var(--thick,.8);stroke-linejoin:round}}
.rialto-house text{{font-weight:700;stroke:none}}
.rialto-green-house{{fill:var(--g)}}
.rialto-green-house text{{fill:var(--gt)}}
.rialto-yellow-house{{fill:var(--y)}}
.rialto-yellow-house text{{fill:var(--yt)}}
.rialto-blue-house{{fill:var(--b)}}
.rialto-blue-house text{{fill:var(--bt)}}
.rialto-coin{{fill:var(--gold);stroke:var(--line);stroke-width:1}}
.rialto-used>use:first-child{{opacity:.6}}
.rialto-fresh{{stroke-dasharray:2.4 1.6;--line:var(--ink);--thick:1.6}}
.rialto-plot{{fill:none;stroke:var(--edge);stroke-width:.8;stroke-dasharray:2 2;opacity:.7}}
.rialto-stock{{font-size:11.5px}}
.rialto-none{{opacity:.35}}
.rialto-stocks{{fill:var(--faint)}}
.rialto-stocks .rialto-figure{{fill:var(--ink);text-anchor:start;font-weight:600}}
.rialto-frame{{fill:transparent;stroke:none}}
.rialto-card{{fill:var(--paper);stroke:var(--edge);stroke-width:.8}}
.rialto-card use+use{{fill:#4d4436;stroke:none}}
.rialto-card-A use+use{{fill:#8c2f26}}
.rialto-card-B use+use{{fill:#a87a12}}
.rialto-card-D use+use{{fill:#6b6a63}}
.rialto-card-E use+use{{fill:#1d1b1a}}
.rialto-card-F use+use{{fill:#6b2f73}}
.rialto-card-J use+use{{fill:#0c6a72}}
.rialto-back{{fill:var(--back);stroke:var(--edge);stroke-width:.8}}

.rialto-head{{fill:var(--faint)}}
.rialto-rule{{fill:none;stroke:var(--edge);stroke-width:.6;opacity:.6}}
.rialto-player{{text-anchor:start;font-size:13.5px;font-weight:600}}
.rialto-figure{{font-size:15px;font-weight:600}}
.rialto-general,.rialto-of{{font-size:11.5px;fill:var(--faint);font-weight:500}}

.rialto-district.rialto-changed:not(.rialto-present) .rialto-land{{stroke:var(--mark);stroke-width:1.8}}
.rialto-district.rialto-offered .rialto-land{{fill:var(--lit);stroke:var(--offer);stroke-width:3.2}}
.rialto-offered{{cursor:pointer;outline:none}}
.rialto-offered:hover .rialto-land.rialto-land,
.rialto-offered:focus .rialto-land.rialto-land,
.rialto-offered.chosen .rialto-land.rialto-land{{stroke-width:5}}
.rialto-crossing.rialto-offered .rialto-berth{{fill:var(--lit);stroke:var(--offer);stroke-width:2.6;
stroke-dasharray:none;opacity:1}}
.rialto-crossing.rialto-offered:hover .rialto-berth,
.rialto-crossing.rialto-offered:focus .rialto-berth,
.rialto-crossing.rialto-offered.chosen .rialto-berth{{fill:var(--offer)}}
.rialto-offered>.rialto-plate{{fill:var(--lit);stroke:var(--offer);stroke-width:1.8;stroke-linejoin:round}}
.rialto-offered:hover>.rialto-plate,.rialto-offered:focus>.rialto-plate{{stroke-width:3.6}}
.rialto-offered.chosen>.rialto-plate{{fill:var(--offer);stroke-width:3.6}}
.rialto-single.rialto-offered .rialto-card{{stroke:var(--offer);stroke-width:2}}
.rialto-row.rialto-offered .rialto-frame{{stroke:var(--offer);stroke-width:2.2;stroke-linejoin:round}}
.rialto-row.rialto-offered:hover .rialto-frame,
.rialto-row.rialto-offered:focus .rialto-frame,
.rialto-row.rialto-offered.chosen .rialto-frame{{fill:var(--offer)}}
.rialto-single.rialto-offered:hover .rialto-card,
.rialto-single.rialto-offered:focus .rialto-card,
.rialto-single.rialto-offered.chosen .rialto-card{{stroke-width:4}}
.rialto-changed:not(.rialto-district):not(.rialto-figure){{--line:var(--mark);--thick:2}}
.rialto-crossing.rialto-changed .rialto-stone,
.rialto-crossing.rialto-changed .rialto-hull{{stroke:var(--mark);stroke-width:2}}
.rialto-figure.rialto-changed{{fill:var(--mark)}}
.rialto-stock.rialto-changed text{{fill:var(--mark);font-weight:700}}
@media (prefers-reduced-motion:no-preference){{
.rialto-changed:not(.rialto-district){{animation:rialto-arrive 1s ease-out}}
@keyframes rialto-arrive{{from{{opacity:.2}}}}
.rialto-drawn>*{{animation:rialto-turn .6s ease-out;transform-box:fill-box;transform-origin:center}}
@keyframes rialto-turn{{from{{scale:0 1}}}}
}}
"""
