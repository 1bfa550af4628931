"""Games, clocks and people as lichess's bot API has them."""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Sequence
from typing import Any, Final, Literal

from ludens.web.archive.ratings import Rating
from ludens.web.engine.requests import Spelled
from ludens.web.people.clock import DAY, ClockRules
from ludens.web.people.keys import BOT, public_id
from ludens.web.people.party import Party
from ludens.web.schemas.bots import (
    ClockInfo,
    GameFull,
    GameRef,
    GameState,
    Legal,
    Perf,
    Standing,
    Status,
    TimeControl,
    User,
    Variant,
)
from ludens.web.session import clocks
from ludens.web.session.state import SessionState

#: what is told of a clock that nobody has, as lichess does
_LONG: Final = (1 << 31) - 1
#: the moves of a game for which a clock is judged, and how many seconds for them make it how fast
_MOVES: Final = 40
_SPEEDS: Final = ((30, "ultraBullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid"))
_COLOURS: Final = ("white", "black")
_REASONS: Final[dict[str, Status]] = {"resigned": "resign", "time": "outoftime", "draw": "draw", "aborted": "aborted"}


def variant(name: str) -> Variant:
    """A game, as programs that play several call it.

    >>> variant("Chess").key, variant("Nine Men's Morris").key
    ('standard', 'ninemensmorris')
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    key = re.sub(r"[^a-z0-9]", "", plain)
    return Variant(STANDARD if key == "chess" else key, name, name[:12])


def perfs(ratings: Sequence[Rating]) -> dict[str, Any]:
    """Ratings, by the keys of their games."""
    return {
        variant(one.game).key: {"games": one.games, "rating": one.points, "rd": one.deviation, "prog": 0}
        for one in ratings
    }


#: the key of the game that programs mean where they name none
STANDARD: Final = "standard"


def time_control(rules: ClockRules) -> TimeControl:
    """A clock.

    >>> time_control(ClockRules("fischer", main=300, step=3)).show
    '5+3'
    """
    match rules.kind:
        case "none":
            return TimeControl("unlimited")
        case "days":
            return TimeControl("correspondence", daysPerTurn=rules.days)
        case "fischer":
            return TimeControl("clock", rules.main, rules.step, show=f"{rules.main / 60:g}+{rules.step}")
        case kind:
            return TimeControl("clock", rules.main, 0, show=f"{rules.main / 60:g}+{rules.step}", kind=kind)


def speed(rules: ClockRules) -> str:
    """How fast a game is.

    >>> speed(ClockRules("fischer", main=300, step=3)), speed(ClockRules())
    ('blitz', 'correspondence')
    """
    if not rules.is_live:
        return "correspondence"
    seconds = rules.main + _MOVES * rules.step
    return next((name for most, name in _SPEEDS if seconds < most), "classical")


def user(party: Party, seat: int, session: SessionState) -> User:
    """Who sits on a seat."""
    guest, who = party.seats[seat - 1].guest, session.players[seat - 1]
    person = party.people.get(guest)
    if person is None:
        name = session.facts.labels[session.seats.player(seat) - 1] if clocks.is_person(session, seat) else who
        return User("", name)
    present = {connection.guest for connection in session.audience.connections}
    title = "BOT" if guest.startswith(BOT) else None
    return User(public_id(guest), person.name, title, online=guest in present)


def colour(session: SessionState, seat: int) -> str:
    """What lichess calls the player of a seat: white and black, of more the number."""
    player = session.seats.player(seat)
    return _COLOURS[player - 1] if len(session.players) == 2 else str(player)


def reference(session: SessionState, party: Party, guest: str) -> GameRef:
    """A game that a guest plays."""
    seat = party.seat_of(guest)
    others = [number for number in range(1, len(party.seats) + 1) if number != seat]
    over, outcome = session.turn.is_over, party.outcome
    made = GameRef(
        id=session.id,
        game_id=session.id,
        full_id=session.id,
        color=colour(session, seat) if seat else "",
        seat=seat,
        variant=variant(session.facts.name),
        opponent=user(party, others[0], session) if len(others) == 1 else None,
        rated=party.rated,
        speed=speed(party.rules),
        perf=variant(session.facts.name).key,
        is_my_turn=seat in clocks.thinking(session, party),
        has_moved=session.record.cursor > 0,
    )
    if over:
        made.status = {"name": _REASONS[outcome.why] if outcome is not None else "variantEnd"}
    return made


def full(
    session: SessionState, party: Party, guest: str, game: dict[str, Any], spelled: Spelled, state: GameState
) -> GameFull:
    """The first line of a game's stream; `game` is what pages are told of it."""
    seats = [session.seats.seat(player) for player in range(1, len(party.seats) + 1)]
    users = [user(party, seat, session) for seat in seats]
    rules = party.rules
    nobody = User("", "")
    return GameFull(
        id=session.id,
        variant=variant(session.facts.name),
        speed=speed(rules),
        perf=Perf(session.facts.name),
        rated=party.rated,
        created_at=int(1000 * time.time()),
        white=users[0] if users else nobody,
        black=users[1] if len(users) > 1 else nobody,
        players=users,
        you=session.seats.player(party.seat_of(guest)) if party.seat_of(guest) else 0,
        notation=spelled.notation,
        hidden=bool(game.get("hidden")),
        chance=bool(game.get("chance")),
        simultaneous=bool(game.get("simultaneous")),
        options=list(session.facts.options),
        initial_fen=spelled.initial,
        clock=ClockInfo(1000 * rules.main, 1000 * rules.step) if rules.is_live else None,
        state=state,
    )


def state_of(
    session: SessionState, party: Party, guest: str, position: dict[str, Any], spelled: Spelled, state: str
) -> GameState:
    """How a game stands; `position` is what a page of the guest's is told, `state` its bytes in base 64."""
    seat, outcome, over = party.seat_of(guest), party.outcome, bool(position["over"])
    thinking = clocks.thinking(session, party)
    rules, shown = party.rules, party.clock.shown(party.rules, time.time())
    by_player = [shown[session.seats.seat(player) - 1] for player in range(1, len(shown) + 1)]
    white, black = ([one.left for one in by_player] + [_LONG, _LONG])[:2] if rules.kind != "none" else (_LONG, _LONG)
    offer = party.offer
    proposed = {} if offer is None else {(offer.matter, session.seats.player(offer.seat)): True}
    step = 1000 * rules.step if rules.is_live else 0
    names = spelled.notation == "names"
    pieces = position["pieces"]
    return GameState(
        moves=" ".join(text.replace(" ", "_") for text in spelled.moves),
        wtime=min(white, _LONG),
        btime=min(black, _LONG),
        winc=step,
        binc=step,
        status="started" if not over else _status(outcome.why if outcome else None, position["ranking"], spelled),
        ply=position["ply"],
        turn=sorted(session.seats.player(one) for one in thinking),
        yours=seat in thinking and bool(spelled.legal),
        legal=[Legal(one.text, one.name, one.label) for one in spelled.legal] if seat in thinking else [],
        board=_board(pieces) if names else [],
        dice=pieces.get("dice"),
        scores=position["scores"],
        clocks=list(shown) if rules.kind != "none" else [],
        position=state,
        winner=_winner(position["ranking"]) if over else None,
        ranking=position["ranking"] if over else [],
        result=(position["result"] or "") if over else "",
        wdraw=proposed.get(("draw", 1), False),
        bdraw=proposed.get(("draw", 2), False),
        wtakeback=proposed.get(("takeback", 1), False),
        btakeback=proposed.get(("takeback", 2), False),
    )


def _board(pieces: dict[str, Any]) -> list[Standing]:
    """What stands where, as it is drawn for the guest."""
    return [Standing(one["ref"], one["owner"], one["label"]) for one in pieces["pieces"]]


def _winner(ranking: Sequence[float]) -> Literal["white", "black"] | None:
    if len(ranking) != 2 or ranking[0] == ranking[1]:
        return None
    return "white" if ranking[0] < ranking[1] else "black"


def _status(why: str | None, ranking: Sequence[float], spelled: Spelled) -> Status:
    if why is not None:
        return _REASONS[why]
    if len(set(ranking)) == 1 and len(ranking) > 1:
        return "draw"
    return "mate" if spelled.notation != "names" else "variantEnd"


def clock_rules(limit: int | None, increment: int | None, days: int | None) -> ClockRules:
    """The clock that a challenge wants. Raises ValueError.

    >>> clock_rules(60, 1, None).main, clock_rules(None, None, None).kind
    (60, 'none')
    """
    if days:
        if not 1 <= days <= 30:
            raise ValueError("days: 1 to 30 a turn")
        return ClockRules("days", days=days)
    if limit is None and increment is None:
        return ClockRules()
    if (limit or 0) > 3 * DAY or (increment or 0) > 3600:
        raise ValueError("clock.limit: at most three days, and clock.increment an hour")
    return ClockRules("fischer", main=limit or 0, step=increment or 0)
