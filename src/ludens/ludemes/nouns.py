"""English for the phrases of ludemes: plurals, articles, lists, verbs, directions and roles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

#: what a role is called, and what its own things are, where two play: the player whose turn it is, is "you"
ROLES: Final[dict[str, tuple[str, str]]] = {
    "All": ("all players", "all players'"),
    "Ally": ("your allies", "your allies'"),
    "Each": ("each player", "each player's"),
    "Enemy": ("the enemy", "enemy"),
    "Friend": ("you and your allies", "friendly"),
    "Mover": ("you", "your"),
    "Neutral": ("nobody", "neutral"),
    "Next": ("your opponent", "your opponent's"),
    "NonMover": ("your opponent", "your opponent's"),
    "Player": ("that player", "that player's"),
    "Prev": ("the player of the previous turn", "the previous player's"),
    "Shared": ("all players", "shared"),
    "TeamMover": ("your team", "your team's"),
}
#: the same where more play, or one alone
OF_MANY: Final[dict[str, tuple[str, str]]] = {
    "Next": ("the next player", "the next player's"),
    "NonMover": ("the other players", "the other players'"),
}
_DIRECTIONS: Final[dict[str, tuple[str, str]]] = {
    # as an adverb, and as an adjective
    "Adjacent": ("in any direction", "adjacent"),
    "All": ("in any direction", ""),
    "Orthogonal": ("orthogonally", "orthogonal"),
    "Diagonal": ("diagonally", "diagonal"),
    "OffDiagonal": ("along a further diagonal", "off-diagonal"),
    "Axial": ("along an axis", "axial"),
    "Angled": ("at an angle", "angled"),
    "Rotational": ("round the centre", "rotational"),
    "Upward": ("upwards", "upward"),
    "Downward": ("downwards", "downward"),
    "SameLayer": ("in the same layer", "level"),
    "Support": ("to what supports it", "supporting"),
    "Base": ("to the base", "base"),
    "In": ("inwards", "inward"),
    "Out": ("outwards", "outward"),
    "CW": ("clockwise", "clockwise"),
    "CCW": ("counterclockwise", "counterclockwise"),
    "Forward": ("straight forwards", "forward"),
    "Backward": ("straight backwards", "backward"),
    "Leftward": ("straight to the left", "leftward"),
    "Rightward": ("straight to the right", "rightward"),
    "Forwards": ("in any forward direction", "forward"),
    "Backwards": ("in any backward direction", "backward"),
    "Leftwards": ("in any direction to the left", "leftward"),
    "Rightwards": ("in any direction to the right", "rightward"),
    "SameDirection": ("in the same direction", "same"),
    "OppositeDirection": ("in the opposite direction", "opposite"),
    "FL": ("forwards to the left", "forward left"),
    "FR": ("forwards to the right", "forward right"),
    # From the opposite on, as the language counts: its BL is what most people call the right rear.
    "BL": ("backwards to the right", "backward right"),
    "BR": ("backwards to the left", "backward left"),
}
_COMPASS: Final = {"N": "north", "S": "south", "E": "east", "W": "west", "U": "up", "D": "down"}
_TURNS: Final = {"F": "forwards", "B": "backwards", "L": "further to the left", "R": "further to the right"}
_VOWELS: Final = "aeiouAEIOU"
#: verbs: with "you" and plurals, and denied
_VERBS: Final[dict[str, tuple[str, str, str]]] = {
    "is": ("are", "is not", "are not"),
    "has": ("have", "does not have", "do not have"),
    "was": ("were", "was not", "were not"),
    "can": ("can", "cannot", "cannot"),
    "may": ("may", "may not", "may not"),
    "do": ("do", "do not", "do not"),
    "are": ("are", "are not", "are not"),
    "reach": ("reach", "do not reach", "do not reach"),
    "connect": ("connect", "do not connect", "do not connect"),
    "have": ("have", "do not have", "do not have"),
}
_PLURALS: Final = re.compile(
    r"(\byou|\bmen|\bpeople|\bplayers|\bpieces|\ballies|\bthey|\ball dice|\bsides|\bpips|\bregions|\bedges|\bvalues|"
    r"\b[A-Z]\w*[^\Ws]s|(?:^|, )\S+ and \S+)$"
)


#: words for one number, however many things are counted
_COUNTED: Final = re.compile(r"(?:^|, |\b(?:and|or|if|which) )the (?:sum|number|total|size|height|length) of [^;]*$")
#: what sites are called
_SITES: Final = "(?:square|point|cell|pit|edge|place)s?"
_IRREGULAR: Final = {
    "vertex": "vertices",
    "domino": "dominoes",
    "goose": "geese",
    "man": "men",
    "wolf": "wolves",
    "mouse": "mice",
    "ox": "oxen",
}
#: of them, those that also end other nouns: a horseman, a werewolf
_ENDINGS: Final = ("man", "goose", "wolf")
_UNCHANGED: Final = ("sheep", "fish", "dice")


def plural(noun: str) -> str:
    """
    >>> plural("cell"), plural("vertex"), plural("fox"), plural("goose"), plural("man"), plural("army")
    ('cells', 'vertices', 'foxes', 'geese', 'men', 'armies')
    """
    for one, many in _IRREGULAR.items():
        if noun == one or (noun.endswith(one) and one in _ENDINGS and noun != "human"):
            return noun[: -len(one)] + many
    if re.search(r"[^siu]s$", noun) or noun.endswith(_UNCHANGED):
        return noun
    if noun.endswith(("s", "x", "ch", "sh", "z")):
        return noun + "es"
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2:-1] not in _VOWELS else noun + "s"


def article(noun: str) -> str:
    """
    >>> article("amazon"), article("king"), article("unicorn")
    ('an amazon', 'a king', 'a unicorn')
    >>> article("hearts")
    'hearts'
    """
    if re.search(r"[^siu]s$", noun):
        return noun
    return ("an " if noun[:1] in _VOWELS and not noun.lower().startswith(("uni", "eu", "one")) else "a ") + noun


def possessive(name: str) -> str:
    return "your" if name == "you" else f"{name}'" if name.endswith("s") and not name.endswith("ss") else f"{name}'s"


def listed(texts: Sequence[str], word: str, separator: str = ", ") -> str:
    """
    >>> listed(["a", "b", "c"], "and")
    'a, b and c'
    """
    if len(texts) < 2:
        return "".join(texts)
    last = f"; {word} " if separator == "; " else f" {word} "
    return separator.join(texts[:-1]) + last + texts[-1]


def verb(word: str, before: str, *, negated: bool) -> str:
    """A verb after its subject, the words before it.

    >>> verb("is", "you ", negated=True), verb("holds", "it ", negated=True), verb("holds", "you ", negated=False)
    ('are not', 'does not hold', 'hold')
    """
    many = bool(_PLURALS.search(before.rstrip())) and not _COUNTED.search(before)
    word, _, rest = word.partition(" ")
    if word in ("has", "have") and rest:
        word = "have" if many else word
        return f"{word} not {rest}" if negated else f"{word} {rest}"
    if word in _VERBS:
        plain, no, many_no = _VERBS[word]
        phrase = (many_no if many else no) if negated else (plain if many else word)
    else:
        base = _base(word)
        phrase = (f"do not {base}" if many else f"does not {base}") if negated else (base if many else word)
    return f"{phrase} {rest}".rstrip()


def _base(word: str) -> str:
    """The verb of a third person."""
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("ches", "shes", "sses", "xes", "oes")) else word.removesuffix("s")


def direction(name: str, form: str) -> str:
    """A direction as an adverb, or in the form `adj`."""
    if name in _DIRECTIONS:
        adverb, adjective = _DIRECTIONS[name]
        return adjective if form == "adj" else adverb
    if set(name) <= set(_COMPASS):
        parts = [_COMPASS[letter] for letter in name]
        return "-".join([*parts[:-2], "".join(parts[-2:])]) if name[0] not in "UD" else " and ".join(parts)
    sides = [_TURNS[letter] for letter in name]
    return " ".join(dict.fromkeys(sides))


def walk(steps: Sequence[str]) -> str:
    """A walk of steps forwards and turns: how far ahead and aside it leads.

    >>> walk("FFRF"), walk("FF"), walk("FRFLF")
    ('2 ahead and 1 to the right', '2 ahead', '2 ahead and 1 to the right')
    """
    x = y = 0
    dx, dy = 0, 1
    for step in steps:
        if step == "F":
            x, y = x + dx, y + dy
        else:
            dx, dy = (dy, -dx) if step == "R" else (-dy, dx)
    ways = [f"{abs(y)} {'ahead' if y > 0 else 'back'}"] if y else []
    ways += [f"{abs(x)} to the {'right' if x > 0 else 'left'}"] if x else []
    return " and ".join(ways) or "nowhere"


def spaced(name: str) -> str:
    """
    >>> spaced("is SizeBiggestGroup")
    'is size biggest group'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_", " ", name).strip().lower()


def formed(text: str, form: str, *, place: bool, site: str) -> str:
    """A region as one of its sites, or as where something is; other phrases as they are, in the possessive for `of`."""
    if form == "one":
        return _one(text, site, place)
    if form == "in":
        return (
            f"in {text}" if place else f"one of {text}" if text.startswith(("the ", "those", "your ")) else f"in {text}"
        )
    if form == "each":
        return f"each {site} of {text}" if place else re.sub(r"^the ", "each of the ", text)
    if form == "on":
        return f"{'in' if place else 'on'} {text}"
    if form == "count":
        return f"{plural(site)} of {text}" if place else text.removeprefix("the ")
    if form == "of":
        return possessive(text)
    return text


def _one(text: str, site: str, place: bool) -> str:
    if place:
        return f"{article(site)} of {text}"
    if text.startswith(("any ", "a ", "an ")):
        return text
    many = plural(site)
    if text.startswith(f"the {site} "):
        return text.replace(f" and the {site} ", f" or the {site} ")
    empty = re.sub(rf"^the (\w+ )?{many}\b(?! [A-Z0-9])", lambda match: f"any {match[1] or ''}{site}", text)
    return empty if empty != text else f"one of {text}"


def tidy(text: str, *, ends: bool = True) -> str:
    """A phrase without double blanks or stray commas."""
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"\s+([,;:.])", r"\1", text)
    text = re.sub(r"([,;])(?:\s*,)+", r"\1", text)
    text = re.sub(rf"\b(the|any) {_SITES} (?=the {_SITES} |places? \d)", "", text)
    text = re.sub(r"\b(you|all players)'s\b", lambda match: "your" if match[1] == "you" else "all players'", text)
    text = re.sub(r"(?<![\w.])1 (step|piece|square|point|cell|pit|row|column|time|place)s\b", r"1 \1", text)
    return text.strip(" ,;") if ends else text


def lowered(text: str) -> str:
    """A sentence as it goes on behind other words; letters that are names stay capitals."""
    return text if text[:1] in "XYZVWUTSR" and not text[1:2].isalpha() else text[:1].lower() + text[1:]


def sentence(text: str) -> str:
    """A phrase as a sentence: with a capital and a full stop."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", ":")) else ".")
