"""The symmetries of a game: what carries its board, its players, its moves and its planes to themselves.

Candidates are the automorphisms of the board, each with every rotation of the seats. Whether the rules agree is tried,
not read: see `ludens.encoding.correspondence`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ludens.board import SiteType
from ludens.board.automorphisms import automorphisms, image_of, isometries, matrix_of
from ludens.encoding.actions import Block
from ludens.encoding.correspondence import corresponds
from ludens.encoding.encoding import Encoding
from ludens.encoding.geometry import first_slots
from ludens.encoding.planes import SEAT
from ludens.encoding.symmetry import Indices, Symmetry
from ludens.rules.state.model import Model

#: more automorphisms than this are not looked at, but for rotations and reflections
_MOST = 64
_RELATIONS = ("Adjacent", "Orthogonal", "Diagonal", "OffDiagonal")


def symmetries_of(encoding: Encoding) -> tuple[Symmetry, ...]:
    """The symmetries of an encoding's game, the identity first; they are a group.

    What follows from others that were tried is not tried itself.
    """
    identity, *others = dict.fromkeys(candidates(encoding))
    by_value = {symmetry: symmetry for symmetry in others}
    group, refuted = [identity], set[Symmetry]()
    for candidate in others:
        if candidate in group or candidate in refuted:
            continue
        if corresponds(encoding, encoding, candidate):
            group = _generate([*group, candidate])
        else:
            refuted |= {candidate.then(other) for other in group}
    return tuple(by_value.get(symmetry, symmetry) for symmetry in group)


def _generate(symmetries: list[Symmetry]) -> list[Symmetry]:
    """The group that some symmetries generate, in order of discovery."""
    group = dict.fromkeys(symmetries)
    todo = list(group)
    while todo:
        element = todo.pop(0)
        fresh = [element.then(other) for other in symmetries]
        todo += (other for other in fresh if other not in group)
        group |= dict.fromkeys(fresh)
    return list(group)


# --- candidates


def candidates(encoding: Encoding) -> Iterator[Symmetry]:
    """The candidates for symmetries, the identity first."""
    model = encoding.game.model
    players = max(model.num_players, 1)
    for turned in range(players):
        seats = tuple((p + turned) % players + 1 for p in range(players))
        for images, name in _boards(model):
            symmetry = _of(encoding, images, seats, name)
            if symmetry is not None:
                yield symmetry


def _boards(model: Model) -> list[tuple[dict[SiteType, Indices], str]]:
    """The automorphisms of the board: the image of each site of each type, and its name."""
    main = model.default_site
    relations = []
    for relation in _RELATIONS:
        pairs = [(a, b) for a in range(model.count(main)) for b in model.topology.neighbours(main, a, relation)]
        relations.append(np.array(pairs, np.int64).reshape(-1, 2).T)
    points = {t: np.asarray(model.topology.positions(t), np.float64).reshape(-1, 3) for t in model.site_types}
    maps = automorphisms(model.count(main), relations, _MOST)
    boards = []
    for number, image in enumerate(isometries(points[main]) if maps is None else maps):
        matrix = matrix_of(points[main], image)
        images = {t: np.arange(len(points[t])) for t in model.site_types} | {main: image}
        for site_type in model.site_types[1:]:
            other = image_of(points[site_type], matrix) if matrix is not None else None
            if other is not None:
                images[site_type] = other
        boards.append((images, f"relabelling {number}" if matrix is None else _name(matrix)))
    return boards


def _name(matrix: npt.NDArray[np.float64]) -> str:
    """The name of a rotation or a reflection."""
    angle = math.degrees(math.atan2(matrix[1, 0], matrix[0, 0])) % 360
    if np.linalg.det(matrix) > 0:
        turn = round(angle) % 360
        return f"rotation by {turn} degrees" if turn else "identity"
    axis = round(angle / 2) % 180
    directions = {0: "top to bottom", 90: "left to right"}
    return f"reflection {directions.get(axis, f'across the line at {axis} degrees')}"


def _of(encoding: Encoding, images: dict[SiteType, Indices], seats: tuple[int, ...], name: str) -> Symmetry | None:
    """The symmetry of some images; None where numbers of moves cannot follow."""
    sites = _all_sites(encoding.game.model, images, seats)
    actions = None if sites is None else _numbers(encoding, sites)
    if sites is None or actions is None:
        return None
    if seats[0] != 1:
        exchange = "players exchanged" if len(seats) == 2 else f"players moved up by {seats[0] - 1}"
        name = exchange if name == "identity" else f"{name}, {exchange}"
    own = tuple(sites[: encoding.game.model.total_sites].tolist())
    return Symmetry(name, own, seats, actions, _planes(encoding, images, seats), encoding.observation_shape)


def _all_sites(model: Model, images: dict[SiteType, Indices], seats: tuple[int, ...]) -> Indices | None:
    """The images of the sites of all containers, and of further numbers that sites have; hands follow their owners."""
    count = max(model.total_sites, *(model.count(site_type) for site_type in model.site_types))
    sites = np.arange(count)
    board = images[model.default_site]
    sites[: len(board)] = board
    owned = {p: [c for c in model.containers[1:] if c.owner == p] for p in range(1, len(seats) + 1)}
    for player, image in enumerate(seats, 1):
        if [c.num_sites for c in owned[player]] != [c.num_sites for c in owned[image]]:
            return None
        for source, target in zip(owned[player], owned[image], strict=True):
            sites[source.first_site : source.first_site + source.num_sites] = target.sites
    return sites


def _numbers(encoding: Encoding, sites: Indices) -> Indices | None:
    """The images of the numbers of moves; None where some pair of sites has no number."""
    numbering = encoding.numbering
    places, numbers = numbering.places, np.arange(numbering.count)
    targets = {Block.SITE: sites[: places.sites], Block.NOWHERE: np.zeros(1, np.int64)}
    if places.counts[Block.PAIR]:
        rows, columns = (
            sites[span.start : span.stop] - span.start if span.stop <= len(sites) else np.array([-1])
            for span in (places.origins, places.targets)
        )
        for ends, span in ((rows, places.origins), (columns, places.targets)):
            if ends.min() < 0 or ends.max() >= len(span):
                return None
        targets[Block.PAIR] = (rows[:, None] * len(places.targets) + columns[None]).ravel()
    for block, images in targets.items():
        variants, first = numbering.variants[block], numbering.starts[block]
        moved = images[:, None] * variants + np.arange(variants)
        numbers[first : first + moved.size] = first + moved.ravel()
    return numbers


def _planes(encoding: Encoding, images: dict[SiteType, Indices], seats: tuple[int, ...]) -> Indices:
    """For each number of a flattened observation the one that it comes from."""
    geometry, model = encoding.geometry, encoding.game.model
    sources, places = np.arange(geometry.size), np.asarray(geometry.places)
    for site_type, first in first_slots(model):
        image = images[site_type]
        sources[places[first + image]] = places[first : first + len(image)]
    planes, numbers = np.arange(len(encoding.planes)), {name: n for n, name in enumerate(encoding.planes)}
    for player, other in enumerate(seats, 1):
        if SEAT.format(player) in numbers:
            planes[numbers[SEAT.format(other)]] = numbers[SEAT.format(player)]
    return (planes[:, None] * geometry.size + sources[None]).ravel()
