"""The course of a match of capture-the-flag on the screen: a tape, or a game in real time.

A `Model` has the session's match as a tape, the possible belief of each team shown, and the
moment on show. A `Watch` may be stopped, stepped and gone back over; a `Play` never waits, but for
a hint. Both a `Play` and a `LookedBack` show no more than one team knows or knew (`InFog`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from games.core import CHANCE, Event, IllegalMove, Limit
from games.ctf.bot_moments import REMEMBERED, BotMoments, BotWay, Sightings
from games.ctf.judge import FlagHints
from games.ctf.lens import Lenses, TeamFrame
from games.ctf.rules.orders import FREE, ORDERS
from games.ctf.rules.state import BOTS, State, mate_of
from games.ctf.steering import Steering
from games.mind import Mind
from games.session.host import Forerunner
from games.session.reveal import Reveal
from games.session.session import Session
from games.session.watching import is_large
from games.shell.pace import Pace

USUAL: Final = 5
"""Rounds a second at the usual speed."""
ROUND: Final = len(BOTS)
SPEEDS: Final = (0.05, 0.2, 0.5, 1.0, 2.0, 4.0, 12.0)
"""Times the usual: from a move a second to 60 rounds a second."""
SLOWEST, FASTEST = 2, 10
"""Rounds a second of who plays."""
AHEAD: Final = 2
"""So many moves after the one on show are decided already where nobody plays."""
MOST_TURNS: Final = 24
"""So many turns, chance included, are played in a frame at most."""
THOUGHTS_SHOWN: Final = 4 * ROUND
"""What was thought up to so many moves before is still shown."""
THOUGHTS_KEPT: Final = 4000
"""So many moves back it is kept what was thought: more than a match by either rules has."""
COUNTDOWN: Final = 3.0
LATE_SECONDS: Final = 4.0
"""So long it is said that an agent answered late; chosen by eye."""
BREATH: Final = 1.2
"""Seconds before a match goes on after a pause, and that its end is looked at; chosen by eye."""


class SightCallbacks(NamedTuple):
    """The callbacks for every event as it comes into sight, and for a new mind."""

    event: Callable[[Event], None]
    mind: Callable[[], None]


class Model:
    """A match of a `session` on its way; see the module.

    `time` is the moment on show in moves, with the part of the next one. A note about a `late`
    agent is shown for `late_told` seconds.
    """

    teams: tuple[int, ...] = (0, 1)
    """Those whose belief is followed."""
    fogged = False
    """Whether only what one team knows may be shown."""

    def __init__(self, session: Session, told: SightCallbacks) -> None:
        """Raises `IllegalMove` for a match to be looked at again that broke off before it began."""
        self.session, self._told_of = session, told
        session.turn_pause = 0.0
        self.pace = Pace(SPEEDS)
        self.late, self.rest, self.late_told = 0, 0.0, 0.0
        self._thoughts: dict[int, Mapping[int, Mind]] = {}  # by the moment at which they came
        setup = session.setup
        self.tape = BotMoments(setup.params)
        while session.match.to_act == (CHANCE,) and not setup.replay:  # what is heard at first
            session.advance(0.0)
        self.tape.follow(session.match.turns)
        if not self.tape:
            raise IllegalMove("Nobody was to move yet in this match, so there is nothing to see.")
        beside = is_large(len(self.tape[0].state.field.cells), setup.replay)
        self.lenses = Lenses(self.teams, setup.params, setup.seed, beside)
        self._told = len(self.tape)
        self.time = 0.0

    @property
    def moment(self) -> int:
        """The number of the moment on show."""
        return min(int(self.time + 1e-9), len(self.tape) - 1)

    @property
    def state(self) -> State:
        """The match at the moment on show."""
        return self.tape[self.moment].state

    @property
    def hint_words(self) -> tuple[str, ...]:
        """The hint that is open in words, the fullest first; () where none is."""
        return ()

    @property
    def minds(self) -> dict[int, Mind]:
        """The last thoughts of each seat at the moment on show."""
        found: dict[int, Mind] = {}
        for moment in range(self.moment, self.moment - THOUGHTS_SHOWN, -1):
            for seat, mind in self._thoughts.get(moment, {}).items():
                found.setdefault(seat, mind)
        return found

    @property
    def rate(self) -> float:
        """Moves a second."""
        return ROUND * USUAL * self.pace.speed

    @property
    def ended(self) -> bool:
        """True if the end was looked at long enough."""
        return self.session.over and self.rest >= BREATH

    @property
    def still(self) -> bool:
        """True if the match does not go on by itself."""
        return self.pace.waits

    @property
    def thinking(self) -> bool:
        """True if a belief is still to come."""
        return not self.lenses.have_heard(len(self.tape) - 1)

    def advance(self, dt: float) -> None:
        """Let `dt` seconds pass."""

    def close(self) -> None:
        """Close the processes that are no longer needed."""

    def heard(self) -> State:
        """Return the match when what is known at the moment on show was heard."""
        return self.state

    @property
    def orders(self) -> dict[int, str]:
        """The order that holds for the mate of each team on show, by its bot."""
        told = ((team, self.state.orders[team]) for team in self.teams)
        return {team + 2: order for team, order in told if order}

    def belief(self, team: int) -> TeamFrame | None:
        """Return a team's belief at the moment on show, or None while it is unknown."""
        return self.lenses.of[team].at(self.moment)

    def way(self, bot: int) -> tuple[BotWay, bool] | None:
        """Return the way to draw a bot on, and whether it is in sight; None if unknown."""
        return self.tape.way(self.time, bot), True

    def change_speed(self, by: int) -> None:
        """Play faster, or slower."""
        self.pace.change(by)

    def breathe(self) -> None:
        """Go on after a breath, following an interruption."""

    def stand_at(self, moment: int) -> None:
        """Stand at a moment of the match."""
        self.time = float(max(0, min(moment, len(self.tape) - 1)))
        self._told = self.moment + 1

    def note(self, reveal: Reveal | None) -> bool:
        """Keep the thoughts of a turn, and count late agents; return False without a turn."""
        if reveal is None:
            return False
        late = sum(fault.kind == "late" for fault in reveal.faults)
        self.late += late
        if late:
            self.late_told = LATE_SECONDS
        told = {seat: mind for seat, mind in reveal.minds.items() if mind and self._open(seat)}
        if told:
            now = len(self.tape) - 1
            self._thoughts[now] = told
            self._thoughts.pop(now - THOUGHTS_KEPT, None)
            self._told_of.mind()
        return True

    def _open(self, seat: int) -> bool:
        """Return whether who looks may read the mind of a seat."""
        return seat % 2 in self.teams

    def tell(self, moment: int) -> None:
        """Let be heard and seen what happened up to a moment."""
        for number in range(self._told, moment + 1):
            for event in self.tape[number].events:
                self._told_of.event(event)
        self._told = max(self._told, moment + 1)


class Watch(Model):
    """A match without people: the match runs on ahead of the screen.

    Where agents take their time, a process of its own plays ahead (`games.session.host`).
    """

    def __init__(self, session: Session, told: SightCallbacks) -> None:
        super().__init__(session, told)
        apart = session.host.heavy and not session.setup.demo
        limit = Limit(seconds=session.patience, mind=True)
        about = (session.log(), session.match, session.take_up, limit)
        self._ahead = Forerunner(*about) if apart else None

    def close(self) -> None:
        """Let the process go."""
        if self._ahead is not None:
            self._ahead.close()

    def advance(self, dt: float) -> None:
        """Show the match, and have it played on."""
        goal, now = self.time, self.moment
        if self.pace.stepping:
            goal = float(now + 1)
        elif not self.pace.held:
            goal += dt * self.rate
        self._play_ahead(goal)
        last = float(len(self.tape) - 1)
        self.time = min(goal, last)
        self.tell(self.moment)
        if self.moment != now:
            self._told_of.mind()
        if self.pace.stepping and (self.time >= now + 1 or self.session.over):
            self.pace.note_step()
        if self.session.over and self.time >= last and not self.pace.waits:
            self.rest += dt

    def _play_ahead(self, goal: float) -> None:
        """Play until the next moves are there in time."""
        for _ in range(MOST_TURNS):
            chance = self.session.match.to_act == (CHANCE,)
            enough = len(self.tape) - 1 >= math.ceil(goal) + AHEAD
            if self.session.over or (enough and not chance):
                break
            if not self.note(self._next()):
                break
            self.tape.follow(self.session.match.turns)

    def _next(self) -> Reveal | None:
        """Return the next turn, if it is there."""
        if self._ahead is None or self._ahead.lost:
            return self.session.advance(0.0)
        return self._ahead.advance()


class InFog(Model):
    """A match of which only what the team of one `seat` knows is shown."""

    fogged = True

    def __init__(self, session: Session, told: SightCallbacks, seat: int) -> None:
        self.seat, self.team = seat, seat % 2
        self.teams = (self.team,)
        self.sightings = Sightings(self.team)
        super().__init__(session, told)

    def heard(self) -> State:
        """Return the match when the team of the seat heard last."""
        return self.tape[min(self.sightings.latest, self.moment)].state

    def way(self, bot: int) -> tuple[BotWay, bool] | None:
        """Return the own bots, and the others where they are seen or were lately."""
        if bot % 2 == self.team:
            return super().way(bot)
        return self.sightings.way(bot, self.time)


class LookedBack(InFog):
    """A match that is looked at again with what a seat's team knew at each moment."""

    def __init__(self, session: Session, told: SightCallbacks, seat: int) -> None:
        super().__init__(session, told, seat)
        self.stand_at(0)

    def stand_at(self, moment: int) -> None:
        """Stand at a moment of the match, with what was in sight and in memory there."""
        super().stand_at(moment)
        self.sightings = Sightings(self.team)
        for number in range(max(0, self.moment - 2 * REMEMBERED), self.moment + 1):
            self.sightings.follow(number, self.tape[number])


class Play(InFog):
    """A match with a person as one of the four: it does not wait once the countdown is over.

    While a hint is asked for or looked at it stands at the turn of the person.
    """

    def __init__(self, session: Session, told: SightCallbacks) -> None:
        super().__init__(session, told, session.people[0])
        self.steering = Steering()
        self.mate = mate_of(self.seat)
        self._said: str | None = None
        self._counted = self._eaten = 0
        self.hints = FlagHints(self.tape, session.setup.params)
        self._hinting = False
        for number, moment in enumerate(self.tape):
            self.sightings.follow(number, moment)
        self.time = float(len(self.tape) - 1)
        self.rounds = int(session.setup.params["pace"])
        self._set_rate()
        session.host.prepare()
        self.wait = COUNTDOWN

    def _set_rate(self) -> None:
        if self.session.clock is not None:
            self.session.clock.rate = ROUND * self.rounds

    @property
    def rate(self) -> float:
        """Moves a second."""
        return float(ROUND * self.rounds)

    @property
    def own_points(self) -> int:
        """The points that the person made: dots eaten, and catches where they count."""
        for moment in self.tape[self._counted :]:
            ate = (event for event in moment.events if event.kind == "eat")
            self._eaten += sum(event.data["bot"] == self.seat for event in ate)
        self._counted = len(self.tape)
        return self._eaten + self.state.kills[self.seat] * self.state.rules.catch

    @property
    def order(self) -> str:
        """The last order of the person to the mate, "" where the mate is free."""
        if self._said is not None:
            return "" if self._said == FREE else self._said
        return self.tape[-1].state.orders[self.team]

    @property
    def orders(self) -> dict[int, str]:
        """The order that the mate has, by its bot; empty while it is free."""
        return {self.mate: self.order} if self.order else {}

    def give_by(self, action: str) -> bool:
        """Give the mate an order with the next move, and return True; False for another `action`.

        The action "order" gives the next of all; the order that holds, given again, ends.
        """
        known = ("", *ORDERS)
        following = (*known, "")[known.index(self.order) + 1]
        order = following if action == "order" else action.removeprefix("order_")
        if self.session.over or order not in known or not action.startswith("order"):
            return False
        self._said = FREE if order in ("", self.order) else order
        return True

    @property
    def goal(self) -> int | None:
        """The cell that the person sent the own bot to, until it stands there or the match ends."""
        goal = self.steering.goal
        reached = self.session.over or goal == self.tape[-1].state.bots[self.seat]
        return None if reached else goal

    @property
    def still(self) -> bool:
        """True while it stands for a hint; else the game never waits."""
        return self.stands

    @property
    def stands(self) -> bool:
        """True if it stands at the turn of the person, for a hint."""
        return self._hinting and self.session.due() is not None

    @property
    def hint_words(self) -> tuple[str, ...]:
        """The hint that is open in words, the fullest first; () where none is."""
        return self.hints.words

    @property
    def thinking(self) -> bool:
        """True if a belief or a hint is still to come."""
        return super().thinking or self.hints.thinking

    def hint(self) -> None:
        """Stand at the person's next turn for a hint; then show more of it, then go on."""
        self.wait = 0.0
        if self.stands:
            self.hints.hint(len(self.tape) - 1)
        self._hinting = not self.stands or bool(self.hints.showing)

    def end_hint(self) -> None:
        """Go on after a hint."""
        self._hinting = False
        self.hints.forget()

    def advance(self, dt: float) -> None:
        """Play as many moves as the clock owes."""
        self.late_told = max(0.0, self.late_told - dt)
        if self.session.over:
            self.rest += dt
            self.time = float(len(self.tape) - 1)
            return
        if self.stands:
            if not self.hints.showing:
                self.hints.hint(len(self.tape) - 1)
            return
        if self.wait > 0.0:
            self.wait = max(0.0, self.wait - dt)
            self._play(0.0)
            return
        self.time += dt * self.rate
        while dt > 0.0 and not self.session.over:
            part = min(dt, 1.0 / self.rate)
            self._play(part)
            dt -= part
        last = float(len(self.tape) - 1)
        self.time = min(max(self.time, last), last + 0.999)

    def _play(self, dt: float) -> None:
        """Let `dt` seconds pass, at most a move's; the person's bot gets its move before."""
        if self.stands:
            return
        seat, state = self.session.due(), self.tape[-1].state
        if seat is not None:
            move = self.steering.move(state.field, state.bots[seat])
            self.session.choose(seat, move if self._said is None else f"{move} {self._said}")
        self.note(self.session.advance(dt))
        before = len(self.tape)
        self.tape.follow(self.session.match.turns)
        for number in range(before, len(self.tape)):
            self.sightings.follow(number, self.tape[number])
        if self._said is not None and self.order == self.tape[-1].state.orders[self.team]:
            self._said = None  # until then each choice before the tick has it
        self.tell(len(self.tape) - 1)

    def belief(self, team: int) -> TeamFrame | None:
        """Return the team's present belief, or its last one."""
        lens = self.lenses.of[team]
        return lens.at(self.moment) or lens.at(lens.steps - 1)

    def change_speed(self, by: int) -> None:
        """Play `by` rounds a second faster, or slower."""
        self.rounds = min(FASTEST, max(SLOWEST, self.rounds + by))
        self._set_rate()

    def breathe(self) -> None:
        """Go on after a breath, following an interruption."""
        self.wait = max(self.wait, BREATH)


def words_of(rounds: float) -> str:
    """Return a speed in words, from rounds a second."""
    if rounds * ROUND <= 1.0:
        return "a move a second"
    return "a round a second" if rounds == 1.0 else f"{round(rounds, 2):g} rounds a second"
