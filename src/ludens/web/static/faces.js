// The faces of those whom people play against, from the weakest on, each drawn in a square of 64 by 64.

import { svg } from "./dom.js";

const circle = (cx, cy, r, fill) => ["circle", { cx, cy, r, fill }];
const oval = (cx, cy, rx, ry, fill, turn = 0) => ["ellipse", { cx, cy, rx, ry, fill, transform: turn ? `rotate(${turn} ${cx} ${cy})` : null }];
const shape = (d, fill) => ["path", { d, fill }];
const line = (d, stroke, width = 1.8) => ["path", { d, stroke, fill: "none", "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" }];
const eyes = (x, y, r, fill = "#22262a") => [-1, 1].flatMap((side) => [circle(32 + side * x, y, r, fill), circle(32 + side * x + r * 0.3, y - r * 0.35, r * 0.32, "#ffffff")]);
const both = (make) => [-1, 1].map((side) => make((x) => 32 + side * x, side));
const whiskers = (y) => both((x) => line(`M${x(9)} ${y}L${x(23)} ${y - 3}M${x(9)} ${y + 3}L${x(22)} ${y + 5}`, "#4a4f55", 1.2));

const FACES = [
  [ // chick
    line("M32 11q-4-6-7-4M32 11q1-7 5-6", "#c98a00", 2.2),
    circle(32, 35, 24, "#ffd34d"), oval(32, 44, 15, 12, "#ffe38a"),
    ...eyes(10, 31, 3.6), shape("M32 35l7 5-7 6-7-6z", "#f08a24"), line("M25.5 40h13", "#b85c0a", 1.2),
    ...both((x) => oval(x(17), 39, 3.4, 2.2, "#ffb59a")),
  ],
  [ // mouse
    ...both((x) => circle(x(19), 19, 13, "#9aa3ad")), ...both((x) => circle(x(19), 19, 8, "#f3b6bf")),
    oval(32, 37, 20, 21, "#b3bbc4"), oval(32, 47, 11, 9, "#dfe4e9"),
    ...eyes(8, 33, 3.4), ...whiskers(46), circle(32, 44, 3.6, "#d9667b"), line("M32 48v3q-4 4-7 1M32 51q4 4 7 1", "#5b626a", 1.5),
  ],
  [ // rabbit
    ...both((x, side) => oval(x(10), 17, 6.5, 17, "#d9c7ae", side * 9)), ...both((x, side) => oval(x(10), 18, 3.2, 12, "#f3b6bf", side * 9)),
    oval(32, 41, 20, 19, "#e6d8c3"), ...both((x) => circle(x(6), 49, 7.5, "#fbf6ee")),
    ...eyes(9, 37, 3.5), shape("M28 43h8l-4 4z", "#d9667b"), shape("M29 51h2.7v7H29zM32.3 51H35v7h-2.700z", "#ffffff"), line("M29 51.500v6h6v-6M32 51.500v6", "#b7a78f", 0.9),
  ],
  [ // cat
    ...both((x) => shape(`M${x(22)} 30L${x(21)} 7L${x(5)} 18z`, "#e08a3c")), ...both((x) => shape(`M${x(19)} 24L${x(18.5)} 13L${x(10)} 19z`, "#f6c2a8")),
    oval(32, 37, 22, 20, "#f0a04f"), line("M32 18v7M26 19v5M38 19v5", "#b9651d", 2.4), oval(32, 47, 11, 8, "#fbe6d2"),
    ...eyes(10, 34, 3.8, "#2f5d3a"), ...whiskers(45), shape("M28.5 41h7l-3.5 4z", "#c8505f"), line("M32 45v2q-3 4-6 1M32 47q3 4 6 1", "#6d3d15", 1.5),
  ],
  [ // fox
    ...both((x) => shape(`M${x(25)} 30L${x(23)} 4L${x(5)} 17z`, "#cf5a22")), ...both((x) => shape(`M${x(21)} 22L${x(20.5)} 10L${x(11)} 17z`, "#3d2a22")),
    shape("M7 27Q32 8 57 27Q52 46 32 60Q12 46 7 27z", "#e2702f"), ...both((x) => shape(`M${x(0)} 60Q${x(20)} 47 ${x(24)} 33Q${x(10)} 36 ${x(0)} 48z`, "#fff4e8")),
    ...eyes(11, 31, 3.2), oval(32, 55, 4.5, 3.6, "#22262a"),
  ],
  [ // badger
    ...both((x) => circle(x(20), 17, 7, "#2c3136")), ...both((x) => circle(x(20), 17, 3.5, "#e9ebed")),
    shape("M8 32Q10 11 32 11T56 32Q54 50 32 60Q10 50 8 32z", "#eef0f2"), ...both((x) => shape(`M${x(5)} 13Q${x(20)} 14 ${x(21)} 32Q${x(17)} 44 ${x(9)} 50Q${x(13)} 32 ${x(5)} 13z`, "#2c3136")),
    ...both((x) => circle(x(13.5), 32, 3, "#f5f6f7")), ...both((x) => circle(x(13.5), 32, 1.9, "#101215")), oval(32, 53, 5.5, 4.2, "#22262a"),
  ],
  [ // owl
    ...both((x) => shape(`M${x(23)} 26L${x(22)} 5L${x(4)} 17z`, "#6b4a2f")), oval(32, 36, 23, 23, "#8a6240"), oval(32, 50, 14, 9, "#c9a37a"),
    ...both((x) => circle(x(10.5), 31, 11, "#f4e6cf")), ...both((x) => circle(x(10.5), 31, 7, "#f2a93b")), ...eyes(10.5, 31, 4.2), shape("M32 35l4.5 5-4.5 8-4.5-8z", "#d98a24"),
    line("M24 51l2 2 2-2M31 53l2 2 2-2M37 51l2 2 2-2", "#7b5837", 1.4),
  ],
  [ // dragon
    ...both((x) => shape(`M${x(10)} 16Q${x(13)} 4 ${x(24)} 3Q${x(18)} 10 ${x(19)} 21z`, "#e8d9a8")), ...both((x) => shape(`M${x(21)} 26L${x(31)} 22L${x(29)} 38L${x(20)} 40z`, "#2e7d5b")),
    shape("M11 29Q13 12 32 12T53 29Q53 39 46 45Q45 60 32 60T18 45Q11 39 11 29z", "#3f9d74"), shape("M28 12l4-7 4 7-4 4zM29 20l3-4 3 4-3 4z", "#c94f3d"),
    ...both((x) => oval(x(10.5), 31, 5.8, 5, "#ffe27a")), ...both((x) => oval(x(10.5), 31, 1.7, 4.6, "#1d2125")), ...both((x) => line(`M${x(4.5)} 26L${x(17)} 24`, "#256449", 2.6)),
    oval(32, 50, 12, 8, "#66bb92"), ...both((x) => oval(x(4.5), 47, 1.8, 2.4, "#1f5540")), line("M22 53q10 7 20 0", "#1f5540", 1.8), shape("M25 54.500l2 4 2.2-3zM39 54.500l-2 4-2.2-3z", "#ffffff"),
  ],
];

const PERSON = [circle(32, 23, 12, "currentColor"), shape("M9 59q0-22 23-22t23 22z", "currentColor")];
const MACHINE = [
  line("M32 15V7", "currentColor", 3), circle(32, 6, 3.5, "currentColor"), ["rect", { x: 11, y: 15, width: 42, height: 36, rx: 9, fill: "none", stroke: "currentColor", "stroke-width": 3.5 }],
  ...both((x) => circle(x(9.5), 30, 4.5, "currentColor")), line("M23 42h18", "currentColor", 3),
];

const drawn = (parts, kind) => svg("svg", { class: `face ${kind}`.trim(), viewBox: "0 0 64 64", "aria-hidden": "true" }, parts.map(([tag, attributes]) => svg(tag, attributes)));

/** The face of a level, from 1 on; for others that of a machine. */
export const face = (level) => (FACES[level - 1] ? drawn(FACES[level - 1], "") : drawn(MACHINE, "face-plain"));

/** The face of a person who plays here. */
export const personFace = () => drawn(PERSON, "face-plain");
