"""The look of the board, by day and by night."""

from companion.picture.colours import board_style

_DAY = """
--water:#b9d3d8;--deep:#c6dcdf;--shoal:#d9e8e6;--wave:#97b9c0;--rio:#cbdcd8;--land:#f8f2e4;--lit:#fffdf6;
--edge:#a8946f;--stone:#f0e7d3;--tree:#b9c8a4;--wall:#f5e2d4;--lozenge:#eed5c5;--brick:#b97d66;--hollow:#9d6f5c;
--spire:#86a08f;--boat:#2f3b40;--paper:#fffdf8;--plain:#fffaf0;--line:#2b2622;--ink:#2b2622;--faint:#736854;
--offer:#0c6a72;--mark:#a3239a;--brown:#e9d8b9;--blue:#c0d6e4
"""
_NIGHT = """
--water:#0e2028;--deep:#132a33;--shoal:#1a353f;--wave:#2a4a55;--rio:#22343a;--land:#34372f;--lit:#43453a;
--edge:#7d7760;--stone:#3f4037;--tree:#4a5a42;--wall:#4d3b35;--lozenge:#57433b;--brick:#7a4f40;--hollow:#201816;
--spire:#5c7a6b;--boat:#05090b;--paper:#ece4d0;--plain:#d9d0bb;--line:#0d1112;--ink:#f1eadb;--faint:#aaa28e;
--offer:#5fb0b4;--mark:#eaa6e6;--brown:#584a35;--blue:#2d4a60
"""

STYLE = f"""{board_style("doge", day=_DAY, night=_NIGHT, letters="12.5px")}
.doge-name{{font:600 15px "Iowan Old Style",Palatino,"Palatino Linotype","Noto Serif",Georgia,serif}}

.doge-water{{fill:var(--water)}}
.doge-shoal{{fill:none;stroke:var(--shoal);stroke-width:12;stroke-linejoin:round}}
.doge-deep{{stroke:var(--deep);stroke-width:24}}
.doge-canal{{fill:none;stroke:var(--water);stroke-width:11}}
.doge-waves{{fill:none;stroke:var(--wave);stroke-width:1.2;stroke-linecap:round}}
.doge-islet{{fill:var(--land);stroke:var(--shoal);stroke-width:5;paint-order:stroke}}
.doge-land{{fill:var(--land);stroke:var(--edge);stroke-width:1.1}}
.doge-scenery,.doge-crew,.doge-homes{{pointer-events:none}}
.doge-rii{{fill:none;stroke:var(--rio);stroke-width:2.4}}
.doge-bridge{{fill:none;stroke:var(--edge);stroke-width:4.4}}
.doge-deck{{fill:none;stroke:var(--lit);stroke-width:2.6}}
.doge-trees{{fill:none;stroke:var(--tree);stroke-width:7;stroke-linecap:round}}
.doge-basin{{fill:var(--rio);stroke:var(--brick);stroke-width:1.6;stroke-dasharray:2.4 1.2}}
.doge-stone{{fill:var(--stone);stroke:var(--edge);stroke-width:.9}}
.doge-wall,.doge-merlon{{fill:var(--wall)}}
.doge-merlon{{stroke:var(--edge)}}
.doge-front{{fill:none}}
.doge-lozenge{{fill:none;stroke:var(--lozenge)}}
.doge-hollow{{fill:var(--hollow)}}
.doge-tracery{{fill:none;stroke:var(--hollow)}}
.doge-tower{{fill:var(--brick)}}
.doge-belfry{{fill:var(--paper);stroke:var(--brick);stroke-width:.7}}
.doge-spire{{fill:var(--spire)}}

.doge-site{{fill:var(--stone);stroke:var(--edge);stroke-width:.7;stroke-dasharray:2 1.5}}
.doge-site text{{stroke:none;fill:var(--faint)}}
.doge-next{{fill:var(--lit);stroke:var(--ink);stroke-width:1.1}}
.doge-next text{{fill:var(--ink);font-weight:700;font-size:14px}}
.doge-body,.doge-signed,.doge-turned,.doge-advisor{{fill:var(--seat);stroke:var(--line);stroke-width:var(--thick,.7)}}
.doge-signed use+use{{fill:var(--sign);stroke:none}}
.doge-turned use+use{{fill:#fffdf8;stroke:var(--seat);stroke-width:1.6}}
.doge-turned text{{fill:#2b2622;font-weight:700}}
.doge-advisor text{{fill:var(--sign);font-size:11.5px;font-weight:700}}
.doge-neutral{{fill:var(--plain)}}
.doge-homes{{fill:var(--boat)}}
.doge-homes text{{fill:var(--faint);font-size:12px}}
.doge-neutral text{{fill:#2b2622}}

.doge-supply,.doge-houses{{text-anchor:start}}
.doge-player{{font-size:13px}}
.doge-many{{font-size:9.5px}}
.doge-order{{fill:var(--brown);stroke:var(--edge);stroke-width:.8}}
.doge-order text{{fill:var(--ink);font-size:11.5px}}
.doge-order .doge-caption{{fill:var(--faint);font-size:12px;text-anchor:start}}
.doge-coming{{fill:var(--blue)}}
.doge-back{{opacity:.5}}
.doge-counted{{opacity:.55}}
.doge-counted text{{text-decoration:line-through}}
.doge-now{{stroke:var(--ink);stroke-width:2}}
.doge-now text{{font-weight:700}}

.doge-present use.doge-land,.doge-offered use.doge-land{{fill:var(--lit)}}
.doge-area.doge-changed .doge-land{{stroke:var(--mark);stroke-width:1.8}}
.doge-area.doge-offered .doge-land{{stroke:var(--offer);stroke-width:2.4}}
.doge-offered{{cursor:pointer;outline:none}}
.doge-area.doge-offered:focus .doge-land,.doge-area.doge-offered:hover .doge-land{{stroke-width:4.4}}
.doge-area.doge-offered.chosen .doge-land{{stroke-width:4.4}}
.doge-mark{{cursor:pointer;outline:none}}
.doge-mark:hover,.doge-mark:focus{{--ring:3.6}}
.doge-mark.chosen{{--ring:4.4}}
.doge-touch{{fill:transparent}}
.doge-halo{{fill:none;stroke:var(--offer);stroke-width:var(--ring,1.8)}}
.doge-ghost{{opacity:.55}}
.doge-sea{{fill:var(--water)}}
.doge-far{{fill:var(--land)}}
.doge-lit{{fill:var(--offer)}}
.doge-shifted{{fill:none;stroke:var(--ink);stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}}
.doge-changed:not(.doge-area){{--line:var(--mark);--thick:2}}
.doge-order .doge-changed{{stroke:var(--mark);stroke-width:2}}
@media (prefers-reduced-motion:no-preference){{
.doge-changed:not(.doge-area,.doge-advisor,.doge-drawn){{animation:doge-arrive 1s ease-out}}
@keyframes doge-arrive{{from{{opacity:.2}}}}
.doge-drawn>*{{animation:doge-turn .6s ease-out;transform-box:fill-box;transform-origin:center}}
@keyframes doge-turn{{from{{scale:0 1}}}}
}}
"""
