"""The judge of capture-the-flag: the lead that a move is to bring within 12 rounds, in the fog.

A judge knows what the team of the bot that moves could know, its belief about both enemies among
it. Places of the enemies are drawn from that belief; from each of them every move and aim of the
bot is played on for 12 rounds as the pack plays on (`ai.ctf.foresight`). A move is worth the mean
lead then under the best aim that follows it. All moves meet the same places, so that two of them
are compared without the luck of the draw. Of moves that are as good, the best is the one that the
pack would make, which looks further.

The lead at the end of the match would be the larger question, and no honest answer is known to it:
matches go on for hundreds of moves after a choice. The answer for 12 rounds can be held against
what happened (`main.py arena ctf --option study=judge`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ai.belief.graph import Vector
from ai.core import Agent
from ai.ctf.foresight import Plan
from ai.ctf.intent import Intent
from ai.ctf.pack import ROUNDS, TRUST, Pack
from ai.ctf.tracking import auto_enemies
from ai.sentences import plural
from games.agents import Advice, Judged, Measure, Weighed
from games.arrays import BadWeights
from games.core import Event, Game
from games.ctf.maze import MOVES
from games.ctf.rules.game import GAME
from games.ctf.rules.orders import parted
from games.ctf.rules.state import BOTS, State
from games.match import seen_by
from games.spec import Params
from games.streams import Stream

MOST_CELLS: Final = 1200
"""Larger mazes are not judged: one choice would take a minute, and its tables all memory. The
largest maze of the options has 702."""
SAMPLES: Final = 48
"""Matches for each plan."""
DOTS: Final = 3
"""So many dots are tried after each step: the next of the way over all dots, and the nearest."""
LEAD: Final = Measure(f"the lead {ROUNDS} rounds later", "points", (0.3, 0.5, 1.0, 2.0))
"""By hand: a mistake costs the point of a dot."""
LEAST: Final = 0.05
"""Points that round to nothing need no reason."""
EQUAL: Final = 0.3
"""Points that are within what the samples cannot tell: plans that differ by less are as good."""
PLAYED_ON: Final = 0.4
"""The error of a loss as a share of it, for bots do not play on as in the samples.

Twelve losses of 4.6 to 8.6 points in the first 15 rounds of small mazes, by Pelita's rules, were
played on for 12 rounds by whole teams, four to six times after either move: they came to 73% of
what was judged on average, none was a gain, and the share had a standard deviation of 42%.
"""
RISKIER: Final = 0.1
"""The difference between two chances to be caught that is a reason."""
HUNGRIER: Final = 0.25
"""The same between two numbers of dots eaten."""


class WeighedMove(NamedTuple):
    """A move with the best of the plans that begin with it, and what comes of that.

    `leads` are the points ahead in each of the matches played on, shape (samples,), `lead` is what
    the move is worth, and `gain` what it is worth to the pack.
    """

    move: str
    plan: Plan
    lead: float
    leads: Vector
    gain: float
    risk: float
    dots: float

    def error(self, best: WeighedMove) -> float:
        """Return the standard error of what this move loses against the `best`."""
        if self.lead == best.lead:
            return 0.0
        apart = best.leads - self.leads
        return float(apart.std(ddof=1)) / math.sqrt(len(apart))


def weigh(pack: Pack, seat: int, view: State, beliefs: Sequence[Vector]) -> list[WeighedMove]:
    """Return all legal moves of a `seat`, best first, by what the team of a `pack` believes.

    Of moves that are as good the one stands first that the pack would rather make: it looks beyond
    the 12 rounds.
    """
    ways = view.field.ways[view.bots[seat]]
    aims = _aims(pack.plans(seat, view, beliefs)[0])
    plans = [aim._replace(cell=cell) for cell in ways if cell >= 0 for aim in aims]
    outlook = pack.outlook(seat, view, beliefs, plans, SAMPLES)
    means = outlook.leads.mean(axis=1)
    leads = np.where(means >= means.max() - EQUAL, means.max(), means)
    gains = outlook.gain + TRUST * np.array([plan.goal == aims[0].goal for plan in plans])
    rows = []
    for move, cell in zip(MOVES, ways, strict=True):
        own = [number for number, plan in enumerate(plans) if plan.cell == cell >= 0]
        if own:
            best = max(own, key=lambda number: (leads[number], gains[number]))
            parts = (gains, outlook.risk, outlook.dots)
            each = (float(part[best]) for part in parts)
            rows.append(
                WeighedMove(move, plans[best], float(leads[best]), outlook.leads[best], *each)
            )
    return sorted(rows, key=lambda row: (-row.lead, -row.gain))


def _aims(plans: Sequence[Plan]) -> list[Plan]:
    """Return a plan for each aim that a bot may go for after any first step: a few dots, home, each
    intruder, or none.

    Were each aim tried after its own best step alone, a step aside would cost all of the aim and
    not the moves that it takes longer.
    """
    dots = [plan for plan in plans if plan.kind == "dot"][:DOTS]
    none = next(plan for plan in plans if plan.kind == "step")
    return [*dots, none, *(plan for plan in plans if plan.kind in ("home", "hunt"))]


def reason(pack: Pack, here: int, best: WeighedMove, other: WeighedMove) -> str:
    """Return, after "it", what speaks for the `best` move and against an `other`, for a bot on the
    cell `here`.
    """
    parts = []
    if best.plan.kind != "step":
        aim = pack.words(best.plan, here)
        parts.append(f"goes {aim[:1].lower()}{aim[1:]}")
    if abs(other.risk - best.risk) >= RISKIER:
        parts.append(f"is caught in {best.risk:.0%} of cases, not in {other.risk:.0%}")
    if abs(best.dots - other.dots) >= HUNGRIER:
        parts.append(f"eats {best.dots:.1f} dots, not {other.dots:.1f}")
    if not any("not" in part for part in parts):
        then, otherwise = _ahead(best.lead), _ahead(other.lead)
        apart = f", not {otherwise}" if then != otherwise else ""
        parts.append(f"is {then} {ROUNDS} rounds later{apart}")
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def _ahead(lead: float) -> str:
    points = f"{abs(lead):.1f}"
    return "level" if points == "0.0" else f"{points} {'ahead' if lead > 0 else 'behind'}"


def _ahead_whole(lead: float) -> str:
    whole = round(abs(lead))
    return f"{plural(whole, 'point')} {'ahead' if lead > 0 else 'behind'}" if whole else "level"


class Judge(Agent):
    """Judges moves by what the team of each could know; see the module.

    A team's belief is kept up only once a choice of that team is asked for.
    """

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Watch a new match."""
        super().begin(seats, game, params, rng)
        self._params = params
        self._heard: list[tuple[Event, ...]] = []
        self._teams: dict[int, Pack] = {}
        self._taken = [0, 0]

    def observe(self, events: Sequence[Event]) -> None:
        """Keep what happened, for the teams to hear their part of it."""
        self._heard.append(tuple(events))

    def _team(self, team: int, cells: int) -> Pack:
        """Return a `team` as far as it can know the match by now, in a maze of so many `cells`.

        Raises `BadWeights` for a maze that is too large.
        """
        if cells > MOST_CELLS:
            raise BadWeights(f"Mazes of more than {MOST_CELLS:,} cells are not judged.")
        side = (team, team + 2)
        pack = self._teams.get(team)
        if pack is None:
            pack = self._teams[team] = Pack(auto_enemies)
            pack.begin(side, GAME, self._params, Stream.named(0, f"judge {team}"))
        for events in self._heard[self._taken[team] :]:
            pack.observe(seen_by(events, side))
        self._taken[team] = len(self._heard)
        return pack

    def judge(self, state: State, seat: int, move: str, seed: int = 0) -> Judged:
        """Judge the `move` of a bot by the lead 12 rounds later."""
        pack = self._team(seat % 2, len(state.field.cells))
        rows = weigh(pack, seat, GAME.view(state, seat), pack.held())
        move, _ = parted(move)  # an order to the mate is no part of the way
        best, own = rows[0], next(row for row in rows if row.move == move)
        played_on = pack.length - state.moves > len(BOTS)
        apart = PLAYED_ON * (best.lead - own.lead) if played_on else 0.0
        return Judged(
            *(seat, move, LEAD, best.lead, own.lead, best.move, best.lead - own.lead),
            error=math.hypot(own.error(best), apart),
            why=reason(pack, state.bots[seat], best, own) if best.lead - own.lead >= LEAST else "",
            actions=_told(rows),
            others={(seat + 2) % 4: (best.lead, own.lead)},
        )

    def hint(self, view: State, seed: int = 0) -> Advice:
        """Return the moves of the bot that is to move in a `view`, best first, and why."""
        pack = self._team(view.turn % 2, len(view.field.cells))
        rows = weigh(pack, view.turn, view, pack.held())
        why = reason(pack, view.bots[view.turn], rows[0], rows[1])
        return Advice(f"{rows[0].move.capitalize()}. It {why}.", _told(rows))


def _told(rows: Sequence[WeighedMove]) -> tuple[Weighed, ...]:
    return tuple(Weighed(r.move, r.move, r.lead, error=r.error(rows[0])) for r in rows)


class BestMoves(Pack):
    """A team that always makes the move that the judge holds for the best."""

    def choose(self, seat: int, view: State, beliefs: Sequence[Vector]) -> Intent:
        """Follow the plan behind the best move."""
        best = weigh(self, seat, view, beliefs)[0]
        move = MOVES.index(best.move)
        wants = self.words(best.plan, view.bots[seat])
        told = (
            f"I go {wants[:1].lower()}{wants[1:]}: I expect to be {_ahead_whole(best.lead)} then."
        )
        goal = best.plan.goal if best.plan.goal >= 0 else best.plan.cell
        return Intent(move, "As judged", told, goal)
