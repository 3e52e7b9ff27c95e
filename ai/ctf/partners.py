"""Sparring partners: teams of the kinds that others write for Pelita, for measurements alone.

None of them looks ahead. A partner has a temper: how it reads noise, when a bot raids and when it
guards, how many steps it keeps from ghosts, which dot it goes for, and its way out where ghosts
block all of them. `FITTED` were played against while `pack` was bettered, `KEPT` only after it.
Found by name: `partner:kind=grazer`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from ai.ctf.following import Follower
from ai.ctf.roads import Roads
from ai.ctf.routes import Routes
from ai.ctf.tracking import TeamBelief, exact_walkers
from ai.ctf.witness import Glance
from games.core import Decision, Event, Limit
from games.ctf.maze import MOVES, STAY
from games.ctf.rules.state import BOTS, State
from games.mind import Note
from games.spec import Option

_REMEMBERED: Final = 4
"""So many readings are averaged."""
_CLOSE: Final = 4
"""So near to an intruder a bot that cuts off its way home goes for it."""
_BEYOND: Final = 10_000
"""A distance that no way has."""


class TeamTemper(NamedTuple):
    """The habits of a partner.

    - `reads` takes an enemy to be at its "last" reading, at the "mean" of some, or where a "belief"
      is largest.
    - `role` is when a bot raids: both "raid" always; one of both ("split"), in turns after each
      death ("swap"); unless it is the nearer one to an intruder ("near"), or there is one at all
      ("pair"), or there is one and it is the second ("half"); while the lead is small ("score");
      before a round ("early") or after it ("late"); only while an enemy is away from its home
      ("turn").
    - `fear` are the steps kept from ghosts, `sees` whether only from those in sight.
    - `taste` is the dot that it goes for: "near", in its own "area", "lonely", one that it can
      reach before any ghost ("safe"), or the next of a way over all dots for both ("tour").
    - `stuck`: "home", "wait", "away" from ghosts, "through" them, or by "other" ways.
    - `guards` is how an intruder is met: "chase" or "cut" off; or no enemy is waited for: the
      nearest one is kept from coming in ("shadow"). `post` is where it waits for one, at the
      "border", by the "last" dots or in the "middle".
    - `trip` are the dots after which it goes home, 0 for no number; `lead` and `round` belong to
      `role`.
    """

    reads: str = "last"
    role: str = "raid"
    fear: int = 3
    sees: bool = True
    taste: str = "near"
    stuck: str = "home"
    guards: str = "chase"
    post: str = "border"
    trip: int = 0
    lead: int = 3
    round: int = 150


FITTED: Final[Mapping[str, TeamTemper]] = MappingProxyType(
    {
        "grazer": TeamTemper(),
        "hare": TeamTemper("mean", fear=5, sees=False, stuck="away"),
        "reckless": TeamTemper(fear=0, stuck="through"),
        "sentry": TeamTemper(role="split", stuck="away"),
        "hounds": TeamTemper(role="pair", fear=2),
        "miser": TeamTemper("belief", "score", sees=False, post="last"),
        "sprinter": TeamTemper(role="early", fear=2, taste="area", lead=1),
        "sleeper": TeamTemper("mean", "late", round=200, guards="cut"),
        "picker": TeamTemper("mean", "near", trip=3),
        "warden": TeamTemper("belief", "split", sees=False, post="last", taste="lonely"),
        "mowers": TeamTemper(fear=2, taste="area", stuck="through"),
        "heirs": TeamTemper("mean", "swap", guards="cut", post="middle"),
        "mirror": TeamTemper(role="split", fear=2, guards="shadow", taste="safe", stuck="other"),
        "anchor": TeamTemper("belief", "half", sees=False, guards="shadow", taste="safe"),
        "bailiff": TeamTemper("belief", "score", lead=1, guards="shadow", fear=2, taste="area"),
        "racers": TeamTemper(fear=2, taste="tour", stuck="through"),
        "couriers": TeamTemper("belief", "half", fear=2, sees=False, taste="tour", stuck="other"),
        "ferries": TeamTemper("mean", "near", fear=2, taste="safe", stuck="other", guards="cut"),
    }
)
KEPT: Final[Mapping[str, TeamTemper]] = MappingProxyType(
    {
        "burglars": TeamTemper(role="turn", fear=2, guards="chase", taste="lonely", lead=9),
        "duelist": TeamTemper("belief", "near", fear=4, sees=False, guards="cut", stuck="wait"),
        "traders": TeamTemper("mean", "near", fear=0, taste="area", stuck="through"),
        "tortoise": TeamTemper(
            "belief", "late", fear=3, post="last", round=120, lead=1, taste="area"
        ),
        "sweepers": TeamTemper(role="split", taste="lonely", trip=8, fear=2, post="middle"),
        "wolves": TeamTemper("mean", "pair", sees=False, taste="area", guards="cut", stuck="away"),
        "tourists": TeamTemper("mean", "near", fear=3, taste="tour", guards="cut", stuck="away"),
        "usher": TeamTemper(
            "belief", "split", fear=2, guards="shadow", taste="safe", stuck="other"
        ),
        "keeper": TeamTemper("mean", "half", fear=2, guards="shadow", taste="area", stuck="other"),
    }
)
KINDS: Final = (*FITTED, *KEPT)
KIND: Final = Option("kind", "Kind", "choice", KINDS[0], KINDS)


class SparringTeam(Follower):
    """A team of a temper; see the module."""

    def __init__(self, kind: str) -> None:
        self.temper = {**FITTED, **KEPT}[kind]

    def _started(self, start: State) -> None:
        field = start.field
        self._roads, self._all = Roads.of(field), range(len(field.cells))
        self._routes = Routes([self._roads.steps(cell) for cell in self._all])
        self._belief = TeamBelief(field, start.rules, self.team, exact_walkers(0.3))
        self._heard: list[list[int]] = [[field.starts[enemy]] for enemy in self.enemies]
        self._at = [field.starts[enemy] for enemy in self.enemies]
        self._surely = [False, False]
        self._goals: dict[int, int] = {}
        self._eaten = dict.fromkeys(BOTS, 0)

    def _read(self, glance: Glance) -> None:
        if self.temper.reads == "belief":
            self._belief.read(glance, self._played)
        if self.temper.taste == "tour":
            self._routes.follow(glance.own, glance.food[1], glance.moves)
        for place, reading in enumerate(glance.readings):
            self._surely[place] = reading.kind == "seen"
            if reading.kind not in ("seen", "near"):
                continue
            heard = [] if self._surely[place] else self._heard[place][1 - _REMEMBERED :]
            self._heard[place] = [*heard, reading.value]
            self._at[place] = self._taken(place, reading.value)

    def _taken(self, place: int, last: int) -> int:
        """Return the cell where an enemy is taken to be, by its `last` reading or by more."""
        if self._surely[place] or self.temper.reads == "last":
            return last
        if self.temper.reads == "belief":
            return int(self._belief.beliefs[place].argmax())
        heard, field = self._heard[place], self.field
        x = sum(field.x[cell] for cell in heard) / len(heard)
        y = sum(field.y[cell] for cell in heard) / len(heard)
        return min(self._all, key=lambda cell: abs(field.x[cell] - x) + abs(field.y[cell] - y))

    def _follow(self, event: Event) -> None:
        super()._follow(event)
        data = event.data
        if event.kind == "eat" and data["bot"] % 2 == self.team:
            self._eaten[data["bot"]] += 1
        elif event.kind == "move" and self.field.home[data["to"]] == self.team:
            self._eaten[data["bot"]] = 0

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return a step towards what the temper wants; of equally short ways any."""
        here = view.bots[seat]
        if self._raids(seat, view):
            goal, shut, why = self._raid(seat, view)
        else:
            goal, shut, why = self._guard(seat, view), frozenset[int](), "I guard."
        self._goals[seat] = goal
        left, shut = self._steps(goal, shut), shut - {here}
        if here in self._shut():
            left, shut, why = self._flight(left), frozenset(), "I flee."
        ways = enumerate(self.field.ways[here])
        open_ways = [(move, to) for move, to in ways if to >= 0 and to not in shut]
        least = min(left[to] for _, to in open_ways)
        nearest = [move for move, to in open_ways if left[to] == least]
        move = MOVES[STAY if least == left[here] else self.rng.choice(tuple(nearest))]
        return Decision(move, (Note(why),) if limit.mind else None)

    # -- which part ----------------------------------------------------------------------

    def _raids(self, seat: int, view: State) -> bool:
        temper, played = self.temper, view.moves // len(BOTS)
        lead = view.score[self.team] - view.score[1 - self.team]
        inside = self._inside()
        first = seat < 2
        if temper.role == "split":
            return first
        if temper.role == "swap":
            return first == (sum(view.deaths[self.team :: 2]) % 2 == 0)
        if temper.role == "near":
            return not inside or not self._is_nearer(seat, view, inside)
        if temper.role == "pair" or (temper.role == "half" and not first):
            return not inside
        if temper.role == "score":
            return lead < temper.lead and not (inside and self._is_nearer(seat, view, inside))
        if temper.role == "early":
            return played < temper.round or lead < temper.lead
        if temper.role == "late":
            return played >= temper.round and lead < temper.lead
        if temper.role == "turn":
            return lead < temper.lead and (bool(inside) or first)
        return True

    def _inside(self) -> list[int]:
        """Return the cells of enemies that seem to be in our half."""
        return [cell for cell in self._at if self.field.home[cell] == self.team]

    def _is_nearer(self, seat: int, view: State, cells: Sequence[int]) -> bool:
        """Return whether the bot of a `seat` is nearer to one of these `cells` than its mate."""
        own, other = (
            min(self._roads.steps(view.bots[bot])[cell] for cell in cells)
            for bot in (seat, (seat + 2) % 4)
        )
        return (own, seat) < (other, (seat + 2) % 4)

    # -- ways ----------------------------------------------------------------------------

    def _steps(self, goal: int, shut: Collection[int]) -> list[int]:
        """Return the moves from each cell to a `goal` by ways that do not enter `shut` cells."""
        if not shut:
            return self._roads.steps(goal)
        ways, steps = self.field.ways, [_BEYOND] * len(self._all)
        steps[goal], frontier = 0, [goal]
        for here in frontier:
            for there in ways[here][:STAY]:
                if there >= 0 and steps[there] == _BEYOND and there not in shut:
                    steps[there] = steps[here] + 1
                    frontier.append(there)
        return steps

    def _ghosts(self) -> list[int]:
        """Return the cells of the ghosts that it fears."""
        pairs = zip(self._at, self._surely, strict=True)
        return [
            cell
            for cell, seen in pairs
            if self.field.home[cell] != self.team and (seen or not self.temper.sees)
        ]

    def _shut(self) -> frozenset[int]:
        """Return the cells in their half that are too near to a ghost."""
        home, fear = self.field.home, self.temper.fear
        near: set[int] = set()
        for ghost in self._ghosts():
            steps = self._roads.steps(ghost)
            near |= {c for c in self._all if steps[c] < fear and home[c] != self.team}
        return frozenset(near)

    def _flight(self, left: Sequence[int]) -> list[int]:
        """Return a number for each cell: the less, the farther from ghosts; then `left`."""
        far = [self._roads.steps(ghost) for ghost in self._ghosts()]
        return [
            min(left[cell], _BEYOND) - _BEYOND * min(steps[cell] for steps in far)
            for cell in self._all
        ]

    # -- the parts -----------------------------------------------------------------------

    def _raid(self, seat: int, view: State) -> tuple[int, frozenset[int], str]:
        here, mate, shut = view.bots[seat], self._goals.get((seat + 2) % 4), self._shut()
        ours = [cell for cell in self._all if self.field.home[cell] == self.team]
        left = self._steps(here, shut)
        if self.temper.trip and self._eaten[seat] >= self.temper.trip:
            return min(ours, key=lambda cell: left[cell]), shut, "I bring it home."
        dots = [dot for dot in view.food[1 - self.team] if left[dot] < _BEYOND]
        free = [dot for dot in dots if dot != mate] or dots
        if free:
            return self._tasted(seat, free, left), shut, "I want a dot."
        stuck = self.temper.stuck
        if stuck == "wait":
            return here, shut, "I wait until the way is free."
        if stuck == "home":
            return min(ours, key=lambda cell: left[cell]), shut, "I go home: the way is barred."
        if stuck == "other" and self._ghosts():
            far = [min(self._roads.steps(g)[cell] for g in self._ghosts()) for cell in self._all]
            borders = self.field.borders[self.team]
            return max(borders, key=lambda cell: 2 * far[cell] - left[cell]), shut, "I go round."
        if stuck == "away" and self._ghosts():
            far = [min(self._roads.steps(g)[cell] for g in self._ghosts()) for cell in self._all]
            cells = [to for to in self.field.ways[here] if to >= 0]
            return max(cells, key=lambda cell: far[cell]), frozenset(), "I run."
        straight = self._roads.steps(here)
        dots = sorted(view.food[1 - self.team])
        return self._tasted(seat, dots, straight), frozenset(), "I go through."

    def _tasted(self, seat: int, dots: Sequence[int], left: Sequence[int]) -> int:
        taste, field = self.temper.taste, self.field
        if taste == "area":
            high = field.maze.height
            part = [dot for dot in dots if (2 * field.y[dot] < high) == (seat < 2)]
            dots = part or dots
        if taste == "tour":
            order = self._routes.orders[seat // 2]
            return next((dot for dot in order if dot in dots), min(dots, key=lambda d: left[d]))
        if taste == "lonely":
            ghosts = [cell for cell in self._at if field.home[cell] != self.team]
            far = [self._roads.steps(ghost) for ghost in ghosts]
            return min(dots, key=lambda d: (left[d] - min((s[d] for s in far), default=0), d))
        if taste == "safe":
            ghosts = [cell for cell in self._at if field.home[cell] != self.team]
            steps_of = [self._roads.steps(ghost) for ghost in ghosts]
            first = [dot for dot in dots if all(left[dot] < steps[dot] for steps in steps_of)]
            dots = first or dots
        return min(dots, key=lambda dot: (left[dot], dot))

    def _guard(self, seat: int, view: State) -> int:
        """Return the cell that a guard goes to: an intruder's, one on its way home, or its post."""
        here, field, inside = view.bots[seat], self.field, self._inside()
        borders = field.borders[self.team]
        if self.temper.guards == "shadow":
            return self._shadowed(here)
        if inside:
            steps = self._roads.steps(here)
            prey = min(inside, key=lambda cell: steps[cell])
            if self.temper.guards == "chase" or steps[prey] <= _CLOSE:
                return prey
            out = self._roads.steps(prey)
            return min(borders, key=lambda cell: (out[cell], cell))
        if self.temper.post == "middle":
            return min(borders, key=lambda cell: abs(2 * field.y[cell] - field.maze.height))
        wanted = borders if self.temper.post == "border" else sorted(view.food[self.team])
        enemy = self._at[0 if seat < 2 else 1]
        steps = self._roads.steps(enemy)
        return min(wanted, key=lambda cell: (steps[cell], cell))

    def _shadowed(self, here: int) -> int:
        """Return the cell of our half that is nearest to the enemy nearest to a guard."""
        steps, home = self._roads.steps(here), self.field.home
        enemy = min(self._at, key=lambda cell: (home[cell] != self.team, steps[cell]))
        out = self._roads.steps(enemy)
        return min((c for c in self._all if home[c] == self.team), key=lambda c: (out[c], steps[c]))
