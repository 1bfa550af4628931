"""More pictures of pieces: beasts, people, arms and vehicles, and things, as `pictures` has them."""

from __future__ import annotations

import math
from typing import Final


def dot(x: float, y: float, r: float) -> str:
    """The path of a disc."""
    return f"M{x} {y - r}a{r} {r} 0 1 1 0 {2 * r}a{r} {r} 0 1 1 0-{2 * r}z"


def star(x: float, y: float, r: float) -> str:
    """The path of a star of five points."""
    angles = [math.radians(36 * n) for n in range(10)]
    points = [(r if n % 2 == 0 else 0.42 * r, angle) for n, angle in enumerate(angles)]
    return "M" + "L".join(f"{x + d * math.sin(a):.1f} {y - d * math.cos(a):.1f}" for d, a in points) + "z"


def _chevron(y: float) -> str:
    return f"M12 {y + 22}L50 {y}L88 {y + 22}V{y + 34}L50 {y + 12}L12 {y + 34}z"


_EYES: Final = (dot(38, 42, 6), dot(62, 42, 6))
_GHOST: Final = "M50 8C74 8 84 26 84 46V92L70 82L58 92L50 84L42 92L30 82L16 92V46C16 26 26 8 50 8z"

BEASTS: Final[dict[str, tuple[str, ...]]] = {
    "camel": (
        "M10 28C10 21 18 17 26 20L34 27C36 40 34 50 40 52C44 42 48 28 58 28C68 28 70 44 74 50C83 53 87 60 87 70"
        "V93H78V72"
        "C70 75 60 75 52 73V93H43V70C31 66 25 54 25 38L15 37C11 36 10 32 10 28z",
        dot(21, 26, 2), "M87 62C92 66 93 72 92 78",
    ),
    "giraffe": (
        "M18 15C24 8 34 10 37 19L49 56C61 53 75 56 81 63V95H73V75H52V95H44V68L29 29L16 28C13 22 14 18 18 15z",
        "M26 10V3M33 11V4", dot(25, 19, 2), dot(39, 42, 3), dot(58, 64, 4), dot(70, 68, 3), dot(45, 58, 3),
    ),
    "rhinoceros": (
        "M5 58C7 47 13 45 18 49L12 28L27 46C35 36 50 33 66 35C82 37 93 48 93 62V87H80V72H47V87H34V73C21 75 9 70 5 58z",
        dot(24, 54, 2), "M36 44C34 52 38 60 46 62",
    ),
    "dragon": (
        "M8 38L30 22L24 8L42 17C60 12 75 23 76 40C77 54 67 60 58 62C71 62 79 69 80 79C81 87 89 86 92 76"
        "C97 92 83 99 72 93"
        "C60 86 62 75 44 73C30 71 23 63 25 54L40 50C31 49 26 45 23 42L11 46z",
        dot(40, 31, 3), "M52 18L66 6L66 22M70 26L86 20L78 36",
    ),
    "unicorn": (
        "M33 22L16 2L45 15z",
        "M30 88c0-20 16-26 17-40c-6 6-11 9-18 9c-6 3-12 0-13-5l1-6c5-8 11-13 13-20c1-5 0-8 2-13l9 7l5-8"
        "c24 2 38 26 38 50"
        "c0 10-3 18-4 26z", "M36 31a2 2 0 1 1 0 4a2 2 0 1 1 0-4z", "M63 24c10 9 14 24 14 38",
    ),
    "seal": (
        "M5 74C16 60 28 62 38 67C44 46 48 24 64 16C78 10 92 19 90 33C88 41 79 42 77 48C80 67 74 86 57 90H20"
        "C12 88 6 82 5 74z",
        dot(72, 26, 3), dot(88, 28, 3), "M80 34L96 38M80 37L92 44", "M52 70C54 78 62 84 70 84",
    ),
    "kangaroo": (
        "M30 10L36 2L43 14C51 16 51 27 45 29C45 41 55 44 63 54C75 67 71 80 65 86L95 89V95H48L40 79"
        "C36 70 38 58 36 50L26 60"
        "L21 55L34 38V27L24 26C24 18 26 14 30 10z", dot(35, 19, 2), "M56 60C62 70 60 80 52 84",
    ),
    "frog": (
        "M50 26C77 26 93 46 93 62C93 80 75 89 50 89C25 89 7 80 7 62C7 46 23 26 50 26z", dot(28, 27, 14),
        dot(72, 27, 14),
        dot(28, 27, 5), dot(72, 27, 5), "M20 62C34 76 66 76 80 62", dot(44, 52, 1.6), dot(56, 52, 1.6),
    ),
    "turtle": (
        dot(88, 50, 9), "M22 26L14 16M22 74L14 84M70 26L80 16M70 74L80 84", "M12 50L4 46V54z",
        "M46 18C66 18 80 32 80 50C80 68 66 82 46 82C26 82 12 68 12 50C12 32 26 18 46 18z",
        "M46 34L60 42V58L46 66L32 58V42zM46 34V18M60 42L75 34M60 58L75 66M46 66V82M32 58L17 66M32 42L17 34",
    ),
    "spider": (
        "M34 44L12 30L4 44M34 50L10 50L2 62M36 58L16 72L12 90M66 44L88 30L96 44M66 50L90 50L98 62M64 58L84 72L88 90",
        dot(50, 34, 12), dot(50, 60, 22), dot(45, 31, 2.5), dot(55, 31, 2.5),
    ),
}  # fmt: skip
PEOPLE: Final[dict[str, tuple[str, ...]]] = {
    "ghost": (_GHOST, *_EYES, dot(50, 62, 5)),
    "ghostgood": (_GHOST, *_EYES, "M36 58C42 68 58 68 64 58"),
    "ghostevil": (
        "M24 26L16 4L38 14z", "M76 26L84 4L62 14z", _GHOST, *_EYES, "M36 68C42 58 58 58 64 68M30 32L44 36M70 32L56 36",
    ),
    "person": ("M50 44C74 44 86 60 86 93H14C14 60 26 44 50 44z", dot(50, 25, 19)),
    "woman": ("M50 42L88 93H12z", "M50 4C70 4 74 24 72 46H28C26 24 30 4 50 4z", dot(50, 27, 14)),
    "gnome": (
        "M24 38C24 66 36 84 50 96C64 84 76 66 76 38z", dot(50, 46, 9), "M50 2L76 38H24z", dot(38, 46, 2.4),
        dot(62, 46, 2.4),
    ),
    "musketeer": (
        "M33 48H67V64C67 80 58 92 50 92C42 92 33 80 33 64z", "M38 70C42 64 48 66 50 69C52 66 58 64 62 70M50 74V84",
        dot(42, 58, 2.2), dot(58, 58, 2.2), "M30 40C30 26 38 18 50 18C62 18 70 26 70 40z",
        "M6 44C24 34 76 34 94 44C80 54 20 54 6 44z", "M60 26C70 6 90 4 96 18C86 18 76 26 68 36z",
    ),
    "helmet": (
        "M28 16C34 0 66 0 72 16L66 20C60 12 40 12 34 20z",
        "M50 14C74 14 87 32 85 56L82 92H62V62H57V76H43V62H38V92H18L15 56C13 32 26 14 50 14z", "M22 54H38M62 54H78",
    ),
    "jester": (
        "M50 34C40 12 20 8 9 26C20 26 24 36 26 52L28 68H72L74 52C76 36 80 26 91 26C80 8 60 12 50 34z",
        "M24 72H76V84H24z",
        dot(9, 30, 6), dot(91, 30, 6), "M50 34V66",
    ),
    "spy": (
        "M27 40C27 20 35 12 50 17C65 12 73 20 73 40z", "M8 40H92V49H8z", "M18 58H46C47 77 20 77 18 58z",
        "M54 58H82C80 77 53 77 54 58z", "M46 61H54M30 86H70",
    ),
}  # fmt: skip
ARMS: Final[dict[str, tuple[str, ...]]] = {
    "lance": ("M46.5 40H53.5V96H46.5z", "M50 4L63 30L54 44H46L37 30z", "M38 58H62"),
    "bow": ("M30 6C74 20 74 80 30 94", "M30 6V94", "M12 50H76", "M92 50L74 41V59z", "M12 50L22 43M12 50L22 57"),
    "pickaxe": ("M46 30H54V96H46z", "M6 42C22 10 78 10 94 42C76 29 60 27 54 35H46C40 27 24 29 6 42z"),
    "binoculars": (
        "M18 20H40V40L46 46V84H10V46L18 40z", "M60 20H82V40L90 46V84H54V46L60 40z", "M46 50H54V64H46z",
        "M10 72H46M54 72H90",
    ),
    "baton": (
        "M20 10L30 20L88 78L78 88L20 30L10 20z", "M80 10L70 20L12 78L22 88L80 30L90 20z", star(50, 50, 20),
    ),
    "chevrons": tuple(_chevron(y) for y in (8, 32, 56)),
    "onestar": (star(50, 52, 42),),
    "twostars": (star(30, 52, 27), star(70, 52, 27)),
    "threestars": (star(50, 28, 25), star(26, 70, 25), star(74, 70, 25)),
    "crownstar": ("M24 8L36 24L50 6L64 24L76 8L72 40H28z", star(50, 70, 27)),
    "swords": (
        "M14 6L26 10L70 66L62 72L12 20z", "M86 6L74 10L30 66L38 72L88 20z", "M56 76L76 60L80 66L62 82z",
        "M44 76L24 60L20 66L38 82z", "M68 74L80 90L74 94L62 80z", "M32 74L20 90L26 94L38 80z",
    ),
    "car": (
        "M6 64C6 55 12 52 22 50L34 30H66L82 50C93 52 96 57 96 66V78H6z", "M30 50L38 37H48V50z", "M54 50V37H62L72 50z",
        dot(27, 78, 11), dot(75, 78, 11),
    ),
    "motorbike": (
        dot(20, 70, 15), dot(80, 70, 15), "M20 70L38 46H62L80 70M62 46L56 28H68", "M30 36H54L48 48H36z",
        "M38 52H60L54 70H42z",
    ),
    "plane": (
        "M50 3C56 6 58 14 58 22V40L95 62V72L58 62V80L70 90V96L50 90L30 96V90L42 80V62L5 72V62L42 40V22"
        "C42 14 44 6 50 3z",
    ),
    "helicopter": (
        "M10 13H90V19H10z", "M47 19H53V34H47z",
        "M30 34H58C76 34 83 48 83 58C83 66 77 71 68 71H40C28 71 23 63 25 54L4 50V36L26 40C27 36 28 34 30 34z",
        "M58 42V56H75C75 48 70 42 58 42z", "M30 84H84M44 72V84M68 72V84",
    ),
    "warship": ("M36 24H46V44H36z", "M54 32H62V44H54z", "M24 44H72V62H24z", "M72 50L94 40", "M4 62H96L85 86H18z"),
    "submarine": (
        "M52 30V16H64", "M42 48V30H60V48z",
        "M6 62C6 51 18 46 34 46H80C92 46 97 55 97 62C97 70 88 79 76 79H34C18 79 6 73 6 62z", dot(32, 62, 5),
        dot(52, 62, 5),
        dot(72, 62, 5),
    ),
    "speedboat": ("M28 58L40 38H62L74 58z", "M4 58H97C93 74 84 84 72 84H22C11 79 6 70 4 58z", "M14 70H86"),
    "rocket": (
        "M36 46L20 68V80L38 68z", "M64 46L80 68V80L62 68z", "M42 64L50 96L58 64z",
        "M50 3C63 16 67 36 64 64H36C33 36 37 16 50 3z",
        dot(50, 36, 7),
    ),
    "wagon": ("M8 30H86V60H8z", "M86 48L98 56", dot(26, 72, 15), dot(70, 72, 15), dot(26, 72, 3), dot(70, 72, 3)),
    "regiment": ("M6 26H94V74H6z", "M6 26L94 74M94 26L6 74"),
}  # fmt: skip
THINGS: Final[dict[str, tuple[str, ...]]] = {
    "house": ("M6 52L50 12L94 52H82V90H18V52z", "M42 90V64H58V90z"),
    "factory": ("M6 90V46L28 60V46L50 60V46L70 58V10H84V90z", "M18 70H30M40 70H52M62 70H74"),
    "waves": tuple(
        f"M6 {y}C18 {y - 12} 30 {y - 12} 40 {y}C50 {y + 12} 60 {y + 12} 70 {y}C78 {y - 10} 88 {y - 10} 94 {y - 2}"
        for y in (30, 50, 70)
    ),
    "bulb": (
        "M50 5C72 5 85 22 85 40C85 57 70 62 66 77H34C30 62 15 57 15 40C15 22 28 5 50 5z",
        "M35 82H65V90C60 97 40 97 35 90z",
        "M40 77V52L50 60L60 52V77",
    ),
    "peg": ("M50 8a20 20 0 0 1 11 36.7V84C61 94 39 94 39 84V44.7A20 20 0 0 1 50 8z", "M39 48C45 53 55 53 61 48"),
    "bean": ("M32 12C56 2 86 18 86 47C86 80 54 98 30 86C12 76 26 59 34 50C26 41 14 22 32 12z",
    "M46 26C60 24 70 34 71 48"),
    "scissors": (
        "M32 66L76 4L82 12L46 72z", "M68 66L24 4L18 12L54 72z", "M34 68a13 13 0 1 0 .1 0", "M66 68a13 13 0 1 0 .1 0",
        dot(50, 58, 2.5),
    ),
    "rock": ("M8 72L18 38L44 18L76 26L94 60L82 84L28 88z", "M18 38L48 48L76 26M48 48L54 86M48 48L26 66"),
    "paper": ("M20 6H62L82 26V94H20z", "M62 6V26H82M32 42H70M32 56H70M32 70H60"),
    "match": ("M46 28H54V97H46z", "M50 2C62 13 61 31 50 34C39 31 38 13 50 2z"),
    "foot": (
        "M38 24C56 18 68 36 64 58C62 72 66 95 48 95C33 95 38 76 33 62C28 46 26 28 38 24z", dot(33, 15, 8),
        dot(48, 10, 6),
        dot(60, 13, 5), dot(69, 21, 4),
    ),
    "fan": ("M50 92L4 36C28 10 72 10 96 36z", "M50 92L24 20M50 92L50 16M50 92L76 20"),
    "door": ("M22 6H78V95H22z", "M32 16H68V46H32zM32 56H68V84H32z", dot(66, 52, 3)),
    "pyramid": ("M50 8L94 80L62 92L6 80z", "M50 8L62 92"),
    "moon": ("M62 6C34 12 20 36 25 59C30 82 54 96 81 86C60 83 46 69 45 48C44 30 51 15 62 6z",),
    "ankh": ("M44 56V50C28 38 30 6 50 6C70 6 72 38 56 50V56H80V66H56V96H44V66H20V56z",
    "M50 46C38 38 40 16 50 16C60 16 62 38 50 46z"),
    "eye": ("M4 44C24 16 66 16 96 42C66 64 28 64 4 44z", dot(50, 42, 14), dot(50, 42, 5),
    "M30 60L24 92M58 60C60 80 76 90 86 80"),
    "nefer": ("M46.5 6H53.5V58H46.5z", "M34 18H66V26H34z", dot(50, 74, 20)),
    "lines": ("M18 28H82M18 50H82M18 72H82",),
    "starfour": ("M50 3L61 39L97 50L61 61L50 97L39 61L3 50L39 39z",),
    "wrench": ("M28 96L16 84L52 46C47 28 61 10 80 14L66 28L70 38L80 40L93 27C96 46 80 60 62 56z",),
    "lantern": ("M38 14C38 2 62 2 62 14", "M30 14H70V24H30z", "M26 24H74L80 80H20z", "M30 80H70V92H30z",
    "M50 38C60 50 58 64 50 68C42 64 40 50 50 38z"),
}  # fmt: skip
#: other names for these pictures
FIGURE_NAMES: Final[dict[str, str]] = {
    "rhino": "rhinoceros", "kirin": "unicorn", "toad": "frog", "tortoise": "turtle", "hyena": "wolf", "ghoula": "ghost",
    "djinn": "ghost", "father": "person", "mother": "woman", "mann": "person", "commoner": "person", "human": "person",
    "villager": "person", "worker": "person", "peasant": "person", "enemy": "helmet", "hoplite": "helmet",
    "theseus": "helmet", "minotaur": "cow", "fool": "jester", "spear": "lance", "archer": "bow", "shooter": "bow",
    "miner": "pickaxe", "scout": "binoculars", "sergeant": "chevrons", "lieutenant": "onestar", "captain": "twostars",
    "major": "threestars", "colonel": "crownstar", "general": "swords", "marshal": "baton", "commander": "warship",
    "fighter": "plane", "bomber": "plane", "airport": "plane", "airplane": "plane", "cruiser": "warship",
    "battleship": "warship", "destroyer": "warship", "speeder": "speedboat", "launcher": "rocket", "antiair": "rocket",
    "missile": "rocket", "artillery": "cannon", "catapult": "cannon", "town": "house", "base": "house", "hut": "house",
    "dock": "anchor", "water": "waves", "river": "waves", "light": "bulb", "atom": "ball", "blob": "ball",
    "horus": "eye", "regimental": "regiment", "rider": "knight", "prince": "crown", "wazir": "crown",
    "gonagas": "jarl", "bankor": "jarl", "advisor": "bishop", "token": "pawn", "senetpiece": "cone", "green": "pyramid",
    "thrall": "disc", "vagi": "disc", "swede": "disc", "muscovite": "disc", "attacker": "disc", "defender": "disc",
    "raider": "disc", "guard": "disc", "reserve": "disc", "prisoner": "disc", "tile": "square", "half": "square",
    "rhombus": "diamond", "officer": "counterstar", "phoenix": "bird", "dove": "bird", "ankh_waset": "ankh",
}  # fmt: skip
FIGURES: Final = BEASTS | PEOPLE | ARMS | THINGS
