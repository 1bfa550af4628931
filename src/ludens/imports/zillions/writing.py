"""The text of a description, from the rules of a Zillions game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ludens.imports import frame, naming
from ludens.imports.frame import joined, lines, stacked, wrapped
from ludens.imports.ini import ImportFailed
from ludens.imports.zillions.boards import Board, board_of
from ludens.imports.zillions.ends import Ends
from ludens.imports.zillions.games import LOOKS, PLAIN_OPTIONS, Block, Kind, Rules
from ludens.imports.zillions.moves import Shape, as_seen, comparable, finished, merged, shapes
from ludens.imports.zillions.programs import Effect, Outcome, Run, Test, Unsaid, goes_on
from ludens.imports.zillions.reading import Clause, Place, Word

#: options that are said, and values that say nothing
_OPTIONS: Final = frozenset({"pass turn", "pass partial", "maximal captures"})
_NOTHING: Final = frozenset({"", "false"})
#: how long a text may be once all its defines are put in place
_LONGEST: Final = 900_000
#: how many steps of maps are written as calls of a define
_MOST_CALLS: Final = 150

#: moves by the kind and the role of a piece, by their type, and by whether something follows them
Groups = dict[tuple[str, str], dict[str | None, dict[str, list[Shape]]]]


@dataclass(frozen=True)
class Imported(frame.Imported):
    """A game as a description, and the names of its sites."""

    sites: tuple[str, ...]
    #: what the description calls the pieces of the file
    pieces: dict[str, str]


def described(rules: Rules) -> Imported:
    """The description of a game. Raises ImportFailed where there is none: no board, no players, no pieces."""
    text = Text(rules)
    body = text.write()
    if (length := _full_length(text.defines, body)) > _LONGEST:
        raise ImportFailed(f"{rules.place}: the moves written out have {length:,} characters, which is too long")
    remarks = tuple(dict.fromkeys(text.remarks))
    head = [f"// From Zillions rules: {rules.title}"]
    names = {kind.name: text.piece(kind.name) for kind in text.kinds}
    return Imported(rules.title, frame.headed(head, remarks, body), remarks, tuple(text.board.names), names)


class Text:
    """The text of a game's description, in its parts."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.remarks = rules, rules.remarks
        self.turns, self.again = rules.turns()
        order = list(dict.fromkeys(turn.player for turn in self.turns))
        self.players = order
        if not order:
            raise ImportFailed(f"{rules.place}: there are no players")
        self.roles = {name.lower(): f"P{number}" for number, name in enumerate(order, start=1)}
        clause = rules.one("board")
        if clause is None:
            raise ImportFailed(f"{rules.place}: there is no board")
        self.board: Board = board_of(clause)
        self.remarks += self.board.remarks
        self.zones = self._zones(clause)
        self.symmetry = self._symmetries(clause)
        self.kinds: list[Kind] = rules.kinds()
        if not self.kinds:
            raise ImportFailed(f"{rules.place}: there are no pieces")
        self._names = naming.distinct([kind.name for kind in self.kinds])
        self.setup, self.stock = self._setup()
        #: the kinds that players have in hand, each in a place of its own
        self.held = list(dict.fromkeys(kind for _, kind, _ in self.stock))
        self.has_neutrals = any(owner.lower() not in self.roles for owner, _, _ in self.setup)
        self.partials = any(goes_on(block.program) for kind in self.kinds for block in kind.blocks)
        self.types: list[str] = []
        self.defines: dict[str, str] = {}
        self.steps: dict[str, None] = {}
        self.groups: Groups = {}
        self._role, self._kind = "P1", ""
        self._owners = self._owners_of()

    # --- facts that programs and moves ask for

    def piece(self, name: str) -> str:
        return self._names[name.lower()]

    def is_kind(self, name: str) -> bool:
        return name.lower() in self._names

    def owner(self, name: str) -> str | None:
        low = name.lower()
        if low in self.roles:
            return self.roles[low]
        return "Neutral" if low in {one.lower() for one in self.rules.players} else None

    def direction(self, name: str) -> str | None:
        turned = self.symmetry.get(self._role, {}).get(name, name)
        return turned if turned in self.board.links else None

    def site_of(self, name: str) -> int | None:
        return self.board.sites.get(name.lower())

    def zone(self, name: str, role: str) -> str | None:
        """The region of a zone as a player has it."""
        of = self.zones.get(name.lower())
        if of is None:
            return None
        label = naming.label(name)
        return f'(sites "{label}")' if len({*map(tuple, of.values())}) == 1 else f'(sites {role} "{label}")'

    def around(self, region: str, direction: str, role: str) -> str | None:
        self._role = role
        name = self.direction(direction)
        if name is None:
            return None
        steps = self.board.compass.get(name)
        if steps is None:
            self.steps[name] = None
            return f'("Step-{name}" {region})'
        for way in steps:
            region = f"(forEach of:{region} (sites Around (site) {way}))"
        return region

    @property
    def may_pass(self) -> bool:
        return self.rules.option("pass turn") in ("true", "forced")

    def identity(self, name: str, owner: str) -> str:
        if owner == "Neutral":
            return f'"{self.piece(name)}0"'
        return f'(id "{self.piece(name)}" {owner})'

    def state_of(self, attribute: str) -> int:
        name, value = attribute.split(" ")
        initial = next((kind.attributes[name] for kind in self.kinds if name in kind.attributes), "false")
        return 0 if value == initial else 1

    def drop_source(self, name: str) -> str | None:
        low = name.lower()
        return f"(handSite Mover {self.held.index(low)})" if low in self.held else None

    def owned(self, effect: Effect) -> list[tuple[str, str]]:
        """For each piece that may stand there: a condition of it, and the piece that it becomes."""
        result = []
        for kind in self.kinds:
            for role in self._owners.get(kind.name.lower(), ()):
                if role == "Neutral":
                    continue
                name = effect.name if effect.kind == "type" else kind.name
                owner = role if effect.kind == "type" else effect.name or "Mover"
                if owner == role:
                    continue
                test = f'(= (what at:(site)) (id "{self.piece(kind.name)}" {role}))'
                result.append((test, self.identity(name, owner)))
        return result

    def continued(self, move_type: str) -> str:
        """What notes that another move of the same piece follows, where there is one."""
        if move_type not in self.types:
            self.types.append(move_type)
        return f'(set Var "Partial" {self.types.index(move_type) + 1})'

    def defined(self, name: str, body: str) -> str:
        label, number = naming.label(name).replace(" ", "-"), 1
        full = label
        while self.defines.get(full, body) != body:
            number += 1
            full = f"{label}-{number}"
        self.defines[full] = body
        return full

    def test(self, name: str, argument: str | None, place: Place) -> Test | None:
        if name in self.symmetry.get(self._role, {}) or (name == "in-zone?" and argument is None):
            return None
        if name == "piece?" and argument is not None:
            if not self.is_kind(argument):
                raise Unsaid(f"{argument!r} is no kind of piece of this game", place)
            label = f"Is-{self.piece(argument)}".replace(" ", "-")
            roles = self._owners.get(argument.lower(), ()) or list(self.roles.values())
            tests = [f'(= (what at:#1) (id "{self.piece(argument)}" {role}))' for role in roles]
            self.defines[label] = tests[0] if len(tests) == 1 else f"(or {{{' '.join(tests)}}})"
            return lambda x: f'("{label}" {x})'
        if name == "in-zone?" and argument is not None:
            zone = self.zone(argument, "Mover")
            if zone is None:
                raise Unsaid(f"there is no zone {argument!r}", place)
            return lambda x: f"(is In {x} {zone})"
        if name == "neutral?":
            return lambda x: f"(and (is Occupied {x}) (= 0 (who at:{x})))"
        if name == "attacked?":
            return lambda x: f'(is Threatened (id "{self.piece(self._kind)}" Mover) at:{x})'
        if any(name in kind.attributes for kind in self.kinds):
            initial = next(kind.attributes[name] for kind in self.kinds if name in kind.attributes)
            wanted_state = 0 if initial == "true" else 1
            return lambda x: f"(= {wanted_state} (state at:{x}))"
        return {
            "empty?": lambda x: f"(is Empty {x})",
            "friend?": lambda x: f"(is Friend (who at:{x}))",
            "enemy?": lambda x: f"(is Enemy (who at:{x}))",
            "last-from?": lambda x: f"(= {x} (last From))",
            "last-to?": lambda x: f"(= {x} (last To))",
            "adjacent-to-enemy?": lambda x: f"(< 0 (count Sites in:(sites Around {x} Enemy)))",
        }.get(name)

    # --- what the file says

    def _zones(self, board: Clause) -> dict[str, dict[str, list[int]]]:
        result: dict[str, dict[str, list[int]]] = {}
        for clause in board.clauses("zone"):
            name = next((" ".join(c.words()) for c in clause.clauses("name")), "")
            name = name or next((w.text for w in clause.rest if isinstance(w, Word)), "")
            who = [w.lower() for c in clause.clauses("players") for w in c.words()] or [*self.roles]
            sites = [self.site_of(w) for c in clause.clauses("positions") for w in c.words()]
            of = result.setdefault(name.lower(), {role: [] for role in self.roles.values()})
            for player in who:
                if player in self.roles:
                    of[self.roles[player]] = sorted({site for site in sites if site is not None})
        return result

    def _symmetries(self, board: Clause) -> dict[str, dict[str, str]]:
        result = {}
        for clause in board.clauses("symmetry"):
            names = clause.words()
            if names and names[0].lower() in self.roles:
                pairs = [part for part in clause.rest if isinstance(part, Clause) and len(part.parts) == 2]
                result[self.roles[names[0].lower()]] = {
                    pair.head: pair.parts[1].text.lower() for pair in pairs if isinstance(pair.parts[1], Word)
                }
        return result

    def _setup(self) -> tuple[list[tuple[str, str, list[int]]], list[tuple[str, str, int]]]:
        """What stands where at the start, by owner and kind; and what is in hand."""
        on, off = list[tuple[str, str, list[int]]](), list[tuple[str, str, int]]()
        clause = self.rules.one("board-setup")
        for player in clause.rest if clause else ():
            if not isinstance(player, Clause) or not isinstance(player.parts[0], Word):
                continue
            owner = player.parts[0].text
            for part in (one for one in player.rest if isinstance(one, Clause)):
                kind, sites, words = part.head, list[int](), part.words()
                if kind not in self._names:
                    self.remarks.append(f"{part.place}: {kind!r} at the start is no kind of piece")
                    continue
                at = 0
                while at < len(words):
                    if words[at].lower() == "off" and at + 1 < len(words) and words[at + 1].isdigit():
                        off.append((owner.lower(), kind, int(words[at + 1])))
                        at += 2
                        continue
                    site = self.site_of(words[at])
                    zone = self.zones.get(words[at].lower(), {}).get(self.roles.get(owner.lower(), ""), [])
                    if site is None and not zone:
                        self.remarks.append(f"{part.place}: {words[at]} at the start is no position")
                    sites += [site] if site is not None else zone
                    at += 1
                if sites:
                    on.append((owner, kind, sites))
        drops = {kind.name.lower() for kind in self.kinds if any(block.drop for block in kind.blocks)}
        few = {kind for owner, kind, count in off if owner in self.roles and count < len(self.board.names)} & drops
        return on, [(owner, kind, count) for owner, kind, count in off if kind in few and owner in self.roles]

    def _owners_of(self) -> dict[str, list[str]]:
        """The roles that may own each kind."""
        result: dict[str, list[str]] = {}
        neutral_only = {one.lower() for one in self.rules.players} - self.roles.keys()
        for kind in self.kinds:
            named = [name.lower() for name in kind.owners] or [*self.roles]
            roles = [role for name, role in self.roles.items() if name in named]
            if any(name in neutral_only for name in named) and any(
                owner.lower() not in self.roles and one == kind.name.lower() for owner, one, _ in self.setup
            ):
                roles.append("Neutral")
            for owner, one, _ in self.setup:
                if one == kind.name.lower():
                    role = self.roles.get(owner.lower(), "Neutral")
                    if role not in roles:
                        roles.append(role)
            result[kind.name.lower()] = roles or [*self.roles.values()]
        return result

    # --- the parts of the text

    def write(self) -> str:
        self._note_options()
        self.groups = self._groups()
        ends = Ends(self)
        end_rules = list(ends.rules())
        play = self._play(ends)
        pieces = list(self._pieces())
        moved = " ".join([*self.defines.values(), play, *pieces, *end_rules])
        calls = re.findall(r'"Step-([^"]+)"', moved)
        self.steps |= dict.fromkeys(calls)
        inline = len(calls) > _MOST_CALLS
        if inline:
            self.defines = {name: _inlined(body) for name, body in self.defines.items()}
            play, pieces, end_rules = _inlined(play), [*map(_inlined, pieces)], [*map(_inlined, end_rules)]
        defines = [
            *(f'(define "Step-{name}"\n{lines(_step(name, "#1"), 1)}\n)' for name in ([] if inline else self.steps)),
            *(f'(define "{name}" {body})' for name, body in self.defines.items()),
        ]
        relative = r"\b(Forward|Backward|Leftward|Rightward|FL|FR|BL|BR)\b"
        facing = any(re.search(relative, text) for text in [*pieces, play, *self.defines.values()])
        players = "{(player N) (player S)}" if facing else str(len(self.players))
        equipment = [self.board.text, *self._maps(), *pieces, *self._hands(), *self._regions()]
        start = list(self._places())
        rules = [
            *([f"(start {{\n{stacked(start)}\n}})"] if start else []),
            f"(play\n{lines(play, 1)}\n)",
            f"(end {{\n{stacked(end_rules)}\n}})" if end_rules else "(end (if (no Moves Next) (result P1 Loss)))",
        ]
        game = frame.game(self.rules.title, players, equipment, rules)
        return "\n".join([*defines, game, self._metadata(ends), ""])

    def _metadata(self, ends: Ends) -> str:
        words = [
            f"({info} {naming.text(text)})"
            for info, head in (("description", "description"), ("origin", "history"))
            if (text := self.rules.text(head))
        ]
        if ends.repeats:
            words.append('(requires "ludens")')
        return f"(metadata (info {{ {' '.join(words)} }}))" if words else ""

    def _note_options(self) -> None:
        for clause in self.rules.all("option"):
            words = [word.lower() for word in clause.words()]
            name, value = ([*words, "", ""])[:2]
            if name in PLAIN_OPTIONS or name in _OPTIONS or value in _NOTHING:
                continue
            self.remarks.append(f'{clause.place}: (option "{name}" {value}) is not said')
        for clause in self.rules.clauses:
            if clause.head not in LOOKS and clause.head not in _CLAUSES:
                self.remarks.append(f"{clause.place}: ({clause.head} ...) is not said")
        for player in self.rules.random_players:
            if player.lower() in self.roles:
                place = (self.rules.one("players") or self.rules).place
                self.remarks.append(f"{place}: {player} moves by chance there; here it is a player like the others")

    def _maps(self) -> Iterator[str]:
        for name in self.steps:
            pairs = self.board.links.get(name, {})
            words = [
                f"(pair {site} {pairs[site] + 2 if site in pairs else 1})" for site in range(len(self.board.names))
            ]
            yield f'(map "{name}" {{\n{lines(wrapped(words), 1)}\n}})'

    def _hands(self) -> Iterator[str]:
        if self.held:
            yield f"(hand Each size:{len(self.held)})" if len(self.held) > 1 else "(hand Each)"

    def _regions(self) -> Iterator[str]:
        for name, of in self.zones.items():
            label = naming.label(name)
            if len({*map(tuple, of.values())}) == 1:
                yield f'(regions "{label}" {naming.sites(next(iter(of.values())))})'
                continue
            for role, sites in of.items():
                yield f'(regions "{label}" {role} {naming.sites(sites)})'

    def _places(self) -> Iterator[str]:
        numbered = len(self.players) > 1
        for owner, kind, sites in self.setup:
            role = self.roles.get(owner.lower(), "Neutral")
            suffix = "0" if role == "Neutral" else role[1:] if numbered else ""
            name = f"{self.piece(kind)}{suffix}"
            if self.board.labelled:
                words = [f'"{self.board.names[site].upper()}"' for site in sites]
                where = f"coord:{words[0]}" if len(words) == 1 else f"{{\n{lines(wrapped(words), 1)}\n}}"
                if len(words) < 9 and len(words) > 1:
                    where = f"{{{' '.join(words)}}}"
            else:
                where = str(sites[0]) if len(sites) == 1 else naming.sites(sites)
            yield f'(place "{name}" {where})'
        for owner, kind, count in self.stock:
            role = self.roles[owner]
            name = f"{self.piece(kind)}{role[1:] if numbered else ''}"
            yield f'(place "{name}" (handSite {role} {self.held.index(kind)}) count:{count})'

    # --- moves

    def _groups(self) -> Groups:
        """The moves of each kind for each role, by their types: with what follows them, and bare."""
        result: Groups = {}
        for kind in self.kinds:
            for role in self._owners[kind.name.lower()]:
                if role == "Neutral":
                    continue
                types: dict[str | None, dict[str, list[Shape]]] = {}
                for block in kind.blocks:
                    made = types.setdefault(block.move_type, {"full": [], "bare": [], "drop": []})
                    self._make(kind, role, block, made)
                result[kind.name, role] = types
        return result

    def _make(self, kind: Kind, role: str, block: Block, made: dict[str, list[Shape]]) -> None:
        self._role, self._kind = role, kind.name
        origin = block.program.origin or block.program.head
        try:
            outcomes: list[Outcome] = Run(self, drop=block.drop).all(block.program)
            if block.drop:
                made["drop"] += shapes(outcomes, self, kind.name, drop=True, bare=False, origin=origin)
            else:
                full = shapes(outcomes, self, kind.name, drop=False, bare=False, origin=origin)
                made["bare"] += shapes(outcomes, self, kind.name, drop=False, bare=True, origin=origin)
                made["full"] += full
        except Unsaid as unsaid:
            place = unsaid.place if unsaid.place.line else block.program.place
            sort = "drop" if block.drop else "move"
            self.remarks.append(f"{place}: a {sort} of {kind.name} is left out: {unsaid.what}")

    def _texts(self, kind: Kind, move_type: str | None, way: str) -> dict[str, list[str]]:
        """The moves of a kind and a type by role, or for `Each`, where they are the same for all players."""
        by_role = {}
        for role in self._owners[kind.name.lower()]:
            listed = self.groups.get((kind.name, role), {}).get(move_type, {}).get(way, [])
            if listed:
                by_role[role] = merged(listed, self)
        if len(by_role) == len(self.players) and len({*map(comparable, by_role.values())}) == 1:
            return {"Each": next(iter(by_role.values()))}
        if [*by_role] == ["P1", "P2"] and len(self.players) == 2:
            first, second = (as_seen(by_role[role], turned=role == "P2") for role in ("P1", "P2"))
            if first is not None and second is not None and {*first} == {*second}:
                return {"Each": first}
        return by_role

    def _all_types(self) -> list[str | None]:
        return list(dict.fromkeys(block.move_type for kind in self.kinds for block in kind.blocks))

    def _pieces(self) -> Iterator[str]:
        for kind in self.kinds:
            name, owners = self.piece(kind.name), self._owners[kind.name.lower()]
            everybody = [role for role in owners if role != "Neutral"]
            each = len(everybody) == len(self.players)
            texts = self._texts(kind, None, "full") if self._moves_in_pieces() else {}
            if each and (not texts or "Each" in texts):
                moves = f"\n{lines(finished(texts['Each']), 1)}\n" if texts else ""
                yield f'(piece "{name}" Each{moves})' if len(self.players) > 1 else f'(piece "{name}" P1{moves})'
            else:
                for role in everybody:
                    own = texts.get(role) or texts.get("Each") or []
                    moves = f"\n{lines(finished(own), 1)}\n" if own else ""
                    yield f'(piece "{name}" {role}{moves})'
            if "Neutral" in owners:
                yield f'(piece "{name}" Neutral)'

    def _moves_in_pieces(self) -> bool:
        return self._all_types() == [None] and not self.partials

    def _play(self, ends: Ends) -> str:
        typed = {one: self._typed(one) for one in self._all_types()}
        turns = [self._turn(typed, turn.move_type) for turn in self.turns]
        play = turns[0]
        if len({*turns}) > 1:
            play = turns[-1]
            for number in range(len(turns) - 2, -1, -1):
                play = f"(if {self._is_turn(number)}\n{lines(turns[number], 1)}\n{lines(play, 1)}\n)"
        if self.partials and self.types:
            for number, one in enumerate(self.types, start=1):
                going = self._continuing(one, "full")
                if self.rules.option("pass partial") == "true":
                    going = joined("or", [going, '(move Pass (then (set Var "Partial" 0)))'])
                self.defines[f"Continue-{number}"] = self._continuing(one, "bare")
                play = f'(if (= {number} (var "Partial"))\n{lines(going, 1)}\n{lines(play, 1)}\n)'
            ends_series = '(set Var "Partial" 0)'
            for number in range(len(self.types), 0, -1):
                again = f'(if (can Move ("Continue-{number}")) (moveAgain) (set Var "Partial" 0))'
                ends_series = f'(if (= {number} (var "Partial")) {again} {ends_series})'
            play = f"(or {{\n{lines(play, 1)}\n}}\n    (then {ends_series})\n)"
        if self.rules.option("maximal captures") in ("true", "1", "2"):
            play = f"(max Moves\n{lines(play, 1)}\n)"
        if ends.royal:
            tests = [f'(is Threatened (id "{name}" Mover))' for name in ends.royal]
            check = tests[0] if len(tests) == 1 else f"(or {{{' '.join(tests)}}})"
            play = f"(do\n{lines(play, 1)}\n    ifAfterwards:(not {check})\n)"
        passing = self.rules.option("pass turn")
        if passing == "true":
            play = joined("or", [play, "(move Pass)"])
        elif passing == "forced":
            play = f"(priority {{\n{lines(play, 1)}\n    (move Pass)\n}})"
        after = self._after_turn()
        return f"(or {{\n{lines(play, 1)}\n}}\n    (then {after})\n)" if after else play

    def _turn(self, typed: dict[str | None, list[str]], move_type: str | None) -> str:
        """The moves of one entry of the turn order."""
        if move_type is not None:
            return joined("or", typed.get(move_type.lower()) or ["(move Pass)"])
        clause = self.rules.one("move-priorities")
        ranked = [word.lower() for word in clause.words()] if clause else []
        if ranked:
            listed = [joined("or", typed[one]) for one in ranked if typed.get(one)]
            return joined("priority", listed or ["(move Pass)"])
        every = [text for texts in typed.values() for text in texts]
        return joined("or", list(dict.fromkeys(every)) or ["(move Pass)"])

    def _typed(self, move_type: str | None) -> list[str]:
        result = []
        if self._moves_in_pieces():
            if any(not block.drop for kind in self.kinds for block in kind.blocks):
                result.append("(forEach Piece)")
        else:
            result += self._for_each(move_type, "full", "")
        for kind in self.kinds:
            for role, texts in self._texts(kind, move_type, "drop").items():
                text = finished(texts)
                result.append(
                    text if role == "Each" or len(self.players) == 1 else f"(if (is Mover {role})\n{lines(text, 1)}\n)"
                )
        return result

    def _for_each(self, move_type: str | None, way: str, test: str) -> list[str]:
        result = []
        for kind in self.kinds:
            for role, texts in self._texts(kind, move_type, way).items():
                text = finished(texts)
                text = f"(if {test}\n{lines(text, 1)}\n)" if test else text
                moves = f'(forEach Piece "{self.piece(kind.name)}"\n{lines(text, 1)}\n)'
                alone = role == "Each" or len(self.players) == 1
                result.append(moves if alone else f"(if (is Mover {role})\n{lines(moves, 1)}\n)")
        return result

    def _continuing(self, move_type: str, way: str) -> str:
        types = [move_type] if move_type else self._all_types()
        listed = [text for one in types for text in self._for_each(one, way, "(= (from) (last To))")]
        return joined("or", listed or ["(forEach Piece (if False (move Pass)))"])

    # --- turns

    @property
    def _plain_order(self) -> bool:
        return [turn.player for turn in self.turns] == self.players and self.again == 0 and all(
            turn.player == turn.owner for turn in self.turns
        ) and len({turn.move_type for turn in self.turns}) == 1  # fmt: skip

    def _is_turn(self, number: int) -> str:
        return f'(= {number - 1} (var "Turn"))' if number else '(> 0 (var "Turn"))'

    def _after_turn(self) -> str:
        """What makes the next entry of the turn order follow."""
        for turn in self.turns:
            if turn.owner != turn.player:
                self.remarks.append(f"{self.rules.place}: {turn.player} moves pieces of {turn.owner}: it moves its own")
        if self._plain_order:
            return ""
        last = len(self.turns) - 1
        following = [*list(range(1, last + 1)), self.again]
        text = self._advance(following[last])
        for number in range(last - 1, -1, -1):
            text = f"(if {self._is_turn(number)} {self._advance(following[number])} {text})"
        return f'(if (> 1 (var "Partial")) {text})' if self.partials else text

    def _advance(self, number: int) -> str:
        role = self.roles[self.turns[number].player.lower()]
        return f'(and (set Var "Turn" {number - 1}) (set NextPlayer (player {role[1:]})))'


def _step(name: str, region: str) -> str:
    """The sites that a direction leads to which no direction of the compass follows."""
    entry = f'(mapEntry "{name}" (site))'
    return f"(forEach of:(forEach {region} if:(< 1 {entry})) (sites {{(- {entry} 2)}}))"


def _inlined(text: str) -> str:
    """A text with the steps of maps written out: many defines in each other take long to be put in place."""
    at = text.rfind('("Step-')
    while at >= 0:
        name, start = text[at + 7 : text.index('"', at + 7)], text.index('"', at + 7) + 1
        depth, end = 1, start
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = text[:at] + _step(name, text[start : end - 1].strip()) + text[end:]
        at = text.rfind('("Step-', 0, at)
    return text


def _full_length(defines: Mapping[str, str], body: str) -> int:
    """How long a text is with all defines put in place; they come in the order in which they need each other or not."""
    lengths: dict[str, int] = {}

    def length(text: str, depth: int) -> int:
        calls = re.findall(r'\("([^"]+)"', text) if depth < 4 else []
        return len(text) + sum(of(name, depth + 1) for name in calls if name in defines)

    def of(name: str, depth: int) -> int:
        if name not in lengths:
            lengths[name] = length(defines[name], depth)
        return lengths[name]

    return length(body, 0)


_CLAUSES: Final = frozenset({
    "players", "turn-order", "move-priorities", "board", "board-setup", "piece", "option", "win-condition",
    "loss-condition", "draw-condition", "count-condition",
})  # fmt: skip
