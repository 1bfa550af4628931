"""Heuristics for a game whose description has none: terms that its rules speak of, weighed by random games.

What the end rules look at decides which terms there are; how much each counts is fitted to how games went on from
some positions (logistic regression, as Buro 1995 did for Othello).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from ludens.agents.army import Army, army_of
from ludens.agents.fitting import RIDGE, Fit, Values
from ludens.agents.heuristics import Evaluation, read, written
from ludens.agents.material import WORK, decides, is_of_last_moves, played
from ludens.agents.simple import Random
from ludens.game.builder import blank_context
from ludens.game.programs import EMITTING
from ludens.game.single import SingleGame
from ludens.ludemes.booleans.comparisons import EqualRegions
from ludens.ludemes.booleans.connection import IsConnected
from ludens.ludemes.booleans.line import IsLine
from ludens.ludemes.booleans.sites import IsIn
from ludens.ludemes.ends import ByScore
from ludens.ludemes.integers.names import WhereNamed
from ludens.ludemes.metadata.heuristics.mobility import MobilityAdvanced
from ludens.ludemes.metadata.heuristics.places import sites_of
from ludens.ludemes.regions.occupied import OccupiedSites
from ludens.native import own_choices, sources_key, within
from ludens.rules.categories import SitesLudeme
from ludens.rules.enums import RoleType
from ludens.rules.state.constants import Unknown, at_load, members_of
from ludens.rules.structure import End
from ludens.stage.cache import read_cache, write_cache

if TYPE_CHECKING:
    from ludens.game import State
    from ludens.rules.base import Ludeme
    from ludens.rules.categories import SitesLudeme

#: plies that are played for a fit, about, and how often a position is played on
_PLIES: Final = 600_000
_PLAYED: Final = 8
_POSITIONS: Final = (120, 1200)
_PLY_LIMIT: Final = 1000
#: positions are taken between these parts of a random game
_FROM, _TO = 0.15, 0.95
#: of more kinds of pieces each is weighed alone no more
_KINDS: Final = 24
#: how strongly the weight is kept small of what a kind of piece is worth beside what its moves say; and in an army, for
#: each row of what was sampled
_OWN_RIDGE: Final = 20.0
_ARMY_RIDGE: Final = 4.0
#: weights are such that a standard deviation of the sum is so many, as if they were pieces: searches count in these
POINTS: Final = 2.0
#: random positions in which moves are counted
_LOOKS: Final = 80
MOBILITY: Final = "(mobilityAdvanced)"


class Candidate(NamedTuple):
    """A term as text, without its weight, which `ridge` keeps small; of material the weight of each kind of piece.

    What is the `aim` by the rules counts even if random games, which hardly come to it, tell little of it.
    """

    text: str
    ridge: float = RIDGE
    pieces: Mapping[str, float] | None = None
    aim: bool = False


def candidates(game: SingleGame) -> list[Candidate]:
    """The terms that the rules of a game speak of."""
    return _of_army(game, army) if (army := _army(game)) else _of_rules(game)


def _army(game: SingleGame) -> Army | None:
    return army_of(game, _kinds(game))


def _of_rules(game: SingleGame) -> list[Candidate]:
    return [*_material(game), *map(Candidate, [*_terms_of_ends(game), *_others(game)]), *_of_regions(game)]


def _of_army(game: SingleGame, army: Army) -> list[Candidate]:
    """What pieces are worth by their moves, and what the ends ask about; what else goes with results is chance here."""
    others = [*map(Candidate, _terms_of_ends(game)), *_of_thrones(game, army)]
    return [_of_pieces(army.worth, RIDGE), *(_of_pieces({kind: 1.0}, 0.0) for kind in army.worth), *others]


def _of_thrones(game: SingleGame, army: Army) -> Iterator[Candidate]:
    """How near royal pieces are to sites of which the ends ask whether they are there."""
    texts = dict[str, None]()
    for one in asked_at_the_end(game):
        if isinstance(one, IsIn) and isinstance(one.sites, WhereNamed) and isinstance(one.where, SitesLudeme):
            name, sites = str(one.sites.name), _sites_at_load(game, one.where, 1)
            if sites and name in army.royal:
                listed = " ".join(map(str, sorted(sites)))
                texts[f'(sitesProximity pieceWeights:{{(pair "{name}" 1)}} of:{{{listed}}})'] = None
    return (Candidate(text, aim=True) for text in texts)


def _material(game: SingleGame) -> Iterator[Candidate]:
    """What pieces are worth: all together as much as they move, and each as far as results tell otherwise."""
    kinds = _kinds(game)
    if len(kinds) > 1:
        yield _of_pieces(_mobility(game, kinds), RIDGE)
    for name in kinds:
        yield _of_pieces({name: 1.0}, _OWN_RIDGE if len(kinds) > 1 else RIDGE)


def _of_pieces(weights: Mapping[str, float], ridge: float) -> Candidate:
    pairs = " ".join(f'(pair "{name}" {weight:.4g})' for name, weight in weights.items())
    return Candidate(f"(material pieceWeights:{{{pairs}}})", ridge, weights)


def _mobility(game: SingleGame, kinds: Sequence[str]) -> dict[str, float]:
    """How many moves each kind of piece has on average in random positions, where it has any; 1 is the mean."""
    moves, stood = dict.fromkeys(kinds, 0), dict.fromkeys(kinds, 0)
    base = {one.index: one.base_name for one in game.components}
    for number in range(_LOOKS):
        state = game.start(seed=number)
        played(game, state, 2 + 3 * number % 61)
        at = {row[1]: base.get(row[3], "") for row in state.sites() if row[4] == state.mover}
        for name in at.values():
            if name in stood:
                stood[name] += 1
        for move in state.legal_moves():
            name = at.get(move.from_site, "")
            if name in moves:
                moves[name] += 1
    mean = max(sum(moves.values()), 1) / max(sum(stood.values()), 1)
    return {name: (moves[name] + mean) / (stood[name] + 1) / mean for name in kinds}


def _terms_of_ends(game: SingleGame) -> list[str]:
    """The terms for what the ends ask about: scores, rows, connections."""
    conditions, terms = asked_at_the_end(game), list[str]()
    counting = [one for one in conditions if isinstance(one, ByScore)]
    if counting or "scores" in game.layout:
        terms.append("(score)")
    if any(one.scores for one in counting):
        terms.append("(expectedScore)")
    if any(isinstance(one, IsLine) for one in conditions):
        terms.append("(lineCompletionHeuristic)")
    if any(isinstance(one, IsConnected) for one in conditions):
        terms.append("(connectionHeuristic)")
    return terms


def _others(game: SingleGame) -> list[str]:
    model, terms = game.model, list[str]()
    if _has_distances(game):
        terms += [f"({name}{only})" for only in _alone(game) for name in ("centreProximity", "cornerProximity")]
    if model.maps:
        terms.append("(playerSiteMapCount)")
    if is_of_last_moves(game) and not game.is_stochastic:
        terms.append(MOBILITY)
    return terms


def _alone(game: SingleGame) -> list[str]:
    """How a term looks at the pieces of all players, where each has one kind: at each kind alone, if these differ.

    Where a player has several, what random games tell of where they should stand is that they are soon taken there.
    """
    kinds = _kinds(game)
    if max(sum(one.base_name in kinds for one in game.model.owned_by(p)) for p in range(1, game.num_players + 1)) > 1:
        return []
    return [f' pieceWeights:{{(pair "{name}" 1)}}' for name in kinds] if len(kinds) > 1 else [""]


def _has_distances(game: SingleGame) -> bool:
    topology, site = game.model.topology, game.model.default_site
    return bool(topology.distances_to(site, topology.region(site, "centre")))


def _of_regions(game: SingleGame) -> Iterator[Candidate]:
    """Who has come to the players' regions, which is the aim where ends ask who is in one, and then how near."""
    owners, aim, filled = _owners(game), _asks_who_is_in(game), _to_fill(game)
    if filled:
        yield Candidate(filled, aim=True)
    if aim:
        yield from (Candidate(f"(playerRegionsProximity player:{player})", aim=True) for player in sorted(owners))
    if owners:
        yield Candidate("(ownRegionsCount)", aim=aim)


def _owners(game: SingleGame) -> set[int]:
    """The players that have regions."""
    return {region.owner for region in game.model.regions if region.sites} & set(range(1, game.num_players + 1))


def _asks_who_is_in(game: SingleGame) -> bool:
    """Whether the ends ask who is in a region."""
    return any(isinstance(one, IsIn) for one in asked_at_the_end(game))


def counts_moves(game: SingleGame) -> bool:
    """Whether the last move is all that counts in a game, and its heuristics are how many moves the players have."""
    proposal = proposed(game) if is_of_last_moves(game) else None
    return proposal is not None and all(isinstance(term, MobilityAdvanced) for term in read(proposal.text).listed)


def asked_at_the_end(game: SingleGame) -> list[Ludeme]:
    """The ludemes of the end rules."""
    return [one for end in game.ludemes() if isinstance(end, End) for one in end.walk()]


def _kinds(game: SingleGame) -> list[str]:
    """The names of the pieces of the players, without the numbers of their owners."""
    names = dict.fromkeys(
        one.base_name for one in game.components if 1 <= one.owner <= game.num_players and not one.faces
    )
    return list(names)[:_KINDS] if len(names) > 1 else list(names)


@dataclass(frozen=True)
class Proposal:
    """Heuristics as text in the language, and how well they tell results: the correlation in positions that they were
    not fitted to. Where random games have no results they are of the rules alone."""

    text: str
    telling: float = 0.0
    by_rules: bool = False


def proposed(game: SingleGame, seed: int = 1) -> Proposal | None:
    """Heuristics for a game; None where no term tells how games go on."""
    key = proposal_key(game, seed)
    cached = read_cache(key)
    if cached is None:
        proposal = _bounded(game, seed)
        write_cache(key, json.dumps(asdict(proposal) if proposal else None).encode())
        return proposal
    facts = json.loads(cached)
    return Proposal(**facts) if facts else None


def _bounded(game: SingleGame, seed: int) -> Proposal | None:
    """None, too, for a game whose random games take far more than those of others."""
    return within(4 * WORK, lambda: _proposed(game, seed))


def _proposed(game: SingleGame, seed: int) -> Proposal | None:
    terms = candidates(game)
    if not terms:
        return _of_races(game)
    evaluation = Evaluation(game, written(term.text for term in terms))
    values, results = _sampled(game, evaluation, seed)
    terms, values = _of_last_moves(game, terms, values)
    ridge = [term.ridge or _ARMY_RIDGE * len(results) for term in terms]
    fit = Fit(values, results, game.num_players, np.array(ridge))
    chosen = fit.selected(*_groups(terms))
    telling, weights = fit.telling(chosen), fit.weights(chosen)
    by_rules = (
        terms[0].pieces is not None
        and terms[0].ridge > 0
        and not all(term.ridge for term in terms)
        and bool(weights[0] <= 0)
    )
    if by_rules:
        weights = _with_prior(values, weights, terms)
    spread = float((values @ weights).std()) if len(values) else 0.0
    listed = weighted(terms, weights * (POINTS / spread if spread else 0.0))
    told_nothing = not listed or (len(results) and not results.std())
    race = _of_races(game) if told_nothing else None
    return race or (Proposal(written(listed), telling, by_rules) if listed else None)


def _with_prior(values: Values, weights: Values, terms: Sequence[Candidate]) -> Values:
    """Weights of which those of an army's pieces, the first of which is the prior, are the prior alone, which counts as
    much as all others: random games told nothing of it, or that a royal piece moves more without a following."""
    others = np.where([term.pieces is not None for term in terms], 0.0, np.maximum(weights, 0.0))
    prior, spread = float(values[:, 0].std()), float((values @ others).std())
    others[0] = (spread or 1.0) / (prior or 1.0)
    return others


def _of_races(game: SingleGame) -> Proposal | None:
    """What counts where the aim is to come somewhere, and random games tell nothing as they do not come there."""
    term = _to_fill(game) or ("(ownRegionsProximity)" if _is_race(game) else None)
    return Proposal(f"(heuristics {{{term}}})", by_rules=True) if term else None


def _to_fill(game: SingleGame) -> str | None:
    """The term for games whose ends compare where a player's pieces are with regions, of whomever; None elsewhere."""
    for one in asked_at_the_end(game):
        if not isinstance(one, EqualRegions):
            continue
        for pieces, region in ((one.first, one.second), (one.second, one.first)):
            if isinstance(pieces, OccupiedSites) and pieces.by is RoleType.Mover:
                owners = [_owner_of(game, region, player) for player in range(1, game.num_players + 1)]
                return f"(filledRegionsProximity of:{{{' '.join(map(str, owners))}}})" if all(owners) else None
    return None


def _owner_of(game: SingleGame, region: SitesLudeme, player: int) -> int:
    """The player whose regions a region is to a player who moves; 0 where it is nobody's, or depends on play."""
    sites = _sites_at_load(game, region, player)
    return next((owner for owner in _owners(game) if set(sites_of(game.model, owner)) == sites), 0)


def _sites_at_load(game: SingleGame, region: SitesLudeme, player: int) -> set[int] | None:
    """The sites of a region to a player who moves; None where they depend on play."""
    try:
        return at_load(blank_context(game.model), lambda c: set(members_of(region.emit(c.bind(mover=player)))))
    except Unknown:
        return None


def _groups(terms: Sequence[Candidate]) -> tuple[list[list[int]], list[int]]:
    """The numbers of the terms that are chosen together, those of material and each of the others alone; and those that
    need not be chosen: the aim, beside which material is told apart from nearness to it."""
    material = [number for number, term in enumerate(terms) if term.pieces]
    aim = [number for number, term in enumerate(terms) if term.aim]
    others = [[number] for number, term in enumerate(terms) if not term.pieces and not term.aim]
    return ([material, *others], []) if not aim else (others, material + aim)


def _is_race(game: SingleGame) -> bool:
    """Whether each player has regions of which the ends ask what is there: so that it is good to come there."""
    return _asks_who_is_in(game) and len(_owners(game)) == game.num_players


def _of_last_moves(game: SingleGame, terms: list[Candidate], values: Values) -> tuple[list[Candidate], Values]:
    """Where the last move is all that counts, and the players' mobility differs, it alone: random games tell no more
    of such a game, and what they seem to say of other terms is chance; but where having more pieces goes with winning,
    as in draughts, that is what is to be known."""
    if not is_of_last_moves(game) or decides(Random(game)):
        return terms, values
    counted = [number for number, term in enumerate(terms) if term.text == MOBILITY and values[:, number].any()]
    if not counted:
        return terms, values
    return [terms[number]._replace(aim=True) for number in counted], values[:, counted]


def weighted(terms: Sequence[Candidate], weights: Values) -> list[str]:
    """The terms with their weights; those of material are one."""
    material: dict[str, float] = {}
    for term, weight in zip(terms, weights, strict=True):
        for name, part in (term.pieces or {}).items():
            material[name] = material.get(name, 0.0) + weight * part
    pairs = [f'(pair "{name}" {weight:.4g})' for name, weight in material.items() if weight]
    material_term = [f"(material pieceWeights:{{{' '.join(pairs)}}})"] if pairs else []
    others = [(term.text, weight) for term, weight in zip(terms, weights, strict=True) if not term.pieces and weight]
    return material_term + [_weighed(text, weight) for text, weight in others]


def proposal_key(game: SingleGame, seed: int) -> str:
    """What the heuristics of a game are called in the cache: its code and the sources of agents decide them."""
    deciding = ("heuristics", game.digest, sources_key(*EMITTING, "agents"), str(seed))
    return hashlib.sha256("\0".join(deciding).encode()).hexdigest()


def _weighed(term: str, weight: float) -> str:
    name, space, rest = term[1:-1].partition(" ")
    return f"({name} weight:{weight:.4g}{space}{rest})"


def _sampled(game: SingleGame, evaluation: Evaluation, seed: int) -> tuple[Values, Values]:
    """Of some positions what each term says of each player, less the mean of the others, and what they got, 0 to 1."""
    rng = np.random.default_rng(seed)
    with own_choices(int(rng.integers(1 << 63))):
        return _looked_at(game, evaluation, rng)


def _looked_at(game: SingleGame, evaluation: Evaluation, rng: np.random.Generator) -> tuple[Values, Values]:
    usual = float(np.mean([played(game, game.start(seed=n), _PLY_LIMIT) for n in range(20)]))
    n = int(np.clip(_PLIES / (usual * (_PLAYED + 1)), *_POSITIONS))
    others = max(game.num_players - 1, 1)
    values, results = list[Values](), list[Values]()
    for number in range(n):
        state = game.start(seed=number)
        played(game, state, max(1, int(usual * rng.uniform(_FROM, _TO))))
        if state.is_over:
            continue
        terms = evaluation.terms(state)
        values.append((terms - (terms.sum(axis=1, keepdims=True) - terms) / others).T)
        results.append(_expected(game, state, rng))
    if not values:
        return np.zeros((0, len(evaluation.heuristics.listed))), np.zeros(0)
    return np.concatenate(values), np.concatenate(results)


def _expected(game: SingleGame, state: State, rng: np.random.Generator) -> Values:
    got = np.zeros(game.num_players)
    for _ in range(_PLAYED):
        after = state.copy()
        after.set_field("rng", np.uint64(rng.integers(1 << 63)))
        played(game, after, _PLY_LIMIT)
        winner = after.winner
        got += 1.0 / game.num_players if not 1 <= winner <= game.num_players else np.arange(1, len(got) + 1) == winner
    return got / _PLAYED
