"""The thinking of agents: quick ones at once, heavy ones together in a process of their own.

The heavy agents of a match run in one `ai.worker`, started with the same interpreter, which holds a
replica of the match and hears every turn (`games.child`). In the match itself a `Proxy` sits in
their seats: the window's process never builds a heavy agent. A worker that dies is replaced by a
new one, which observes the match again from its start; the decision is the same, because it depends
on the match alone.

Faults of agents are data (`games.session.faults`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from games import bots, catalog, log, weights
from games.bots import SECONDS as BOT_SECONDS
from games.child import Child
from games.core import (
    CHANCE,
    FAILURES,
    Decision,
    Event,
    Game,
    GivesUp,
    IllegalMove,
    Limit,
    Log,
    Moves,
    Player,
)
from games.match import Match
from games.mind import Mind, check_mind, mind_from_plain
from games.session.faults import FORFEIT, AgentFault, Fault
from games.session.reveal import Reveal
from games.session.setup import Setup, agent_seats
from games.spec import Params
from games.streams import Stream

GRACE_SECONDS: Final = 10.0
"""An agent may answer so much later than its limit says: a busy machine is not its fault."""
START_SECONDS: Final = 20.0
"""So much more time has the first answer, for the start of the process."""
MOST_REPLIES: Final = 100
"""So many lines of a worker a frame reads at most; one that thinks tells its progress in few."""
STRETCH: Final = 400
"""So many turns a process that plays by itself is asked for at a time."""
ASK_SECONDS: Final = 5.0
"""A worker has so long to tell what its agent has found out or learned."""


def check_forecasts(forecasts: object, match: Match[Any]) -> None:
    """Raise `ValueError` unless `forecasts` fit a `games.core.Decision` at this turn.

    A seat that acts in the `match` now has a probability for each of its legal moves.
    """
    if not isinstance(forecasts, Mapping):
        raise ValueError("Its forecasts are no mapping of seats.")
    for seat, shares in forecasts.items():
        try:
            sound = all(0.0 <= share <= 1.0 + 1e-6 for share in shares)  # sums round
            count = len(shares)
        except TypeError:
            sound, count = False, 0
        if not sound or (seat in match.to_act and count != len(match.legal(seat))):
            raise ValueError(f"Its forecast of seat {str(seat)[:20]} is none.")


class Proxy:
    """Sits in the match for an agent that thinks in the worker."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.ask: Callable[[int, str], Any] | None = None

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Do nothing: the worker's replica begins by itself."""

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Refuse, since the host asks the worker."""
        raise RuntimeError("The agent of this seat thinks in its own process.")

    def observe(self, events: Sequence[Event]) -> None:
        """Do nothing: the worker's replica hears every turn."""

    def finish(self, result: Sequence[float]) -> None:
        """Do nothing: the worker's replica ends by itself."""

    def _ask_worker(self, what: str) -> Any:
        return None if self.ask is None else self.ask(self.seat, what)

    def mind(self) -> Mind:
        """Return the agent's present thoughts."""
        return mind_from_plain(self._ask_worker("mind") or ())

    def findings(self) -> Mind:
        """Return the agent's findings."""
        return mind_from_plain(self._ask_worker("findings") or ())

    def learned(self) -> str | None:
        """Return the agent's learned text."""
        text = self._ask_worker("learned")
        return text if isinstance(text, str) else None

    def forecasts(self) -> Mapping[int, Sequence[float]]:
        """Return no forecasts: it is not asked between its moves."""
        return {}

    def snapshot(self) -> object | None:
        """Return an empty snapshot: this process holds no state to go back to."""
        return ()

    def restore(self, snapshot: object) -> None:
        """Do not change: in this process no `snapshot` is ever taken."""


def build_players(setup: Setup) -> dict[int, Player]:
    """Return whoever fills the seats of a `setup` that no person does: agents, or proxies of the
    heavy ones.

    Seats of one team with the same agent and options are one player.
    """
    spec = catalog.spec(setup.game)
    teams = spec.teams_for(setup.params)
    players: dict[int, Player] = {}
    shared: dict[tuple[int, str], Player] = {}
    for seat in agent_seats(setup):
        key = teams[seat], repr(setup.seats[seat])
        if is_heavy(setup, seat):
            catalog.seated(setup.game, setup.seats[seat]).spec.try_weights()
            players[seat] = Proxy(seat)
        else:
            players[seat] = shared.setdefault(key, build_player(setup, seat))
    return players


def build_player(setup: Setup, seat: int) -> Player:
    """Return the agent in a `seat` of a `setup`, from the catalogue.

    In attract mode a person's seat has a stand-in.
    """
    seating = setup.seats[seat]
    if setup.demo and seating.agent == "demo":
        return catalog.demo_player(setup.game)
    return catalog.seated(setup.game, seating).make(seating.start)


def is_heavy(setup: Setup, seat: int) -> bool:
    """Return whether the agent in a `seat` of a `setup` thinks in a process of its own."""
    seating = setup.seats[seat]
    return seating.agent != "demo" and catalog.seated(setup.game, seating).spec.apart


class Host:
    """Asks the agents of one match for their decisions without stopping the frame.

    `heavy` are the seats whose agents think in the `worker`, which is started when it is needed.
    """

    def __init__(self, setup: Setup, match: Match[Any]) -> None:
        self._setup = setup
        self._match = match
        self.worker: Worker | None = None
        self.heavy = tuple(s for s, p in match.players.items() if isinstance(p, Proxy))
        for player in match.players.values():
            if isinstance(player, Proxy):
                player.ask = self._ask

    def decide(
        self, seat: int, limit: Limit, wait: bool = False, lot: int | None = None
    ) -> Decision | None:
        """Return the decision of a `seat`'s agent, or None while the worker thinks, unless it is to
        `wait`.

        `lot` is the place of its random numbers, see `Match.decide`; the same while an answer is
        awaited. Raises `AgentFault` where there will be none; a worker that was lost starts anew
        when it is asked again.
        """
        if seat in self.heavy:
            decision = self._decide_there(seat, limit, wait, lot)
        else:
            decision = self._decide_here(seat, limit, lot)
        if decision is not None:
            self._check(seat, decision)
        return decision

    def _decide_here(self, seat: int, limit: Limit, lot: int | None) -> Decision:
        try:
            return self._match.decide(seat, limit, lot)
        except IllegalMove as problem:
            raise AgentFault(self._fault(seat, "illegal", str(problem))) from None
        except GivesUp as problem:
            raise AgentFault(self._fault(seat, FORFEIT, str(problem))) from problem
        except FAILURES as problem:
            told = f"The agent in seat {seat} failed ({type(problem).__name__})."
            raise AgentFault(self._fault(seat, "error", told), problem) from problem

    def _check(self, seat: int, decision: Decision) -> None:
        """Raise `AgentFault` where what comes with a move is not what can be shown or scored."""
        try:
            check_mind(decision.mind or ())
            check_forecasts(decision.forecasts, self._match)
        except ValueError as problem:
            told = f"The agent in seat {seat} failed: {problem}"
            raise AgentFault(self._fault(seat, "error", told), problem) from problem

    def _fault(self, seat: int, kind: str, sentence: str) -> Fault:
        return Fault(seat, kind, len(self._match.turns), sentence)

    def _decide_there(
        self, seat: int, limit: Limit, wait: bool, lot: int | None
    ) -> Decision | None:
        turn = len(self._match.turns)
        try:
            return self._working().decide(seat, limit, turn, wait, lot)
        except WorkerLost as loss:
            self.drop()
            raise AgentFault(self._fault(seat, loss.kind, str(loss))) from None
        except BadAnswer as answer:
            raise AgentFault(self._fault(seat, answer.kind, str(answer))) from None

    def prepare(self) -> None:
        """Have the process of heavy agents start now, where a clock will not wait for it."""
        if self.heavy:
            self._working()

    def _working(self) -> Worker:
        if self.worker is None:
            self.worker = Worker(self._log(), self.heavy)
        return self.worker

    def _ask(self, seat: int, what: str) -> Any:
        """Return the report of an agent in the worker; None if lost; raises `AgentFault`."""
        try:
            return self._working().tell(seat, what)
        except BadAnswer as answer:
            raise AgentFault(self._fault(seat, answer.kind, str(answer))) from None
        except WorkerLost:
            self.drop()
            return None

    @property
    def busy(self) -> bool:
        """True if the worker still thinks over a question."""
        return self.worker is not None and self.worker.thinking

    def give_up(self, seat: int) -> None:
        """Wait no longer for the answer of a `seat`; an agent that hangs is started anew."""
        if self.worker is not None and seat in self.heavy and self.worker.overdue:
            self.drop()

    def progress(self, seat: int) -> float | None:
        """Return the done part of an agent's present thought, 0 to 1, or None if unknown."""
        return None if self.worker is None or seat not in self.heavy else self.worker.progress

    def _log(self) -> Log:
        setup = self._setup
        turns = list(self._match.turns)
        return Log(setup.game, dict(setup.params), setup.seed, setup.seats, turns)

    def played(self) -> None:
        """Let the worker know that the match moved on by a turn."""
        if self.worker is not None:
            turn = [list(pair) for pair in self._match.turns[-1]]
            self.worker.send({"op": "turn", "turn": turn})

    def restart(self) -> None:
        """Let the worker observe the match anew, as it changed otherwise."""
        if self.worker is not None:
            self.worker.begin(self._log(), self.heavy)

    def drop(self) -> None:
        """End the worker; the next question starts another."""
        if self.worker is not None:
            self.worker.close()
        self.worker = None

    close = drop


class Forerunner:
    """A process that plays a match without people on by itself, ahead of the screen.

    There are no seals to keep and no person to wait for, and a question for each move would cost a
    frame each. The process has all agents and plays the same as the `match` here, since all moves
    follow from the seed; `take_up` plays a turn of it here, with its thoughts. `lost` means that it
    cannot go on, and the match has to be played without it.
    """

    def __init__(
        self,
        found: Log,
        match: Match[Any],
        take_up: Callable[[Moves, Mapping[int, Mind]], Reveal],
        limit: Limit,
    ) -> None:
        """Begin with what was played of the `match`, which is `found` as plain data."""
        self.lost = False
        self._match, self._take_up = match, take_up
        plain = {"nodes": limit.nodes, "seconds": limit.seconds, "mind": limit.mind}
        self._run = {"op": "run", "turns": STRETCH, "limit": plain}
        self._child = Child("ai.worker")
        start = {"op": "start", "log": log.encode(found), "seats": list(range(len(found.seats)))}
        self._child.send({**start, **_known_here()})
        self._child.send(self._run)

    def advance(self) -> Reveal | None:
        """Play the next turn, if it is there."""
        while not self.lost:
            try:
                reply = self._child.take()
            except ValueError:
                self._lose()
                return None
            if reply is None:
                if self._child.ended:
                    self._lose()
                return None
            if not reply.get("rest"):
                return self._play(reply)
            self._child.send(self._run)
        return None

    def _play(self, reply: Mapping[str, Any]) -> Reveal | None:
        """Play the turn in a reply; other replies are not relied on."""
        try:
            moves = {int(seat): str(move) for seat, move in reply["moves"]}
            minds: dict[int, Mind] = {
                int(seat): check_mind(mind_from_plain(mind or ()))
                for seat, mind in reply["minds"].items()
            }
            if reply["ran"] == len(self._match.turns) and set(minds) == set(moves) - {CHANCE}:
                return self._take_up(moves, minds)
        except FAILURES:  # of a program of somebody else
            pass
        self._lose()
        return None

    def _lose(self) -> None:
        self.lost = True
        self.close()

    def close(self) -> None:
        """End the process."""
        self._child.close()


def _known_here() -> dict[str, Any]:
    """Return what a worker has to know of this process: trained weights, and the files of bots."""
    return {"weights": str(weights.chosen() or ""), "bots": bots.handed()}


class WorkerLost(Exception):
    """Raised for a worker that died, hung, or sends unreadable replies; it has to be replaced."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


class BadAnswer(Exception):
    """An agent in the worker answered against the rules or failed; the worker goes on."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


class Worker:
    """A process that holds a replica of a match and decides for its heavy agents.

    `progress` is the share of the present question that is thought through, as far as it is known;
    `child` is the process itself.
    """

    def __init__(
        self, start: Log, seats: Sequence[int], command: Sequence[str] = (), ahead: bool = False
    ) -> None:
        """Begin the match `start` with agents in `seats`; with its turns `ahead`, see `go_to`."""
        self._ahead = ahead
        self.child = Child("ai.worker", command)
        self._open_question: tuple[int, int] | None = None
        self._asked = 0
        self._oldest = 0  # the first question about the match as it was begun last
        self._answers: dict[tuple[int, int], Mapping[str, Any]] = {}
        self._deadline = 0.0
        self._started = False
        self.progress: float | None = None
        self.begin(start, seats)

    def begin(self, start: Log, seats: Sequence[int]) -> None:
        """Let it observe a match from the start, with agents in `seats`."""
        self._open_question, self._oldest = None, self._asked
        self._answers.clear()
        self._seats = start.seats
        message: dict[str, Any] = {"op": "start", "log": log.encode(start), "seats": list(seats)}
        message |= {"ahead": True} if self._ahead else {}
        self.send({**message, **_known_here()})

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message; a dead worker is noticed when it is asked."""
        self.child.send(message)

    def go_to(self, turn: int) -> None:
        """Let it be at the moment after `turn` of the turns that it was begun with."""
        self.send({"op": "go", "turn": turn})

    @property
    def thinking(self) -> bool:
        """True if a question is open."""
        return self._open_question is not None

    @property
    def overdue(self) -> bool:
        """True if the open question should have been answered by now."""
        return self.thinking and time.monotonic() > self._deadline

    def decide(
        self, seat: int, limit: Limit, turn: int, wait: bool, lot: int | None = None
    ) -> Decision | None:
        """Return the decision for a `seat` at a `turn`, or None while it thinks, unless it is to
        `wait`.

        Raises `WorkerLost` or `BadAnswer`. It thinks over one question at a time; an answer for
        another seat is kept for that seat.
        """
        left = MOST_REPLIES
        while (answer := self._answers.pop((seat, turn), None)) is None:
            if self._open_question is None:
                self._send_question(seat, limit, turn, lot)
            reply = self._reply(GRACE_SECONDS if wait else 0.0)
            if reply is not None:
                self._sort(reply, turn)
                left -= 1
            if self.overdue and (wait or self._is_asked(seat)):
                raise WorkerLost("late", "The opponent thought too long and was started anew.")
            if not wait and (reply is None or not left):
                return None
        return _read(answer)

    def _is_asked(self, seat: int) -> bool:
        return self._open_question is not None and self._open_question[0] == seat

    def _send_question(self, seat: int, limit: Limit, turn: int, lot: int | None) -> None:
        self._open_question, self.progress = (seat, turn), None
        first = 0.0 if self._started else START_SECONDS
        own = self._seats[seat].options.get(BOT_SECONDS)
        most = max(limit.seconds or 0.0, own if isinstance(own, float) else 0.0)
        self._deadline = time.monotonic() + most + GRACE_SECONDS + first
        plain = {"nodes": limit.nodes, "seconds": limit.seconds, "mind": limit.mind}
        question = {"seat": seat, "turn": turn, "question": self._asked, "limit": plain, "lot": lot}
        self._asked += 1
        self.send({"op": "decide", **question})

    def _reply(self, seconds: float) -> Mapping[str, Any] | None:
        try:
            reply = self.child.take(seconds)
        except ValueError:
            raise _lost_worker() from None
        if reply is None and self.child.ended:
            raise _lost_worker()
        return reply

    def _sort(self, reply: Mapping[str, Any], turn: int) -> None:
        """Take note of progress, keep an answer about this `turn`, let go of one about another.

        An answer about a match that was begun anew since is one about another.
        """
        try:
            about = int(reply["seat"]), int(reply["turn"])
            if int(reply["question"]) < self._oldest:
                return
            if "progress" in reply:
                share = float(reply["progress"])
                self.progress = share if 0.0 <= share <= 1.0 else None
                return
        except (ValueError, KeyError, TypeError, OverflowError):
            raise _lost_worker() from None
        if about == self._open_question:
            self._started, self._open_question, self.progress = True, None, None
        if about[1] == turn:
            self._answers[about] = reply

    def tell(self, seat: int, what: str) -> Any:
        """Return an agent's `what` ("mind", "findings", "learned"), as plain data, or None.

        Raises `WorkerLost` or `BadAnswer`.
        """
        self.send({"op": "tell", "seat": seat, "what": what})
        until = time.monotonic() + ASK_SECONDS + (0.0 if self._started else START_SECONDS)
        while (left := until - time.monotonic()) > 0:
            reply = self._reply(left)
            if reply is not None and reply.get("told") == what and reply.get("seat") == seat:
                if "fault" in reply:
                    raise _fault_in(reply)
                return reply.get("value")
        raise WorkerLost("late", "The opponent did not answer and was started anew.")

    def close(self) -> None:
        """End the process."""
        self.child.close()


def _read(reply: Mapping[str, Any]) -> Decision:
    """Return the decision in an answer; raises `BadAnswer`, and `WorkerLost` for what is none."""
    try:
        if "fault" in reply:
            raise _fault_in(reply)
        mind = None if reply["mind"] is None else mind_from_plain(reply["mind"])
        forecasts = {
            int(seat): tuple(float(share) for share in shares)
            for seat, shares in reply["forecasts"].items()
        }
        return Decision(str(reply["move"]), mind, forecasts)
    except (BadAnswer, WorkerLost):
        raise
    except Exception:  # nearly anything, as what it is made of may be anything
        raise _lost_worker() from None


def _fault_in(reply: Mapping[str, Any]) -> BadAnswer | WorkerLost:
    """Return the exception for a `reply` with a fault: a worker that could not begin is lost."""
    kind, sentence = str(reply["fault"]), str(reply.get("sentence"))[:600]
    return WorkerLost("lost", sentence) if kind == "start" else BadAnswer(kind, sentence)


def _lost_worker() -> WorkerLost:
    return WorkerLost("lost", "The opponent stopped and was started anew.")
