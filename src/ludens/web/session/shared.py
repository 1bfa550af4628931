"""The session of a table that several people have together: each moves the own seat, and sees what it sees."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from ludens.study.files import TRIAL
from ludens.web.engine.errors import GameLost
from ludens.web.engine.interface import Engine
from ludens.web.engine.requests import Pick, ReadMove, Rehearse, Seating, TrialText, Turn, View
from ludens.web.errors import ApiError
from ludens.web.people.keys import BOT
from ludens.web.people.party import Party, Planned, Premove
from ludens.web.protocol import error_message
from ludens.web.schemas import client, server
from ludens.web.schemas.people import Challenge, ChatLine, Invitation
from ludens.web.schemas.reasons import AskWhy, Reasons
from ludens.web.seats import HUMAN
from ludens.web.services import Services
from ludens.web.session import clocks, events
from ludens.web.session.agreement import Agreement, is_running
from ludens.web.session.attendance import Attendance
from ludens.web.session.connection import Connection, Reply
from ludens.web.session.reminders import Reminders
from ludens.web.session.session import Session
from ludens.web.session.shared_flow import SharedFlow
from ludens.web.session.standing import Standing
from ludens.web.session.talk import Talk
from ludens.web.storage import StoredSession
from ludens.web.visitors import Allowance
from ludens.words import say

#: pages that one person may have open at a table
_PAGES: Final = 4
#: who comes and goes is told so many seconds later, all at once
_GATHERED_SECONDS: Final = 0.1
#: what one person may ask of the others or the host: so much a second, and so much at once
_RATE, _BURST = 2.0, 20.0
_NOT_INVITED: Final = "this table is for those who were invited: open the link that you were sent"


class SharedSession(Session):
    """A game of people who each have a page; the party says who they are."""

    def __init__(
        self,
        services: Services,
        stored: StoredSession,
        engine: Engine,
        turn: Turn,
        on_lost: Callable[[Session, str], object],
        party: Party,
    ) -> None:
        super().__init__(services, stored, engine, turn, on_lost)
        state = self.state
        self.party = state.party = party
        state.chat = [msgspec.json.decode(line, type=ChatLine) for line in stored.chat]
        self.shared_flow = SharedFlow(state, self.saver, party, self.tell_people)
        self.flow = self.driver.flow = self.shared_flow
        self.agreement = Agreement(state, party, self.shared_flow)
        self.attendance = Attendance(state, party)
        self.talk = Talk(state, party, self.saver, lambda: is_running(state))
        self.reminders = Reminders(state, party, self.attendance, self.background.start)
        self.standing = Standing(state, party, self.challenges, self.background.start)
        self._allowance = Allowance(_RATE, _BURST)
        #: since when nobody but bots is here
        self._waiting: float | None = None
        state.on_turn = lambda: clocks.run(state, party, time.time())
        chosen = party.chosen
        state.take_turn(turn)
        party.chosen = chosen
        clocks.set_alarm(state)

    # --- who is let in

    def admit(self, guest: str) -> None:
        """Let somebody look at the game who has a place at it. Raises ApiError."""
        party = self.party
        if not party.admits(guest):
            raise ApiError("forbidden", say(_NOT_INVITED), 403)
        if not party.spectators and not party.seat_of(guest) and guest != party.host:
            raise ApiError("forbidden", say("the host lets nobody look on"), 403)

    def eyes_of(self, guest: str) -> int | None:
        return self.shared_flow.eyes_of(guest)

    def _check_room(self, connection: Connection) -> None:
        """Those who look on take nobody's place who plays."""
        self.admit(connection.guest)
        pages = Counter(one.guest for one in self.state.audience.connections)
        if pages[connection.guest] >= _PAGES and connection.guest in self.party.people:
            raise ApiError("limit", say("at most {0} pages of one person look at a game", _PAGES), 503)
        looking = sum(count for guest, count in pages.items() if not self._has_place(guest))
        if not self._has_place(connection.guest) and looking >= self.limits.onlookers:
            raise ApiError("limit", say("at most {0} pages look on here", self.limits.onlookers), 503)

    def _has_place(self, guest: str) -> bool:
        return self.party.seat_of(guest) > 0 or guest == self.party.host

    async def join(self, connection: Connection) -> None:
        await super().join(connection)
        Reply(connection).send(self.attendance.message(connection))
        Reply(connection).send(server.Chat(lines=self.talk.lines(connection.guest)))
        self.shared_flow.probe(connection)
        self._tell_soon()
        if self._all_have_chosen():  # the server ended in between
            self.background.start_once("settle", self._settle)

    def leave(self, connection: Connection) -> None:
        super().leave(connection)
        self._tell_soon()
        if not self.state.is_closed and not self.lost:
            self.reminders.update()
            self.standing.update()

    async def _snapshot(self, connection: Connection) -> server.Snapshot:
        eyes = self.shared_flow.eyes_of(connection.guest)
        return events.snapshot(self.state, await self.shared_flow.shown_to(eyes, whole=True))

    # --- telling

    def tell_people(self) -> None:
        """Tell everybody how the people stand."""
        self._let_go()
        self.attendance.tell()
        self.reminders.update()
        self.standing.update()

    def _let_go(self) -> None:
        """Close the pages of those who have no place here any more."""
        for connection in list(self.state.audience.connections):
            try:
                self.admit(connection.guest)
            except ApiError as error:
                Reply(connection).send(error_message(error))
                self.state.audience.remove(connection)
                connection.close()

    def _tell_soon(self) -> None:
        if not self.state.is_closed and not self.lost and self.state.audience:
            self.background.start_once("people", self._tell_gathered)

    async def _tell_gathered(self) -> None:
        await asyncio.sleep(_GATHERED_SECONDS)
        self.tell_people()

    # --- messages

    async def _do(self, message: client.Message, reply: Reply) -> None:
        guest = reply.connection.guest
        self.admit(guest)
        match message:
            case client.Probed(number=number):
                reply.connection.line.answered(number)
            case client.AskHint() | client.Analyse():
                raise ApiError("forbidden", say("people play here: nobody is helped before the game is over"), 403)
            case client.Ping() | client.ViewPly() | client.Refresh() | client.Play():
                await super()._do(message, reply)
            case _ if guest not in self.party.people:
                raise ApiError("forbidden", say("who looks on from the crowd says nothing: ask for a link"), 403)
            case _:
                if not self._allowance.take(guest):
                    raise ApiError("limit", say("you ask for much in a short time: wait a moment"), 429)
                await super()._do(message, reply)

    async def _change(self, message: client.Message, reply: Reply) -> None:
        match message:
            case client.ViewPly(ply=ply):
                eyes = self.eyes_of(reply.connection.guest)
                past = await self.state.engine.ask(View(ply, self.state.players, eyes))
                position = self.shared_flow.as_agreed(past.position)
                reply.send(events.past_position(msgspec.structs.replace(past, position=position)))
            case client.Refresh():
                await super()._change(message, reply)
                Reply(reply.connection).send(self.attendance.message(reply.connection))
            case client.Say(text=text):
                await self.talk.say(reply.connection, text)
                reply.send(server.Ok())
            case client.Rename(name=name):
                self.state.services.measures.check_speaks(reply.connection.guest)
                self.party.welcome(reply.connection.guest, name)
                await self._arranged(reply)
            case client.Invite() | client.OpenSeat() | client.Dismiss() | client.Spectators():
                await self._host(message, reply)
            case client.New() | client.Seats():
                await self._host(message, reply)
            case _:
                await self._play_or_agree(message, reply)

    async def _play_or_agree(self, message: client.Message, reply: Reply) -> None:
        """What somebody asks who sits at the table. Raises ApiError."""
        seat = self.party.seat_of(reply.connection.guest)
        if not seat:
            raise ApiError("forbidden", say("you look on here, and do not play"), 403)
        match message:
            case client.Play():
                await self._play(message, reply)
            case client.Premove():
                await self._premove(seat, message, reply)
            case client.Plan():
                await self._plan(seat, message, reply)
            case client.Resign():
                self._check_begun()
                await self.agreement.resign(seat, reply)
            case client.Offer(matter=matter):
                await self._agreed(self.agreement.offer(seat, matter, reply))
            case client.Undo():
                if (ply := await self.shared_flow.unfinished(seat)) is not None:
                    await self.shared_flow.go_back(ply, reply)
                    return
                await self._agreed(self.agreement.offer(seat, "takeback", reply))
            case client.Pause():
                await self._agreed(self.agreement.offer(seat, "adjourn", reply))
            case client.Resume():
                await self._agreed(self.agreement.offer(seat, "resume", reply))
            case client.Answer(accept=accept):
                await self._agreed(self.agreement.answer(seat, accept=accept, reply=reply))
            case _:
                raise ApiError("illegal", say("at a table of several people nobody does this alone"))

    # --- moves

    def _check_begun(self) -> None:
        if not clocks.is_complete(self.state, self.party):
            raise ApiError("illegal", say("not everybody is at the table yet"))

    async def _play(self, message: client.Play, reply: Reply) -> None:
        state, turn = self.state, self.state.turn
        seat = self.party.seat_of(reply.connection.guest)
        player = state.seats.player(seat)
        if await self.agreement.flag():
            raise ApiError("illegal", say("time is over"))
        self._check_turn(message.ply, player)
        number = await state.engine.ask(Pick(player, message.numbers[0]))
        if not turn.movers:
            await self.flow.advance((number,), reply)
            return
        self.party.chosen[seat] = message.numbers[0]
        clocks.run(state, self.party, time.time())
        if self._all_have_chosen():
            await self._settle_choices(reply)
        else:
            await self.saver.save_settings()
            reply.send(server.Ok())
            self.tell_people()

    async def play_text(self, guest: str, text: str, reply: Reply) -> None:
        """Play what a program means by a text, which may be a turn of several plies. Raises ApiError."""
        try:
            async with self.state.change():
                await self._play_text(guest, text, reply)
        except GameLost as error:
            self._lose(error)
            raise
        self._wake()

    async def say(self, connection: Connection, text: str, *, aside: bool = False) -> None:
        """Say something for a program, which has no page. Raises ApiError."""
        self.admit(connection.guest)
        async with self.state.change():
            await self.talk.say(connection, text, aside=aside)

    async def abort(self, guest: str, reply: Reply) -> None:
        """End a game that has hardly begun, for somebody who plays. Raises ApiError."""
        async with self.state.change():
            if not self.party.seat_of(guest):
                raise ApiError("forbidden", say("you look on here, and do not play"), 403)
            await self.agreement.abort(reply)

    async def _play_text(self, guest: str, text: str, reply: Reply) -> None:
        state, seat, cursor = self.state, self.party.seat_of(guest), self.state.record.cursor
        if not seat:
            raise ApiError("forbidden", say("you look on here, and do not play"), 403)
        player = state.seats.player(seat)
        self._check_turn(cursor, player)
        reading = await state.engine.ask(ReadMove(player, text))
        await self._play(client.Play(ply=cursor, move=reading.number), reply)
        for number, name in enumerate(reading.rest, cursor + 1):
            if state.record.cursor == number and not state.turn.is_over:  # else it has been played by itself
                await self.flow.advance((await state.engine.ask(Pick(player, name=name)),), None)

    def _check_turn(self, ply: int, player: int) -> None:
        """Whether a player may move at a ply. Raises ApiError."""
        state, turn = self.state, self.state.turn
        if ply != state.record.cursor:
            raise ApiError(
                "stale", say("this is a move for ply {0}, and the game is at ply {1}", ply, state.record.cursor)
            )
        if turn.is_over:
            raise ApiError("illegal", say("the game is over"))
        self._check_begun()
        if state.paused:
            raise ApiError("illegal", say("the game is adjourned: propose to go on"))
        if not turn.is_between and player not in (turn.movers or (turn.mover,)):
            raise ApiError("illegal", say("it is not your turn"))

    def _all_have_chosen(self) -> bool:
        """Whether all people have who move at once."""
        return bool(self.state.turn.movers and self.party.chosen) and not clocks.thinking(self.state, self.party)

    async def _settle(self) -> None:
        async with self.state.change():
            if self._all_have_chosen():
                await self._settle_choices(None)
        self._wake()

    async def _settle_choices(self, reply: Reply | None) -> None:
        """Play what all have chosen; where machines move, too, they choose first."""
        state = self.state
        seats = {state.seats.player(seat): number for seat, number in self.party.chosen.items()}
        chosen = {player: await state.engine.ask(Pick(player, number)) for player, number in seats.items()}
        if len(chosen) == len(state.turn.movers):
            await self.flow.advance_together(chosen, reply)
            return
        state.chosen = chosen
        await self.saver.save_settings()
        if reply is not None:
            reply.send(server.Ok())
        self.tell_people()

    async def _premove(self, seat: int, message: client.Premove, reply: Reply) -> None:
        if message.to is None:
            self.party.premoves.pop(seat, None)
        elif self.state.turn.is_over or seat in clocks.thinking(self.state, self.party):
            raise ApiError("illegal", say("it is your turn, or the game is over: there is nothing to wait for"))
        else:
            origin = None if message.from_ == message.to else message.from_
            self.party.premoves[seat] = Premove(origin, message.to)
        await self.saver.save_settings()
        reply.send(server.Ok())
        self._tell_seat(seat)

    async def _plan(self, seat: int, message: client.Plan, reply: Reply) -> None:
        """Let a seat answer so if others move so. Raises ApiError."""
        state, facts = self.state, self.state.facts
        if facts.hides or facts.chance or self.party.rules.is_live:
            raise ApiError(
                "illegal", say("plans are made where nobody is hurried, nothing is hidden, and nothing drawn")
            )
        if state.turn.is_over or state.turn.movers or seat in clocks.thinking(state, self.party):
            raise ApiError("illegal", say("it is your turn, or the game is over: there is nothing to wait for"))
        lines = tuple(tuple(line.split()) for line in message.lines if line.strip())
        player, plans = state.seats.player(seat), await state.engine.ask(Rehearse(lines))
        for line, text in zip(plans, lines, strict=True):
            if not any(ply.player == player for ply in line):
                raise ApiError("illegal", say("{0}: there is no answer of yours in it", " ".join(text)))
        self.party.plans.pop(seat, None)
        if plans:
            self.party.plans[seat] = [[Planned(ply.trial, ply.move, ply.name) for ply in line] for line in plans]
        await self.saver.save_settings()
        reply.send(server.Ok())
        self._tell_seat(seat)

    async def forfeit(self) -> None:
        """Who has not begun loses, where others have waited for long enough."""
        async with self.state.change():
            waiting = clocks.thinking(self.state, self.party)
            if waiting and self.state.record.cursor < len(self.party.seats):
                await self.agreement.lose_on_time(min(waiting))

    def _tell_seat(self, seat: int) -> None:
        """Tell one seat how it stands, and nobody else."""
        for connection in list(self.state.audience.connections):
            if self.party.seat_of(connection.guest) == seat:
                Reply(connection).send(self.attendance.message(connection))

    async def flag(self) -> None:
        """Look whether somebody's time is over, as that may be so by now."""
        async with self.state.change():
            if not await self.agreement.flag():
                clocks.set_alarm(self.state)
        self._wake()

    async def _agreed(self, work: Awaitable[None]) -> None:
        """Let people agree on something, and tell all how they stand then. Raises ApiError."""
        await work
        self.tell_people()

    # --- the host

    async def _host(self, message: client.Message, reply: Reply) -> None:
        """What the host decides alone. Raises ApiError."""
        party = self.party
        if reply.connection.guest != party.host:
            raise ApiError("forbidden", say("only the host of the table does this"), 403)
        match message:
            case client.Invite(seat=seat):
                party.new_link(seat)
            case client.OpenSeat(seat=seat, open=is_open):
                if seat > len(party.seats):
                    raise ApiError("illegal", say("there is no seat {0}", seat))
                party.seats[seat - 1].open = is_open
            case client.Dismiss(person=person):
                self._dismiss(person)
                await self.saver.save_settings()
                self._let_go()
                await self.shared_flow.show_all()
            case client.Spectators(allowed=allowed, everybody=everybody):
                party.spectators, party.broadcast = allowed, allowed and everybody
            case client.Seats(players=players):
                await self._seat(players, reply)
                return
            case client.New():
                await self._begin_anew(message, reply)
                return
        await self._arranged(reply)

    async def _arranged(self, reply: Reply) -> None:
        """Write how the people stand now, and tell them."""
        await self.saver.save_settings()
        reply.send(server.Ok())
        self.tell_people()

    def _dismiss(self, person: str) -> None:
        guest = self.party.guest_called(person)
        if guest == self.party.host:
            raise ApiError("illegal", say("the host stays"))
        self.party.dismiss(guest)
        self.shared_flow.hold()  # nobody wins by sending somebody away

    async def _seat(self, players: tuple[str, ...], reply: Reply) -> None:
        by_player = await self.state.engine.ask(Seating(players))
        by_seat = tuple(self.state.seats.by_seat(by_player))
        self._check_people(by_seat)
        await self.flow.seat(by_seat, reply)

    def _check_people(self, players: tuple[str, ...]) -> None:
        """Whether nobody loses their seat to a machine. Raises ApiError."""
        if is_running(self.state):
            raise ApiError("illegal", say("a game is going on: let it come to its end first"))
        for number, who in enumerate(players, 1):
            if who != HUMAN and number <= len(self.party.seats) and self.party.seats[number - 1].guest:
                raise ApiError("illegal", say("somebody sits on seat {0}: a machine cannot have it", number))

    async def _begin_anew(self, message: client.New, reply: Reply) -> None:
        if message.seed is not None:
            raise ApiError("illegal", say("where others play, nobody says what is drawn"))
        self._check_people(message.players or self.state.players)
        await self._restart(message, reply)

    # --- for the routes

    async def sit(self, guest: str, key: str, name: str, *, is_paired: bool = False) -> int:
        """Let somebody sit down with the secret of a link; gives the seat, 0 for a chair. Raises ApiError.

        Who is paired by a tournament sits down whomever they meet there.
        """
        async with self.state.change():
            seat = self.party.seat_with(key)
            if not is_paired:
                self._check_welcome(guest)
            if self.state.services.measures.is_muted(guest):
                name = ""
            own = self.party.seat_of(guest)
            if own and not seat:
                return own
            self.party.sit(seat, guest, name)
            clocks.run(self.state, self.party, time.time())
            await self.saver.save_settings()
            if seat and own != seat:
                await self.shared_flow.show_all()
            else:
                self.tell_people()
            if seat and own != seat:
                self.state.services.happenings.tell("seated", self.state)
        self._wake()
        return seat

    def _check_welcome(self, guest: str) -> None:
        """Whether nobody who sits here has blocked a guest, who is told no more than that. Raises ApiError."""
        party, measures = self.party, self.state.services.measures
        if not party.seat_of(guest):
            seated = {party.host, *(seat.guest for seat in party.seats)} - {"", guest}
            if any(measures.has_blocked(one, guest) for one in seated):
                raise ApiError("forbidden", say("this seat is not for you"), 403)

    async def become(self, old: str, new: str) -> None:
        """Let somebody be another person from now on, or nobody, who gives up the game. Their pages come anew."""
        party, state = self.party, self.state
        if not party.has_traces_of(old) and old not in self.attendance.present:
            return
        async with state.change():
            if old != new and party.has_traces_of(old):
                if new:
                    party.adopt(old, new)
                else:
                    await self._give_up(old)
                    gone = party.ids_of(old)
                    state.chat[:] = [line for line in state.chat if line.person not in gone]
                    party.forget(old)
                await self.saver.save_all()
            for connection in [one for one in state.audience.connections if one.guest == old]:
                state.audience.remove(connection)
                connection.close()
        self.tell_people()
        self._wake()

    async def _give_up(self, guest: str) -> None:
        """End what cannot go on without who leaves; a seat where nothing was played is free. Raises ApiError."""
        party, state, nobody = self.party, self.state, Reply(Connection(1, 1))
        seat = party.seat_of(guest)
        if state.turn.is_over:
            return
        if is_running(state):
            if seat:
                await self.agreement.resign(seat, nobody)
        elif guest == party.host and (seat or not clocks.is_complete(state, party)):
            await self.agreement.abort(nobody)  # nobody else has the links
        else:
            party.vacate(seat)

    async def end_waiting(self, now: float) -> None:
        """Abort a game with a clock that nobody begins, and that only bots wait for. Raises ApiError."""
        party, state, present = self.party, self.state, self.attendance.present
        if not party.rules.is_live or state.record.cursor or state.turn.is_over:
            return
        if not present or not all(guest.startswith(BOT) for guest in present):
            self._waiting = None
            return
        first = {party.seats[seat - 1].guest for seat in clocks.thinking(state, party)}
        if first and first <= present and clocks.is_complete(state, party):
            return  # a bot is to move
        if self._waiting is None:
            self._waiting = now
        elif now - self._waiting > self.limits.first_move_seconds:
            async with state.change():
                if not state.record.cursor and not state.turn.is_over:
                    await self.agreement.abort(None)
            self.tell_people()

    async def invitation(self, guest: str, key: str) -> Invitation:
        """What the secret of a link leads to. Raises ApiError."""
        party, state = self.party, self.state
        seat, host = party.seat_with(key), party.people.get(party.host)
        try:
            party.check_free(seat, guest)
            free = True
        except ApiError:
            free = False
        label = state.facts.labels[state.seats.player(seat) - 1] if seat else ""
        yours = party.seat_of(guest) if guest in party.people else None
        name = host.name if host is not None else ""
        return Invitation(state.facts.name, name, seat, label, party.rules, free, yours)

    def challenges(self) -> list[Challenge]:
        """The free seats that anybody may take, while the host waits at the table; of games by days always."""
        party, state = self.party, self.state
        host, is_over = party.people.get(party.host), state.turn.is_over
        waits = party.rules.kind == "days" or party.host in self.attendance.present
        if not party.listed or host is None or not waits or is_over or is_running(state):
            return []
        about, labels = (state.facts.name, state.source.name, host.name), state.facts.labels
        return [
            Challenge(self.id, seat.key, *about, labels[state.seats.player(number) - 1], party.rules)
            for number, seat in enumerate(party.seats, 1)
            if seat.open and not seat.guest and clocks.is_person(state, number)
        ]

    async def trial(self, form: str, guest: str = "") -> TrialText:
        if form == TRIAL and not (self.state.turn.is_over or self.state.facts.hides):
            raise ApiError(
                "forbidden", say("a trial tells what will be drawn: it can be saved once the game is over"), 403
            )
        return await super().trial(form, guest)

    async def why(self, question: AskWhy, guest: str = "") -> Reasons:
        eyes = self.shared_flow.eyes_of(guest)
        now = question.ply == self.state.record.cursor
        if question.about == "move" and question.move is not None and now and eyes > 0:  # pages number their own moves
            async with self.state.lock:
                number = await self.state.engine.ask(Pick(eyes, question.move))
            question = msgspec.structs.replace(question, move=number)
        return await super().why(question, guest)
