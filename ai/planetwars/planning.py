"""`planner` and `cadet` as players, and the words in which plans are told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ai.core import Agent
from ai.planetwars.outlook import AHEAD, Launch, PlanetsAhead
from ai.planetwars.planner import Aim, FleetPlan, Temper, plan
from games.core import Decision, Limit
from games.mind import Lines, Mind, Note, Route
from games.planetwars.engine.orders import written
from games.planetwars.engine.state import FIRST, SECOND, State

CADET: Temper = Temper(extra=0.2)
SHOWN = 6
"""Rows of a list in a mind."""


class Planner(Agent):
    """Plays its plan in every turn whose number `every` divides, and waits in the others."""

    def __init__(self, temper: Temper, every: int = 1) -> None:
        self._temper, self._every = temper, every

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return the orders of its plan."""
        if view.turn % self._every:
            left = self._every - view.turn % self._every
            text = f"I let {turns_word(left)} pass before I give orders again."
            return Decision(written(()), (Note(text),) if limit.mind else None)
        outlook = PlanetsAhead(view)
        made = plan(outlook, FIRST, self._temper)
        mind = plan_mind(outlook, made, made.launches) if limit.mind else None
        return Decision(written(made.orders), mind)


def turns_word(turns: int) -> str:
    """Return "a turn" or the number of `turns`.

    >>> turns_word(1), turns_word(5)
    ('a turn', '5 turns')
    """
    return "a turn" if turns == 1 else f"{turns} turns"


def told(outlook: PlanetsAhead, made: FleetPlan, launches: Sequence[Launch]) -> str:
    """Return in a sentence what the `launches` of a plan are for."""
    going = {each.target for each in launches if not each.wait}
    for aim in made.aims:
        if aim.planet in going:
            return _told_aim(outlook, aim)
    for aim in made.aims:
        later = [each.wait for each in launches if each.target == aim.planet]
        if later:
            return f"I wait: ships leave for planet {aim.planet} in {turns_word(min(later))}."
    if going:
        return "I move ships to the front: no target pays back soon."
    return "I keep my ships at home: no target pays back soon."


def _told_aim(outlook: PlanetsAhead, aim: Aim) -> str:
    when = turns_word(aim.turn)
    if aim.falls:
        return f"I send help to planet {aim.planet}, which would fall."
    if outlook.now[aim.planet][0] == SECOND:
        return f"I attack planet {aim.planet}: my {aim.ships} ships land in {when}."
    if int(outlook.owners[aim.planet, aim.turn]) == SECOND:
        return f"I take planet {aim.planet} in {when}, just after you take it."
    return f"I take planet {aim.planet} in {when}: it pays back in {round(aim.payback)}."


def plan_mind(outlook: PlanetsAhead, made: FleetPlan, launches: Sequence[Launch]) -> Mind:
    """Return the mind of a plan: a sentence, its ways over the map, and its figures."""
    return (
        Note(told(outlook, made, launches)),
        *_ways(made, launches),
        *plan_figures(outlook, made),
    )


def _ways(made: FleetPlan, launches: Iterable[Launch]) -> Iterable[Route]:
    """Yield the way of the largest fleet that leaves now, as a route over the map."""
    now = [each for each in launches if not each.wait]
    if now:
        largest = max(now, key=lambda each: each.ships)
        cells = (str(largest.source), str(largest.target))
        yield Route(
            "My largest fleet",
            cells,
            f"{largest.ships} ships fly from planet {cells[0]} to planet {cells[1]}.",
        )


def plan_figures(outlook: PlanetsAhead, made: FleetPlan) -> Iterable[Lines]:
    """Yield targets by pay-back, what falls, and what is kept."""
    if made.aims:
        rows = tuple(
            (f"planet {aim.planet}: {aim.ships} ships, lands in {aim.turn}", round(aim.payback, 1))
            for aim in made.aims[:SHOWN]
        )
        help = (
            "The turns until a target has paid back: until the landing, and until its growth has "
            "made the ships that it cost; growth taken from the enemy counts twice."
        )
        yield Lines("Targets, by turns to pay back", rows, help=help)
    owners = outlook.owners
    falls = [
        (f"planet {planet}", float((row[: AHEAD + 1] == 3 - holder).argmax()))
        for planet, (holder, row) in enumerate(
            zip((holder for holder, _ in outlook.now), owners, strict=True)
        )
        if holder and (row == 3 - holder).any()
    ]
    if falls:
        help = "If nobody orders any more, these planets change hands in so many turns."
        falls.sort(key=lambda row: row[1])
        yield Lines("Planets that fall, by turns", tuple(falls[:SHOWN]), help=help)
    if made.keeps:
        kept = sorted(made.keeps.items(), key=lambda item: -item[1])
        rows = tuple((f"planet {planet}", float(ships)) for planet, ships in kept[:SHOWN])
        help = (
            "Ships that stay because of a full attack: all that the enemy could send there, "
            "less what own planets could bring in time."
        )
        yield Lines("Ships kept at home", rows, help=help)
