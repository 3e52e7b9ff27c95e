"""A finished match that is looked at again: any moment of it at once, and the thoughts there.

A `Replay` is a session around a match on film (`games.session.film`): there is no player and no
saving, and in the seats of agents sit proxies, so that no agent learns in the window's process. The
thoughts are thought again in a process beside (`Rethinking`), by the agents as they are today.
"""

from __future__ import annotations

import bisect
import contextlib
import dataclasses
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games import catalog
from games.core import CHANCE, Decision, Limit, Log, Person, Player, Seal, Seating, Turn
from games.fields import BadSave
from games.match import Match
from games.mind import Mind, check_mind, mark_truth
from games.session.archiving import minds_of
from games.session.faults import AgentFault
from games.session.film import Film, FilmedMatch
from games.session.host import BadAnswer, Worker, WorkerLost
from games.session.resuming import Resuming
from games.session.reveal import Reveal
from games.session.session import Session
from games.session.setup import HUMAN, Setup, Shown, agent_seats
from games.session.starting import check_seats, strangers
from games.store.bot_minds import KeptMinds
from games.store.library import Library

AHEAD: Final = 4
"""So many moments after the one on show are thought over in advance, so that playing on waits for
nobody."""
MOST_LOST: Final = 3
"""So often a process that stops is started anew; then the minds stay closed."""
MOST_TURNS: Final = 20_000
"""So many turns a match has at most that is looked at: ten times as many as an endless one of
karate has today, and no page takes half a second over one of them."""
MOST_LISTED: Final = 10_000
"""A larger space of moves is never forecast move by move."""


class Replay(Session):
    """A finished match on film; made from the setup of `replay_setup` and its turns.

    Turns that are not on film yet are filmed. It stands at its end. `length` is the number of
    its turns.
    """

    def __init__(
        self,
        setup: Setup,
        library: Library | None = None,
        notify: Callable[[str], None] = lambda sentence: None,
        log_fault: Callable[[BaseException], object] = lambda fault: None,
        turns: Sequence[Turn] = (),
    ) -> None:
        """As a session has it; raises `ValueError` for turns that cannot be played."""
        self.reel = (
            turns if isinstance(turns, FilmedMatch) else FilmedMatch(setup, turns)
        ).filmed_whole()
        super().__init__(setup, library, notify, log_fault, self.reel)

    def make_match(self) -> Match[Any]:
        """Return the film."""
        return self.reel.film

    def resume(self, turns: Sequence[Turn]) -> list[Reveal]:
        """Return the reveals from the making of the film."""
        return self.reel.reveals

    @property
    def film(self) -> Film:
        """The match, as what it is."""
        return self.reel.film

    @property
    def length(self) -> int:
        """The number of turns."""
        return len(self.film.line)

    @property
    def viewer(self) -> int | None:
        """The seat whose `eyes` limit what is shown, where the match still goes on."""
        return super().viewer if self.setup.eyes is None else self.setup.eyes

    def last_mind(self, seat: int) -> Mind:
        """Return no mind: no agent is asked while a match is opened; thoughts come later."""
        return ()

    def reveal(self, turn: int) -> Reveal:
        """Return the reveal of a turn, counted from 1."""
        here = len(self.match.turns)
        self.match.go_to(self.length)
        found = self.played[turn - 1]
        self.match.go_to(here)
        return found

    def restore(self, found: Log) -> None:
        """Restore the fresh draws, with the seals that they open."""
        draws = found.draws
        here = len(self.match.turns)
        self.match.go_to(self.length)
        super().restore(found)
        for turn, drawn in draws.items():
            moves = self.played[turn].moves
            self.played[turn].seals = {
                seat: Seal(draw.nonce, moves[seat]) for seat, draw in drawn.items()
            }
        self.match.go_to(here)

    def legal_at(self, turn: int) -> dict[int, tuple[str, ...]]:
        """Return the moves that all who acted at a turn had, by seat."""
        state = self.film.moments[turn - 1].state
        seats = [seat for seat, _ in self.film.line[turn - 1] if seat != CHANCE]
        legal = {seat: self.game.legal(state, seat) for seat in seats}
        return {seat: tuple(own) for seat, own in legal.items() if len(own) <= MOST_LISTED}


class Asking(Replay):
    """A replay that is seen through the eyes of the seat that is asked (`Setup.asked`).

    While it is `open` that seat may choose: the move is handed to `answer`, and the match stands.
    """

    open = True
    answer: Callable[[str], None] = staticmethod(lambda move: None)

    @property
    def thinking(self) -> list[int]:
        """Nobody: no agent is waited for."""
        return []

    def follow(self, turns: Sequence[Turn]) -> None:
        """Follow as a replay has it; the seat that is asked looks on."""
        super().follow(turns)
        self.looking = self.setup.asked

    @property
    def viewer(self) -> int | None:
        """The seat that is asked."""
        return self.setup.asked

    def go_to(self, turn: int) -> None:
        """Go to a turn as a replay has it; of a race no time has passed."""
        super().go_to(turn)
        self.raced = self.game.raced(self.match.state) if self.spec.race else 0.0

    def due(self) -> int | None:
        """Return the seat that is asked, where it is to move."""
        seat = self.setup.asked
        return seat if self.open and seat in self.match.to_act else None

    def choose(self, seat: int, move: str) -> bool:
        """Hand a legal move to `answer`; False for any other."""
        if seat != self.due() or move not in self.match.legal(seat):
            return False
        self.answer(move)
        return True


def replay_setup(found: Log, names: Sequence[str] = (), eyes: int | None = None) -> Setup:
    """Return the setup of a replay of a match; `names` are the names of its seats, as far as they
    are known, `eyes` those of a match that goes on.

    Raises `BadSave`, `BadOption`, `UnknownGame` or `UnknownAgent` (all of them `ValueError`) for
    one that cannot be played here.
    """
    if len(found.turns) > MOST_TURNS:
        raise BadSave(f"it has {len(found.turns):,} turns, and {MOST_TURNS:,} can be looked at.")
    spec = catalog.spec(found.game)
    params = spec.params(found.params)
    params = dict(catalog.rules(found.game).params_for_resume(params, len(found.turns)))
    seats = check_seats(spec, params, found.seats)
    if names and len(names) != len(seats):
        raise BadSave("it names others than sit in it.")
    named = tuple(
        dataclasses.replace(seating, person=Person(name)) if seating.agent == HUMAN else seating
        for seating, name in zip(seats, names or [""] * len(seats), strict=True)
    )
    return Setup(found.game, named, params, found.seed, demo=True, replay=True, eyes=eyes)


def asking_setup(found: Log, names: Sequence[str], seat: int) -> Setup:
    """Return the setup in which a `seat` of the match `found` is asked.

    Raises `ValueError` as `replay_setup` does.
    """
    setup = replay_setup(found)
    seats = list(setup.seats)
    for place, seating in enumerate(seats):
        if seating.agent == HUMAN or place == seat:
            start = None if place == seat else seating.start
            person = Person(names[place])
            seats[place] = dataclasses.replace(seating, agent=HUMAN, start=start, person=person)
    own = {} if setup.seats[seat].agent != HUMAN else setup.seats[seat].options
    seats[seat] = dataclasses.replace(seats[seat], options=own)
    return dataclasses.replace(setup, seats=tuple(seats), asked=seat)


def witness(session: Session, name: str) -> Player | None:
    """Return the witness of a replay by `name`; None while a match is played."""
    found = session.reel.witnesses.get(name) if isinstance(session, Replay) else None
    return None if found is None else found.player


def make_session(
    setup: Setup,
    library: Library | None,
    notify: Callable[[str], None],
    log_fault: Callable[[BaseException], object],
    turns: Sequence[Turn],
) -> Session:
    """Return the session of a setup: a match that is played, or one that is looked at again.

    Where its `turns` have been played again already, it is the one that followed them.
    """
    if isinstance(turns, Resuming):
        return turns.session
    kind: type[Session] = Replay if setup.replay else Session
    if setup.asked is not None:
        kind = Asking
    return kind(setup, library, notify, log_fault, turns)


def shown_now(session: Session, names: Sequence[str], **more: Any) -> Shown:
    """Return the match of a `session` so far, to be looked at again, with `more` fields."""
    minds = minds_of(session.setup, session.played) if session.minds_visible() else {}
    return Shown(session.log(), names, minds=minds, **more)


# -- what was thought ----------------------------------------------------------------------


class SeatThought(NamedTuple):
    """A seat's present thought before one of its turns: its mind, and the move that it chose.

    `otherwise` means that this move differs from the played one, though all its lots were the same:
    the agent has changed since.
    """

    mind: Mind
    move: str = ""
    otherwise: bool = False


def _thinking(setup: Setup) -> list[int]:
    """Return the seats whose agents are ours."""
    others = strangers(setup.game, setup.seats)
    return [seat for seat in agent_seats(setup) if seat not in others]


def _process(found: Log, seats: Sequence[int]) -> Worker:
    """Return a process that stands at the start of a match, with all of its turns ahead."""
    return Worker(found, seats, ahead=True)


class Rethinking:
    """The agents of a replay thinking again, in a process beside, about each turn.

    The moment that is `wanted` comes first, then the next few. Thoughts are kept. A stranger's
    program is not asked: it would be run, and the match may come from a stranger, too. Where the
    process fails, `lost` has the sentence. `without` are the seats that think without their
    learning from before the match, since the process stopped over it.
    """

    def __init__(
        self,
        replay: Replay,
        found: Log,
        worker: Callable[[Log, Sequence[int]], Worker] = _process,
        kept: KeptMinds = MappingProxyType({}),
    ) -> None:
        """Of the match `found`, which a `replay` shows; `worker` makes the process, and the minds
        of bots are those that were `kept`.
        """
        self.replay, self.lost = replay, ""
        self.without: tuple[int, ...] = ()
        self.wanted = 0
        self.thoughts: dict[tuple[int, int], SeatThought] = {}
        setup = replay.setup
        self._log = dataclasses.replace(
            found, params=dict(setup.params), seats=_with_starts(setup, found)
        )
        self._make = worker
        self._worker: Worker | None = None
        self._losses = 0
        self._at = -1
        self._asked: tuple[int, int] | None = None
        self._kept, self._ours = kept, _thinking(setup)
        self._turns = {seat: replay.reel.free_turns[seat] for seat in agent_seats(setup)}

    def turn_of(self, moment: int, seat: int) -> int:
        """Return the last turn up to a `moment` at which a seat chose, from 1; 0 for none."""
        own = self._turns[seat]
        return own[place - 1] if (place := bisect.bisect_right(own, moment)) else 0

    def questions(self, moment: int) -> list[tuple[int, int]]:
        """Return the turns and seats whose thoughts belong to a `moment`, the latest first."""
        found = ((self.turn_of(moment, seat), seat) for seat in tuple(self._turns))
        return sorted((question for question in found if question[0]), reverse=True)

    def unkept(self, moment: int) -> bool:
        """Return whether a bot chose up to a `moment`, so that its mind alone is lacking."""
        return any(seat not in self._ours for _, seat in self.questions(moment))

    def minds(self, moment: int) -> dict[int, Mind]:
        """Return the last thoughts of each seat at a `moment`, as far as they are known."""
        thoughts = {seat: self.thoughts.get((turn, seat)) for turn, seat in self.questions(moment)}
        return {seat: thought.mind for seat, thought in thoughts.items() if thought is not None}

    def knows(self, moment: int) -> bool:
        """Return whether there is no thought to wait for at a `moment`."""
        return bool(self.lost) or all(q in self.thoughts for q in self.questions(moment))

    @property
    def otherwise(self) -> list[int]:
        """The seats that would have chosen otherwise today, as far as that is known."""
        return sorted({seat for (_, seat), thought in self.thoughts.items() if thought.otherwise})

    def update(self, wait: bool = False) -> bool:
        """Take an answer and ask the next question; return whether there is a new thought.

        With `wait` it comes back with an answer, or when there is no question.
        """
        question = self._asked or self._next_question()
        if question is None:
            return False
        self._asked = question
        try:
            decision = self._decide(question, wait)
        except WorkerLost as loss:
            self._lose(str(loss))
            return False
        except (BadAnswer, AgentFault):
            decision = Decision("")
        if decision is None:
            return False
        self._asked = None
        self.thoughts[question] = thought = self._thought(question, decision)
        reveal = self.replay.reveal(question[0])
        reveal.minds = {**reveal.minds, question[1]: thought.mind}
        reveal.forecasts = {**reveal.forecasts, question[1]: decision.forecasts}
        return True

    def wait_for(self, moment: int) -> dict[int, Mind]:
        """Return the minds of a `moment`, however long they take."""
        self.wanted = moment
        while not self.knows(moment):
            self.update(wait=True)
        return self.minds(moment)

    def _next_question(self) -> tuple[int, int] | None:
        if self.lost:
            return None
        last = min(self.wanted + AHEAD, self.replay.length)
        for moment in range(self.wanted, last + 1):
            for question in self.questions(moment):
                if question not in self.thoughts:
                    return question
        return None

    def _decide(self, question: tuple[int, int], wait: bool) -> Decision | None:
        turn, seat = question
        if seat not in self._ours:
            return Decision("", self._kept.get(question, ()))
        if self._worker is None:
            self._worker, self._at = self._make(self._log, tuple(self._ours)), -1
        if self._at != turn - 1:
            self._worker.go_to(turn - 1)
            self._at = turn - 1
        draw = self._log.draws.get(turn - 1, {}).get(seat)
        limit = Limit(nodes=self.replay.game.spec.opponents.demo_nodes, seconds=None, mind=True)
        return self._worker.decide(seat, limit, turn - 1, wait, None if draw is None else draw.lot)

    def _thought(self, question: tuple[int, int], decision: Decision) -> SeatThought:
        turn, seat = question
        moves, legal = dict(self.replay.film.line[turn - 1]), self.replay.legal_at(turn)
        mind: Mind = ()
        with contextlib.suppress(ValueError):  # of a program of somebody else
            mind = mark_truth(check_mind(decision.mind or ()), moves, legal)
        otherwise = bool(decision.move) and decision.move != moves[seat]
        return SeatThought(mind, decision.move, otherwise and self._is_same(turn, seat))

    def _is_same(self, turn: int, seat: int) -> bool:
        """Return whether the agent thinks now as it did then, without a difference."""
        if seat in self.without:
            return False
        seating = self.replay.setup.seats[seat]
        known = self._log.practice or seat in self._log.draws.get(turn - 1, {})
        return known and not catalog.seated(self._log.game, seating).spec.apart

    def _lose(self, sentence: str) -> None:
        """The process is gone: another is tried, without what was learned before the match."""
        self.close()
        self._losses += 1
        started = (seat for seat in self._ours if self._log.seats[seat].start is not None)
        self.without = self.without or tuple(started)
        seats = tuple(dataclasses.replace(seating, start=None) for seating in self._log.seats)
        self._log = dataclasses.replace(self._log, seats=seats)
        if self._losses >= MOST_LOST:
            self.lost = f"The minds stay closed here. {sentence}"

    def close(self) -> None:
        """Let the process go."""
        if self._worker is not None:
            self._worker.close()
        self._worker, self._asked = None, None


def _with_starts(setup: Setup, found: Log) -> tuple[Seating, ...]:
    """Return the seats as they are called today, with what agents had learned before the match."""
    return tuple(
        dataclasses.replace(seating, start=before.start, person=None)
        for seating, before in zip(setup.seats, found.seats, strict=True)
    )
