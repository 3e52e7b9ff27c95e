"""The teams of capture-the-flag: each is one mind for the bots of its seats."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any, Final

from ai.core import Agent
from ai.ctf.danger import CAUTION, INTRUSION
from ai.ctf.intent import Intent
from ai.ctf.judge import BestMoves, Judge
from ai.ctf.obeying import under_order
from ai.ctf.pack import Pack
from ai.ctf.partners import KIND, SparringTeam
from ai.ctf.pelita_team import ID, FileOption, PelitaTeam, alias, hindrance
from ai.ctf.roads import Roads
from ai.ctf.roles import ApartTeam, Hunter, PointTeam, ReadingTeam, TwoRoles
from ai.ctf.tracking import auto_enemies, exact_walkers
from ai.ctf.watcher import TeamWatcher
from ai.sentences import plural
from games import measured
from games.agents import AgentSpec, GameAgents, Measured, simply
from games.core import Decision, Event, Game, Limit
from games.ctf.maze import MOVES, STAY
from games.ctf.rules.state import State
from games.measured import Share
from games.mind import Note
from games.spec import Option, Params
from games.streams import Stream


class Chance(Agent):
    """Every legal move alike, to stay included."""

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return any of them, or what an order asks for."""
        ordered = under_order(seat, view)
        if ordered is not None:
            return ordered.decided(view, seat, limit)
        move = self.rng.choice(tuple(legal))
        told = Note(f"I drew one of {plural(len(legal), 'move')} by lot.")
        mind = (told,) if limit.mind else None
        return Decision(move, mind)


class Gatherer(Agent):
    """Each bot goes to the nearest dot, but not to its mate's while there are two."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Begin without a goal for any bot."""
        super().begin(seats, game, params, rng)
        start: State = game.new(params)
        self._field, self._dots = start.field, set(start.food[1 - self.seat % 2])
        self._goals: dict[int, int] = {}

    def observe(self, events: Sequence[Event]) -> None:
        """Keep the goal that a bot had at its move, and follow which dots are left."""
        for event in events:
            data = event.data
            if event.kind == "move" and data["bot"] in self.seats:
                self._goals[data["bot"]] = self._goal(data["bot"], data["from"], self._dots)
            elif event.kind == "eat" and data["bot"] % 2 == self.seat % 2:
                self._dots.discard(data["cell"])
            elif event.kind == "relocate" and data["team"] != self.seat % 2:
                self._dots ^= {data["from"], data["to"]}

    def snapshot(self) -> object:
        """Return the goals and the dots."""
        return dict(self._goals), frozenset(self._dots)

    def restore(self, snapshot: object) -> None:
        """Go back to what `snapshot` returned."""
        assert isinstance(snapshot, tuple)
        self._goals, self._dots = dict(snapshot[0]), set(snapshot[1])

    def _goal(self, bot: int, here: int, dots: Collection[int]) -> int:
        """Return the dot nearest to `here` that the mate of `bot` does not want."""
        steps, wanted = Roads.of(self._field).steps(here), self._goals.get((bot + 2) % 4)
        free = [dot for dot in dots if dot != wanted] if len(dots) > 1 else dots
        return min(free, key=lambda dot: (steps[dot], dot))

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return one step towards the nearest dot that the mate does not want, or as ordered."""
        ordered = under_order(seat, view)
        if ordered is not None:
            return ordered.decided(view, seat, limit)
        roads, here = Roads.of(view.field), view.bots[seat]
        goal = self._goal(seat, here, view.food[1 - seat % 2])
        move = MOVES[roads.towards(here, goal)]
        if not limit.mind:
            return Decision(move)
        steps = roads.steps(here)
        nearest = steps[goal] <= min(steps[dot] for dot in view.food[1 - seat % 2])
        because = "none is nearer" if nearest else "my mate goes for the nearer one"
        why = f"I want a dot {plural(steps[goal], 'move')} away: {because}."
        return Intent(MOVES.index(move), "Gatherer", why, goal).decided(view, seat, limit)


LATE: Final = 5
"""A newcomer misses one turn of this number; chosen."""


class Straggler(Agent):
    """A newcomer: goes to the nearest dot, fears nobody, and misses one turn of five."""

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return the step towards the nearest dot, or stay."""
        if not self.rng.below(LATE):
            return Decision(MOVES[STAY])
        roads, here = Roads.of(view.field), view.bots[seat]
        steps = roads.steps(here)
        goal = min(view.food[1 - seat % 2], key=lambda dot: (steps[dot], dot))
        return Decision(MOVES[roads.towards(here, goal)])


_SCALE: Final = "belief"
"""The team that the others are measured against."""


_MEASURED: Final = {"rules": "blog"}, {"rules": "pelita", "maze": "loops-32x16"}
"""The options by which each team was measured against it, both in corridors."""


def _shares(agent_id: str) -> tuple[Share, ...]:
    """Return what a team won against `belief` by the post's rules and by Pelita's."""
    found = (measured.won("ctf", agent_id, _SCALE, options=each) for each in _MEASURED)
    return tuple(won.share for won in found)


@measured.or_else("")
def _strength(agent_id: str) -> str:
    if agent_id == _SCALE:
        return "What the other teams are measured against."
    post, pelita = _shares(agent_id)
    words = f"Against Belief it wins {post.percent('.0f')} of {post.games} matches by the post's "
    return f"{words}rules, {pelita.percent('.0f')} of {pelita.games} by Pelita's in our corridors."


@measured.or_else(0.0)
def _measure(agent_id: str) -> float:
    if agent_id == _SCALE:
        return 0.5
    return sum(share.value for share in _shares(agent_id)) / 2


_team: Final = Measured(_strength, _measure)


def _watcher(team: int, agent_id: str, side: str) -> AgentSpec:
    description = "The average of motion models by evidence, for both enemies."
    make = simply(partial(TeamWatcher, auto_enemies, team))
    return AgentSpec(agent_id, f"What the {side} could know", description, make)


_THRESHOLDS: Final = (
    Option("caution", "Caution", "float", CAUTION, low=0, high=10_000),
    Option("intrusion", "Intrusion", "float", INTRUSION, low=0, high=1),
)
AGENTS: Final = GameAgents(
    (
        _team(
            *("random", "Random", "Goes any way, each alike."),
            Chance,
            0,
            *("leaves in the wind", "Which way? Any way."),
        ),
        _team(
            *(
                "hunter",
                "Hunter",
                "One chases intruders, the other waits at the border. No raids.",
            ),
            lambda: Hunter(exact_walkers(1.0)),
            1,
            *("gate and hound", "Come in. We like visitors."),
        ),
        _team(
            *("gatherer", "Gatherer", "Each bot goes to the nearest dot, and fears nobody."),
            Gatherer,
            1,
            *("berry pickers", "Dots. Where are more dots?"),
        ),
        _team(
            *("belief-reading", "Belief, present reading", "Two roles on the last reading alone."),
            partial(ReadingTeam, auto_enemies),
            2,
            *("no memory", "What did you say? Who are you?"),
            heavy=True,
        ),
        _team(
            *("belief", "Belief", "An attacker and a defender that act on all they believe."),
            partial(TwoRoles, auto_enemies),
            3,
            *("two minds, one map", "You were heard. Both of you."),
            heavy=True,
        ),
        _team(
            *("belief-point", "Belief, likeliest cell", "Two roles, sure of the likeliest cell."),
            partial(PointTeam, auto_enemies),
            3,
            *("no doubt", "It is there. Of course it is there."),
            heavy=True,
        ),
        _team(
            *("pack", "Pack", "Looks ahead over what it believes, and weighs every plan."),
            partial(Pack, auto_enemies),
            4,
            *("raiders", "We are already in your larder."),
            heavy=True,
        ),
    ),
    Gatherer,
    alias=alias,
    guests=(
        AgentSpec(
            *("newcomer", "Newcomer", "Goes to the nearest dot, and misses one turn of five."),
            simply(Straggler),
            rank="for measurements",
            line="Which way was left again?",
        ),
        AgentSpec(
            *("two-roles", "Two roles, tuned", "The team of belief with two thresholds to set."),
            lambda options, start: TwoRoles(auto_enemies, options["caution"], options["intrusion"]),
            options=_THRESHOLDS,
            rank="for measurements",
            line="We keep to what was measured.",
        ),
        AgentSpec(
            *("two-roles-point", "Two roles, tuned, likeliest cell", "The same, without a doubt."),
            lambda options, start: PointTeam(
                auto_enemies, options["caution"], options["intrusion"]
            ),
            options=_THRESHOLDS,
            rank="for measurements",
            line="We keep to what was likeliest.",
        ),
        AgentSpec(
            *("belief-apart", "Belief, apart", "Two roles whose bots share no readings."),
            simply(partial(ApartTeam, auto_enemies)),
            heavy=True,
            rank="for measurements",
            line="What you heard is no business of mine.",
        ),
        AgentSpec(
            *("partner", "Sparring partner", "A team of one of the kinds that others write."),
            lambda options, start: SparringTeam(options["kind"]),
            options=(KIND,),
            rank="for measurements",
            line="I was written in an afternoon.",
        ),
        AgentSpec(
            *("judged", "The judge's best", "Always makes the move that the judge holds best."),
            simply(partial(BestMoves, auto_enemies)),
            heavy=True,
            rank="for measurements",
            line="I have read the review before.",
        ),
        AgentSpec(
            *(ID, "A team of Pelita's", "A file that was written for the tournament program."),
            lambda options, start: PelitaTeam(options["file"]),
            options=(FileOption("file", "Team file", "text", "0", hidden=True),),
            ours=False,
            cannot=hindrance,
            rank="a guest",
            line="I know these rules from somewhere.",
        ),
    ),
    models=(
        _watcher(0, "auto-left", "left"),
        _watcher(1, "auto-right", "right"),
        AgentSpec(
            "judge", "Judge", "Weighs every move in the fog, 12 rounds ahead.", simply(Judge)
        ),
    ),
)
