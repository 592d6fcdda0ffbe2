"""The look of the board, by day and by night."""

from companion.picture.colours import board_style

_DAY = """
--water:#b9d3d8;--deep:#c6dcdf;--shoal:#d9e8e6;--wave:#97b9c0;--land:#f8f2e4;--lit:#fffdf6;--edge:#a8946f;
--stone:#efe6d4;--hollow:#fbf7ee;--slab:#cfc9bd;--paving:#d8d3c8;--inlay:#e3dfd5;--seam:#efebe2;--kerb:#a39a89;
--hatch:#8d4a3c;--line:#2b2622;--ink:#2b2622;--faint:#6f6553;--offer:#0c6a72;--mark:#a3239a;--strike:#c4121f;
--paper:#fffdf8;--grey:#6b7076;--black:#1d1b1a;--brown:#e9d8b9;--tree:#a9bc94;--coat:#3b4a40;--feet:#a14a3c;
--brick:#b97d66;--boat:#2f3b40;--blue:#c0d6e4
"""
_NIGHT = """
--water:#0e2028;--deep:#132a33;--shoal:#1a353f;--wave:#2a4a55;--land:#34372f;--lit:#43453a;--edge:#7d7760;
--stone:#33332d;--hollow:#41413a;--slab:#2a2c2b;--paving:#2f3130;--inlay:#373938;--seam:#474945;--kerb:#6d6a5e;
--hatch:#b4634d;--line:#0d1112;--ink:#f1eadb;--faint:#aaa28e;--offer:#5fb0b4;--mark:#eaa6e6;--strike:#ff5a5f;
--paper:#ece4d0;--grey:#5d646b;--black:#050505;--brown:#584a35;--tree:#566b4b;--coat:#66806f;--feet:#c9796a;
--brick:#7a4f40;--boat:#05090b;--blue:#2d4a60
"""

STYLE = f"""{board_style("venezia", day=_DAY, night=_NIGHT)}
.venezia-name{{font:600 14px "Iowan Old Style",Palatino,"Palatino Linotype","Noto Serif",Georgia,serif}}

.venezia-arcade{{fill:var(--stone);stroke:var(--kerb);stroke-width:.8}}
.venezia-rim{{fill:var(--hollow);stroke:var(--kerb);stroke-width:.8}}
.venezia-rim text{{fill:var(--faint);font-weight:600}}
.venezia-paving{{fill:var(--paving)}}
.venezia-slab{{fill:var(--slab)}}
.venezia-inlay{{fill:none;stroke:var(--inlay)}}
.venezia-seam{{fill:none;stroke:var(--seam);stroke-width:2.6}}
.venezia-kerb{{fill:none;stroke:var(--kerb)}}
.venezia-hatch{{fill:none;stroke:var(--hatch);stroke-width:.8;opacity:.8}}
.venezia-tower{{fill:#b5705a;stroke:#7c4433;stroke-width:1.4}}
.venezia-hunted{{fill:var(--hatch);opacity:.16}}

.venezia-pigeon{{fill:var(--seat);stroke:var(--line);stroke-width:var(--thick,.9);stroke-linejoin:round}}
.venezia-legs{{stroke:var(--feet);stroke-width:1.2}}
.venezia-sign{{fill:var(--sign);stroke:none}}
.venezia-eye{{stroke:var(--sign);stroke-width:2;stroke-linecap:round}}
.venezia-home,.venezia-body{{fill:var(--seat);stroke:var(--line);stroke-width:var(--thick,.7)}}
.venezia-figure{{stroke:var(--line);stroke-width:var(--thick,.8);stroke-linejoin:round}}
.venezia-shirt{{fill:#f6efe0}}
.venezia-skin{{fill:#e6b894}}
.venezia-straw{{fill:#b98a4e}}
.venezia-strap{{fill:none}}
.venezia-camera{{fill:#3a3a3c}}
.venezia-glass{{fill:#bcd6dd}}
.venezia-coat,.venezia-hat{{fill:var(--coat)}}
.venezia-plume{{fill:#f2efe6}}
.venezia-gun{{fill:none;stroke:#1c1512;stroke-width:2.6;stroke-linecap:round}}
.venezia-gone{{fill:none;stroke:var(--mark);stroke-dasharray:2 2}}
.venezia-fresh{{fill:none;stroke:var(--mark);stroke-width:2}}
.venezia-shadow{{opacity:.3}}
.venezia-way,.venezia-landing{{fill:none;stroke:var(--mark);stroke-width:2.4;stroke-linecap:round}}
.venezia-way{{stroke-dasharray:.1 5}}
.venezia-landing{{stroke-width:8}}
.venezia-prey{{--line:var(--strike);--thick:2}}

.venezia-place{{cursor:pointer;outline:none}}
.venezia-touch{{fill:transparent}}
.venezia-mark{{fill:var(--chosen,none);fill-opacity:var(--veil,1);stroke:var(--tone,var(--offer));stroke-width:var(--ring,2.2)}}
.venezia-mark.venezia-free{{stroke-width:var(--ring,1.6)}}
.venezia-mark.venezia-goal{{fill:var(--chosen,var(--lit))}}
.venezia-strike{{--tone:var(--strike);--ring:3}}
.venezia-place:hover,.venezia-place:focus{{--ring:4.4}}
.venezia-place.chosen{{--ring:6;--chosen:var(--offer);--veil:.35}}
.venezia-badge{{font-weight:700;pointer-events:none}}
.venezia-hint{{display:none;pointer-events:none}}
.venezia-place:hover .venezia-hint,.venezia-place:focus .venezia-hint{{display:inline}}
.venezia-doomed{{fill:none;stroke:var(--strike);stroke-width:2.2}}
.venezia-goals{{fill:none;stroke:var(--offer);stroke-dasharray:3 2.2}}
.venezia-beside{{font-size:26px;font-weight:600}}

.venezia-water{{fill:var(--water)}}
.venezia-shoal{{fill:none;stroke:var(--shoal);stroke-width:9;stroke-linejoin:round}}
.venezia-deep{{stroke:var(--deep);stroke-width:20}}
.venezia-waves{{fill:none;stroke:var(--wave);stroke-width:1.2;stroke-linecap:round}}
.venezia-land{{fill:var(--land);stroke:var(--edge);stroke-width:1.1}}
.venezia-scenery{{pointer-events:none}}
.venezia-bridge{{fill:none;stroke:var(--edge);stroke-width:4.4}}
.venezia-deck{{fill:none;stroke:var(--lit);stroke-width:2.6}}
.venezia-basin{{fill:var(--shoal);stroke:var(--brick);stroke-width:1.6;stroke-dasharray:2.4 1.2}}
.venezia-gardens{{fill:none;stroke:var(--tree);stroke-width:8;stroke-linecap:round}}
.venezia-cypress{{stroke-width:4}}
.venezia-marble{{fill:var(--stone);stroke:var(--edge);stroke-width:.9}}
.venezia-edge .venezia-land{{fill:var(--boat);stroke-width:.8}}
.venezia-count{{fill:var(--seat);stroke:var(--line);stroke-width:var(--thick,.7)}}
.venezia-count text{{fill:var(--sign);font-weight:700}}
.venezia-leads{{--thick:1.6}}
.venezia-grey{{fill:var(--grey);stroke:var(--line);stroke-width:var(--thick,.7)}}
.venezia-grey text{{fill:#fff;font-weight:700}}
.venezia-grey .venezia-plume{{fill:#fff;stroke:none}}
.venezia-bird{{fill:var(--black);stroke:var(--paper);stroke-width:.8}}

.venezia-head{{fill:var(--faint)}}
.venezia-head text{{font-size:11px}}
.venezia-eggs{{fill:var(--paper);stroke:var(--faint)}}
.venezia-rule{{fill:none;stroke:var(--edge);stroke-width:.6;opacity:.6}}
.venezia-player{{text-anchor:start;font-size:13.5px;font-weight:600}}
.venezia-figures{{font-size:15px;font-weight:600}}
.venezia-none{{opacity:.4}}
.venezia-card{{fill:#fffdf6;stroke:#8b8378;stroke-width:1}}
.venezia-sea{{fill:var(--water)}}
.venezia-far{{fill:var(--land)}}
.venezia-lit{{fill:var(--offer)}}
.venezia-boat{{fill:var(--boat);stroke:var(--edge);stroke-width:.8}}
.venezia-feigned{{fill:none;stroke:var(--ink);stroke-width:1.6;stroke-dasharray:2.6 2}}
.venezia-first-card+.venezia-feigned+.venezia-blades{{stroke:var(--ink);stroke-width:1.8}}
.venezia-ink{{fill:#3b3128}}
.venezia-blades{{fill:none;stroke:#3b3128;stroke-width:2.6;stroke-linecap:round}}
.venezia-first-card{{fill:var(--blue);stroke:var(--edge);stroke-width:.8}}
.venezia-zone-card{{fill:var(--brown);stroke:var(--edge);stroke-width:.8}}
.venezia-first-card text,.venezia-zone-card text{{fill:var(--ink);font-weight:600}}

.venezia-zone.venezia-changed .venezia-land{{stroke:var(--mark);stroke-width:1.8}}
.venezia-zone.venezia-offered .venezia-land{{fill:var(--lit)}}
.venezia-edge.venezia-offered .venezia-land,
.venezia-zone.venezia-offered .venezia-land{{stroke:var(--offer);stroke-width:2.4}}
.venezia-offered{{cursor:pointer;outline:none}}
.venezia-offered:hover .venezia-land.venezia-land,
.venezia-offered:focus .venezia-land.venezia-land,
.venezia-offered.chosen .venezia-land.venezia-land{{stroke-width:4.4}}
.venezia-changed:not(.venezia-zone){{--line:var(--mark);--thick:2}}
.venezia-figures.venezia-changed{{fill:var(--mark);opacity:1}}
.venezia-first-card.venezia-changed,.venezia-zone-card.venezia-changed{{stroke:var(--mark);stroke-width:2;opacity:1}}
@media (prefers-reduced-motion:no-preference){{
.venezia-changed:not(.venezia-zone){{animation:venezia-arrive 1s ease-out}}
@keyframes venezia-arrive{{from{{opacity:.2}}}}
.venezia-drawn{{animation:venezia-turn .6s ease-out;transform-box:fill-box;transform-origin:center}}
@keyframes venezia-turn{{from{{scale:0 1}}}}
}}
"""
